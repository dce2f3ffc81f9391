"""Reads rubrics from TOML: built-in ones by name, a user's own by path."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fabula.digests import digest as digest_of
from fabula.errors import UsageError
from fabula.extensions import broken, extension, names
from fabula.rubrics.rubric import WORDED_IN, Aspect, Rubric

_FAULTS_TOLD = 4
_SHIPPED = resources.files("fabula.rubrics") / "shipped"


def shipped_names() -> list[str]:
    """The built-in rubrics."""
    return sorted(
        entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml")
    )


@cache
def load(name_or_path: str) -> Rubric:
    """Read a built-in rubric by name (`longstory`), the user's own TOML file, or a rubric that an installed package adds."""
    if name_or_path in shipped_names():
        return parse((_SHIPPED / f"{name_or_path}.toml").read_text(encoding="utf-8"), name_or_path)
    path = Path(name_or_path)
    if not path.is_file():
        return _added(name_or_path)
    try:
        return parse(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError:
        raise UsageError(f"{path.name} is not UTF-8 text: save the rubric as UTF-8 TOML") from None


def _added(name: str) -> Rubric:
    """The rubric that an installed package adds: the path of a TOML file in it."""
    place = extension("rubrics", name)
    if place is None:
        known = ", ".join((*shipped_names(), *names("rubrics")))
        raise UsageError(f"no rubric {name!r}: give one of {known}, or the path of a TOML file")
    try:
        return parse(place.read_text(encoding="utf-8"), name)
    except (AttributeError, OSError, UsageError) as error:
        raise broken("rubrics", name, str(error)) from None


def is_shipped(rubric: Rubric) -> bool:
    """Whether every aspect is word for word one of a built-in rubric. Any other text is a user's."""
    return _shipped_aspects().issuperset(rubric.aspects)


@cache
def _shipped_aspects() -> frozenset[Aspect]:
    return frozenset(aspect for name in shipped_names() for aspect in load(name).aspects)


def parse(toml: str, name: str) -> Rubric:
    """Read a rubric from the text of its file. Errors say where each problem is."""
    try:
        return checked(tomllib.loads(toml), name)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not valid TOML: {error}") from None


def checked(document: Mapping[str, Any], name: str) -> Rubric:
    """The rubric of a document. Errors say where each problem is."""
    try:
        return Rubric.model_validate(document)
    except ValidationError as error:
        raise UsageError(f"{name} is not a rubric: {_faults(error)}") from None


def toml_of(rubric: Rubric) -> str:
    """The rubric as the text of a file that `parse` reads back."""
    said = rubric.model_dump(mode="json", exclude_defaults=True)
    lines = [f"{name} = {_value(said[name])}" for name in ("id", "title", "scale")]
    for aspect in said["aspects"]:
        plain = {name: value for name, value in aspect.items() if name not in WORDED_IN}
        lines += ["", "[[aspects]]", *(f"{name} = {_value(value)}" for name, value in plain.items())]
        for language in WORDED_IN:
            words = aspect.get(language) or {}
            lines += [f"[aspects.{language}]"] if words else []
            lines += [f"{name} = {_value(value)}" for name, value in words.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    """A value in TOML. Its strings are those of JSON, without signs that TOML does not allow."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value.replace("\x7f", "").encode("utf-8", "replace").decode(), ensure_ascii=False)
    return json.dumps(value)


def digest(rubric: Rubric) -> str:
    """A digest that changes with the rubric, for the `rubric:` field of a signature."""
    return digest_of(rubric.model_dump_json())


def _faults(error: ValidationError) -> str:
    faults = error.errors()
    lines = []
    for fault in faults[:_FAULTS_TOLD]:
        place = ".".join(str(part) for part in fault["loc"])
        message = fault["msg"].removeprefix("Value error, ")
        lines.append(f"{place}: {message}" if place else message)
    more = f" (and {len(faults) - len(lines)} more)" if len(faults) > len(lines) else ""
    return "; ".join(lines) + more
