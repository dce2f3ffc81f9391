"""A request: one question with every option as a typed field, shared by command line, studio and Python.

A package declares its request as a frozen dataclass:

    @dataclass(frozen=True, slots=True)
    class FactCheckRequest(Request):
        '''Is a summary true to its story?'''

        book: Path | Book = option(help="The story.", changes_result=True, signed_as="text")
        runs: int = option(1, help="Times to check each fact.", changes_result=True, signed_as="n", minimum=1)

The help line is written once and used by the command line and the studio. `changes_result` says whether a different value
can change a number. Such a field is part of the signature; a test checks every field.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from fabula.digests import digest, digest_of_path
from fabula.errors import UsageError

_KEY = "fabula"
_NAMES_A_FILE = re.compile(r"\bown (TOML )?file|\b[Ff]older\b|\bFILE\b|\ba file\b")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option:
    """What the interfaces and the signature know about one field."""

    name: str
    kind: Any
    """Its type, as declared."""
    default: Any
    """`dataclasses.MISSING` if the user must give a value."""
    help: str
    changes_result: bool
    signed_as: str
    """Its name in the signature, or the digest used for it (`text`, `rubric`)."""
    flag: str
    """The flag to type, such as `--from` for `source`."""
    short: str | None
    """A second, one-letter flag, such as `-o`."""
    argument: bool
    """Whether it is a positional argument."""
    comma: bool
    """Whether a list is typed as one text with commas. Otherwise its flag is repeated for each item."""
    minimum: float | None
    maximum: float | None

    @property
    def required(self) -> bool:
        """Whether the user must give it."""
        return self.default is MISSING

    @property
    def takes_path(self) -> bool:
        """Whether text given for it, or for one of its items, means a path: it accepts paths but not plain text."""
        kinds = set(alternatives(self.kind))
        for each in tuple(kinds):
            if get_origin(each) is tuple:
                kinds |= set(alternatives(get_args(each)[0]))
        return Path in kinds and str not in kinds

    @property
    def may_name_file(self) -> bool:
        """Whether it takes plain text that may also be a path, such as a rubric's name or one's own TOML file."""
        kinds = {get_args(each)[0] if get_origin(each) is tuple else each for each in alternatives(self.kind)}
        return str in kinds and _NAMES_A_FILE.search(self.help) is not None

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values of a Literal or an enumeration, or of a list of them. Empty for any other type."""
        for kind in alternatives(self.kind):
            member = get_args(kind)[0] if get_origin(kind) is tuple else kind
            if get_origin(member) is Literal:
                return get_args(member)
            if isinstance(member, type) and issubclass(member, Enum):
                return tuple(member)
        return ()


def option(
    default: Any = MISSING,
    *,
    help: str,
    changes_result: bool,
    signed_as: str | None = None,
    flag: str | None = None,
    short: str | None = None,
    argument: bool = False,
    comma: bool = False,
    minimum: float | None = None,
    maximum: float | None = None,
) -> Any:
    """Declare a field of a request. Without a default, the user must give a value."""
    facts = {
        "help": help,
        "changes_result": changes_result,
        "signed_as": signed_as,
        "flag": flag,
        "short": short,
        "argument": argument,
        "comma": comma,
        "minimum": minimum,
        "maximum": maximum,
    }
    return field(default=default, metadata={_KEY: facts})


@dataclass(frozen=True, slots=True)
class Request:
    """The base class of every request."""

    def validate(self) -> None:
        """Raise a UsageError that says what is wrong and how to fix it. Subclasses add their own rules."""
        for each in options(type(self)):
            _within(each, getattr(self, each.name))

    def for_model(self, model: str | None) -> Self:  # noqa: ARG002 - requests whose defaults depend on it say how
        """The validated request, with defaults filled in for this model (or for no model). This is what is run and signed."""
        self.validate()
        return self

    @property
    def asks_model(self) -> bool:
        """Whether a model must be asked. Call it after `for_model`. Most requests need a model."""
        return True

    def but(self, **changes: Any) -> Self:
        """A copy of the request with some fields changed."""
        return dataclasses.replace(self, **changes)


_KNOWN: dict[type[Any], tuple[Option, ...]] = {}


def options(request: type[Any]) -> tuple[Option, ...]:
    """The fields of a request in order. A field not declared with option() is our bug; a test finds it."""
    if request not in _KNOWN:
        hints = get_type_hints(request)
        _KNOWN[request] = tuple(_option(each, hints[each.name]) for each in dataclasses.fields(request))
    return _KNOWN[request]


def signed(request: Request) -> Mapping[str, str]:
    """The options that change the result and differ from their defaults, formatted for the signature."""
    parts: dict[str, str] = {}
    for each in options(type(request)):
        value = getattr(request, each.name)
        if each.changes_result and value != each.default and value is not None:
            parts[each.signed_as] = _short(value)
    return parts


def document(request: Any) -> dict[str, Any]:
    """A request as JSON, so that it can be asked again. Absolute paths keep only the file name, for privacy."""
    return {each.name: _plain(getattr(request, each.name)) for each in options(type(request))}


def from_document(kind: type[R], saved: Mapping[str, Any]) -> R:
    """Read a request from a document. Unknown names raise an error."""
    from pydantic import TypeAdapter, ValidationError

    known = {each.name for each in options(kind)}
    if strange := sorted(set(saved) - known):
        raise UsageError(
            f"{kind.__name__} has no option {', '.join(strange)}; it has {', '.join(sorted(known))}"
        )
    try:
        return TypeAdapter(kind).validate_python(dict(saved))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{place}: {first['msg']}") from None


def _option(each: dataclasses.Field[Any], kind: Any) -> Option:
    declared = each.metadata.get(_KEY)
    if declared is None:
        raise TypeError(
            f"{each.name} is not declared with option(): say its help and whether it changes the result"
        )
    default = each.default_factory() if each.default_factory is not MISSING else each.default
    return Option(
        name=each.name,
        kind=kind,
        default=default,
        help=declared["help"],
        changes_result=declared["changes_result"],
        signed_as=declared["signed_as"] or each.name.replace("_", "-"),
        flag=declared["flag"] or "--" + each.name.replace("_", "-"),
        short=declared["short"],
        argument=declared["argument"],
        comma=declared["comma"],
        minimum=declared["minimum"],
        maximum=declared["maximum"],
    )


def _within(each: Option, value: Any) -> None:
    if value is None:
        return
    for one in value if isinstance(value, tuple) else (value,):
        if each.choices and one not in each.choices:
            raise UsageError(f"{each.flag} takes {', '.join(map(str, each.choices))}, not {one!r}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        if each.minimum is not None and value < each.minimum:
            raise UsageError(f"{each.flag} {value:g} is too small: the minimum is {each.minimum:g}")
        if each.maximum is not None and value > each.maximum:
            raise UsageError(f"{each.flag} {value:g} is too large: the maximum is {each.maximum:g}")


def alternatives(kind: Any) -> Iterator[Any]:
    """The members of a union, or the type itself."""
    yield from get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _short(value: Any) -> str:
    """A value as written in a signature: short text, or a digest if it is long or a file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Path):
        return digest_of_path(value)
    if isinstance(value, tuple | list):
        return "+".join(_short(each) for each in value)
    text = str(value)
    return text if len(text) <= 24 and not set(text) & set("|: \n") else digest(text)


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return value.name if value.is_absolute() else value.as_posix()
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return getattr(value, "source", None) or getattr(value, "id", None)
    return value
