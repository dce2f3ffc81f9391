"""A task's form made from its request: a new option of the request is a new field of the form, and nothing else changes.

Form = form_for(EvaluateRequest, __name__, files={"book": "books"}, names=("rubric",))

async def run(form: TaskForm, context: TaskContext) -> dict[str, Any]:
    request = request_of(form, EvaluateRequest, context)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, get_args, get_origin

from pydantic import BeforeValidator, Field, create_model

from fabula.request import Option, Request, alternatives, options
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from fabula.studio.home import Kind
    from fabula.studio.tasks.context import TaskContext

R = TypeVar("R", bound=Request)

Identifier = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
"""A stored file, by the id that the studio gave it."""
_LONGEST = 5_000
_MOST_FILES = 60
_NAMES_A_FILE = re.compile(r"\bown (TOML )?file|\bfolder\b|\bFILE\b")


class RequestForm(TaskForm):
    """The ground of every form that was made from a request."""

    FILES: ClassVar[Mapping[str, Kind]] = {}


def form_for(
    request: type[Request],
    module: str,
    *,
    files: Mapping[str, Kind],
    names: Collection[str] = (),
    leave_out: Collection[str] = (),
    **limits: float,
) -> type[RequestForm]:
    """A form with a field for each option that a browser may set.

    `files` are the inputs and the kind of stored file that each takes. `names` are options where the command line also
    takes a path: the form takes a plain name. `limits` are upper limits that hold in the studio alone. Options that are
    paths have no field: a browser never names a path of this machine.
    """
    fields: dict[str, Any] = {}
    for each in options(request):
        if each.name in files:
            fields[each.name] = _file_field(each)
        elif each.name not in leave_out and not _is_path(each):
            if each.name not in names and _text(each) and _NAMES_A_FILE.search(each.help):
                raise TypeError(f"{each.name} may name a file: list it in `names` or in `leave_out`")
            fields[each.name] = _field(each, plain_name=each.name in names, most=limits.get(each.name))
    made = create_model("Form", __base__=RequestForm, __module__=module, **fields)
    made.FILES = dict(files)
    return made


def request_of(form: TaskForm, request: type[R], context: TaskContext, **further: Any) -> R:
    """The request that a form asks for, checked; `further` are fields that the task settles itself."""
    files = form.FILES if isinstance(form, RequestForm) else {}
    given: dict[str, Any] = {}
    for each in options(request):
        value = getattr(form, each.name, None)
        if value is None or each.name in further:
            continue
        if each.name in files:
            value = _files(each, value, files[each.name], context)
        given[each.name] = value
    made = request(**given, **further)
    made.validate()
    return made


def _files(each: Option, value: Any, kind: Kind, context: TaskContext) -> Any:
    from fabula.text.book import Book

    takes_book = any(Book in alternatives(inner) for inner in _members(each))
    read: Callable[[str], Any] = context.book if takes_book else lambda one: context.path(kind, one)
    return tuple(map(read, value)) if isinstance(value, tuple) else read(value)


def _file_field(each: Option) -> tuple[Any, Any]:
    if any(get_origin(kind) is tuple for kind in alternatives(each.kind)):
        several = Annotated[tuple[Identifier, ...], BeforeValidator(_listed)]
        return (several, Field(default=() if not each.required else ..., max_length=_MOST_FILES))
    return (Identifier, ...) if each.required else (Identifier | None, None)


def _field(each: Option, *, plain_name: bool, most: float | None) -> tuple[Any, Any]:
    """The type of a field and its default, with the limits of the request."""
    about: dict[str, Any] = {"default": ... if each.required else each.default}
    numbers = [kind for kind in alternatives(each.kind) if kind in (int, float)]
    if numbers:
        about |= {"ge": each.minimum, "le": each.maximum if most is None else most}
        about |= {"allow_inf_nan": False} if float in numbers else {}
    elif plain_name:
        about["pattern"] = r"^[a-z][a-z-]{0,40}$"
    elif any(get_origin(kind) is tuple for kind in alternatives(each.kind)):
        return (Annotated[each.kind, BeforeValidator(_listed)], Field(max_length=1_000, **about))
    elif bool in alternatives(each.kind):
        return (Annotated[each.kind, BeforeValidator(_last)], Field(**about))
    elif str in alternatives(each.kind):
        about["max_length"] = _LONGEST
    return (each.kind, Field(**about))


def _listed(typed: Any) -> Any:
    """One text with commas, or several values of one name, as a form sends them."""
    if isinstance(typed, str):
        return tuple(part.strip() for part in re.split(r"[,，、]", typed) if part.strip())
    return typed


def _last(typed: Any) -> Any:
    """A box that may be unticked comes with a hidden `off` before it: what came last holds."""
    return typed[-1] if isinstance(typed, list | tuple) and typed else typed


def _members(each: Option) -> list[Any]:
    """The types that an option takes; of a tuple, the types of its members."""
    found: list[Any] = []
    for kind in alternatives(each.kind):
        found += get_args(kind) if get_origin(kind) is tuple else [kind]
    return found


def _is_path(each: Option) -> bool:
    return any(Path in alternatives(kind) for kind in _members(each))


def _text(each: Option) -> bool:
    return str in _members(each)
