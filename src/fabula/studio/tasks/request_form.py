"""A task's form made from its request: a new option of the request is a new field of the form, and nothing else changes.

Form = form_for(EvaluateRequest, __name__, files={"book": "books"}, choices={"rubric": ("longstory", "webnovel")})

async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    request = request_of(form, EvaluateRequest, context)

An option that makes no sense in the browser is named in `leave_out`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic import BeforeValidator, Field, create_model

from fabula.request import Option, Request, alternatives, options
from fabula.studio.home import Kind
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

R = TypeVar("R", bound=Request)
Source = Kind | Literal["sides"]
"""What an input is chosen from: stored files of one kind, or the two sides of a comparison."""

Identifier = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
"""A stored file, by the id that the studio gave it."""
Side = Annotated[str, Field(pattern=r"^(book|job):[0-9a-f]{16}$")]
"""A book of the shelf, or the job that evaluated one."""
EMBEDDERS = ("minilm", "none")
"""Those that ask no server: what a browser chooses costs nothing beyond the model that it names."""
_A_PATH = "a browser never names a path of this machine"
_LONGEST = 5_000
_MOST_FILES = 60


class RequestForm(TaskForm):
    """The ground of every form that was made from a request."""

    REQUEST: ClassVar[type[Request]]
    FILES: ClassVar[Mapping[str, Source]] = {}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    LEFT_OUT: ClassVar[Mapping[str, str]] = {}
    """The options that the form does not take, each with the reason."""


def form_for(
    request: type[Request],
    module: str,
    *,
    files: Mapping[str, Source],
    choices: Mapping[str, tuple[str, ...]] | None = None,
    required: Collection[str] = (),
    leave_out: Mapping[str, str] | None = None,
    further: Mapping[str, tuple[Any, Any]] | None = None,
    limits: Mapping[str, float] | None = None,
) -> type[RequestForm]:
    """A form with a field for each option that a browser may set.

    `files` are the inputs and what each is chosen from, or one's own beside the names of `choices`; those that the studio demands although the request does not are
    `required`. `choices` are the names to choose from, for options where the command line also takes a path or an address.
    `leave_out` are options without a field, each with the reason. `further` are fields that say something of the job and
    are no options, or that stand in the place of one. `limits` are upper limits that hold in the studio alone. Options that are paths have no field.
    """
    left_out = dict(leave_out or {})
    fields: dict[str, Any] = dict(further or {})
    for each in options(request):
        if each.name in fields:
            continue
        if each.name in files and choices and each.name in choices:
            fields[each.name] = (Literal[choices[each.name]] | Identifier, each.default)
        elif each.name in files:
            fields[each.name] = _file_field(each, files[each.name], demanded=each.name in required)
        elif _is_path(each):
            left_out.setdefault(each.name, _A_PATH)
        elif each.name not in left_out:
            offered = (choices or {}).get(each.name, ())
            if not offered and each.may_name_file:
                raise TypeError(f"{each.name} may name a file: list it in `choices` or in `leave_out`")
            fields[each.name] = _field(each, offered, most=(limits or {}).get(each.name))
    made = create_model("Form", __base__=RequestForm, __module__=module, **fields)
    made.REQUEST, made.FILES, made.LEFT_OUT = request, dict(files), left_out
    made.CHOICES = dict(choices or {})
    return made


def request_of(form: TaskForm, request: type[R], context: TaskContext, **further: Any) -> R:
    """The request that a form asks for, checked; `further` are fields that the task settles itself."""
    files, choices = (form.FILES, form.CHOICES) if isinstance(form, RequestForm) else ({}, {})
    given: dict[str, Any] = {}
    for each in options(request):
        value = getattr(form, each.name, None)
        if value is None or each.name in further:
            continue
        if each.name in files and value not in choices.get(each.name, ()):
            value = _files(each, value, files[each.name], context)
        given[each.name] = value
    made = request(**given, **further)
    made.validate()
    return made


def _files(each: Option, value: Any, source: Source, context: TaskContext) -> Any:
    read = _reader(each, source, context)
    return tuple(map(read, value)) if isinstance(value, tuple) else read(value)


def _reader(each: Option, source: Source, context: TaskContext) -> Callable[[str], Any]:
    """What turns an id of the form into what the request takes."""
    from fabula.text.book import Book

    if source == "sides":
        return context.side
    if source == "results":
        return context.result
    if any(Book in alternatives(inner) for inner in _members(each)):
        return context.book
    if str in alternatives(each.kind):
        return lambda identifier: str(context.path(source, identifier))
    return lambda identifier: context.path(source, identifier)


def _file_field(each: Option, source: Source, *, demanded: bool) -> tuple[Any, Any]:
    one: Any = Side if source == "sides" else Identifier
    must = each.required or demanded
    if any(get_origin(kind) is tuple for kind in alternatives(each.kind)):
        several = Annotated[tuple[one, ...], BeforeValidator(_listed)]
        return (several, Field(default=... if must else (), min_length=int(must), max_length=_MOST_FILES))
    return (one, ...) if must else (one | None, None)


def _field(each: Option, offered: tuple[str, ...], *, most: float | None) -> tuple[Any, Any]:
    """The type of a field and its default, with the limits of the request."""
    about: dict[str, Any] = {"default": ... if each.required else each.default}
    numbers = [kind for kind in alternatives(each.kind) if kind in (int, float)]
    if numbers:
        about |= {"ge": each.minimum, "le": each.maximum if most is None else most}
        about |= {"allow_inf_nan": False} if float in numbers else {}
    elif offered:
        return (
            Literal[offered] if each.required or each.default is not None else Literal[offered] | None,
            Field(**about),
        )
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
