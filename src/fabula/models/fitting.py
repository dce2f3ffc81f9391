"""Makes the values of an answer fit its schema: keys, numbers and choices, where only one form is possible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from fabula.models.said_numbers import said

Schema = Mapping[str, Any]

OTHER_NAMES = "other_names"
"""In a field's schema: what else a model may call it, such as its label in another language."""
_NUMBER_KEYS = {"score", "value", "rating", "points", "number", "评分", "得分", "分数"}
"""What the only key of an object around a number may be called."""
_MAXIMUM_KEYS = {"max", "maximum", "maxscore", "outof", "scale", "满分"}
"""What the field may be called in which a judge says what its numbers count to."""
_SCALE = re.compile(r"(?:(?P<low>\d+)\s*(?:-|–|to|~|至|到)\s*)?(?P<top>\d+(?:\.\d+)?)", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:\W*(?:the|book|story|text|novel|manuscript|draft|version|option|answer|choice|chapter|书|作品|文本|故事|小说|选项|草稿)(?![a-z]{2}))+"
    r"\W*(?P<choice>\S.*)",
    re.IGNORECASE,
)
"""A choice with what it is called: `Book A`, `Answer: tie`."""
_STEM = 6
"""Letters of a choice that are enough to know it: `support` for `supported`."""
_NUMBERING = re.compile(r"^\s*\(?\d+[.)、:]\s*")


def also_called(*names: str) -> dict[str, Any]:
    """What a field's schema says of its other names."""
    return {OTHER_NAMES: list(names)}


def fit(data: object, schema: Schema, definitions: Mapping[str, Any] | None = None) -> object:
    """The value with keys, numbers and choices in the form of the schema, where only one form is possible.

    Anything else is left as it is; validation will refuse it.
    """
    known = schema.get("$defs", {}) if definitions is None else definitions
    for option in options(schema, known):
        fitted = _fit_one(data, option, known)
        if fitted is not data:
            return fitted
    return data


def _fit_one(data: object, schema: Schema, known: Mapping[str, Any]) -> object:
    choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if choices is not None:
        return _fit_choice(data, choices)
    kind = schema.get("type")
    if kind == "object" and isinstance(data, dict) and "properties" in schema:
        return _fit_object(data, schema["properties"], known)
    if kind == "object" and (only := _only_number(schema, known)):
        value = fit(data, schema["properties"][only], known)
        return {only: value} if _is_number(value) else data
    if kind == "array" and "items" in schema:
        return _fit_array(data, schema["items"], known)
    if kind in ("number", "integer"):
        return _fit_number(data, schema)
    if kind == "string" and isinstance(data, int) and not isinstance(data, bool):
        return str(data)
    if kind == "string" and isinstance(data, list) and data and all(isinstance(each, str) for each in data):
        return "\n".join(data)
    return data


def _only_number(schema: Schema, known: Mapping[str, Any]) -> str | None:
    """The field of an object of which only one number is required: the number may come alone."""
    required = schema.get("required", [])
    if len(required) != 1 or not kinds(schema["properties"][required[0]], known) & {"number", "integer"}:
        return None
    return str(required[0])


def _fit_array(data: object, items: Schema, known: Mapping[str, Any]) -> object:
    """A list; what stands in place of a list of texts is its only member, and null says that there is none."""
    if data is None:
        return []
    if isinstance(data, str) and items.get("type") == "string":
        return [data] if data.strip() else []
    if not isinstance(data, list):
        return data
    fitted = [fit(each, items, known) for each in data]
    return fitted if any(a is not b for a, b in zip(fitted, data, strict=True)) else data


def _fit_number(data: object, schema: Schema) -> object:
    if isinstance(data, list) and len(data) == 1:
        return _fit_number(data[0], schema)
    if isinstance(data, dict) and len(data) == 1 and plain(str(next(iter(data)))) in _NUMBER_KEYS:
        return _fit_number(next(iter(data.values())), schema)
    if isinstance(data, bool):
        return str(data)
    if isinstance(data, str):
        stated = said(data)
        value = stated and stated.on(schema.get("maximum"))
        return data if value is None else value
    return data


def lifted(data: object, schema: Schema) -> object:
    """The object with the fields that stand one level too deep in their places.

    They may be in an object of their own (`{"aspects": {"plot": ...}, "overall": 4}`), or in a list of objects of which
    each names its field (`[{"aspect": "plot", ...}]`). A field that comes twice stays where it is.
    """
    properties: Mapping[str, Schema] = schema.get("properties", {})
    names = names_of(properties)
    outer = data if isinstance(data, dict) else {"": data}
    here = {names.get(plain(str(key))) for key in outer}
    found: dict[str, object] = {}
    for key, value in outer.items():
        if names.get(plain(str(key))) is not None:
            continue
        for inner, each in _named_inside(value, names):
            name = names.get(plain(inner))
            if name is not None and (name in here or name in found):
                return data
            if name is not None:
                found[name] = each
    return {**outer, **found} if found else data


def _named_inside(value: object, names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """The fields of an object, or those that the objects of a list name."""
    if isinstance(value, dict):
        yield from ((str(key), each) for key, each in value.items())
    elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
        for each in value:
            named = [
                (key, text) for key, text in each.items() if isinstance(text, str) and plain(text) in names
            ]
            if len(named) == 1:
                ((key, text),) = named
                yield text, {name: part for name, part in each.items() if name != key}


def names_of(properties: Mapping[str, Schema]) -> dict[str, str]:
    """Each field by what it may be called. A name that two fields could have is neither's."""
    names = {plain(name): name for name in properties}
    others: dict[str, str | None] = {}
    for name, each in properties.items():
        for other in map(plain, each.get(OTHER_NAMES, ())):
            others[other] = None if others.get(other, name) != name else name
    return names | {other: name for other, name in others.items() if name and other not in names}


def _fit_object(data: dict[Any, Any], properties: Mapping[str, Schema], known: Mapping[str, Any]) -> object:
    wanted = names_of(properties)
    fitted: dict[Any, Any] = {}
    for key, value in data.items():
        name = key
        if key not in properties:
            meant = wanted.get(plain(_NUMBERING.sub("", str(key))))
            if meant is not None and meant not in data and meant not in fitted:
                name = meant
        fitted[name] = fit(value, properties[name], known) if name in properties else value
    fitted |= _of_another_maximum(fitted, properties, known)
    same = all(key in data and data[key] is value for key, value in fitted.items())
    return data if same else fitted


def _of_another_maximum(
    data: Mapping[Any, Any], properties: Mapping[str, Schema], known: Mapping[str, Any]
) -> Mapping[str, object]:
    """The numbers that count to a maximum of the judge's own, which stands in a field beside them: 8 and 10 are `8/10`.

    On a scale that begins elsewhere than at 0 the share is not known, so the number is made unreadable.
    """
    tops = [each for key, each in data.items() if key not in properties and plain(str(key)) in _MAXIMUM_KEYS]
    scale = _SCALE.fullmatch(str(tops[0]).strip()) if len(tops) == 1 else None
    if scale is None:
        return {}
    top = scale["top"] if scale["low"] in (None, "0") else scale[0]
    return {
        name: f"{data[name]}/{top}"
        for name, each in properties.items()
        if _is_number(data.get(name)) and highest(each, known) not in (None, float(scale["top"]))
    }


def _fit_choice(data: object, choices: list[Any]) -> object:
    if isinstance(data, bool) and not any(isinstance(choice, bool) for choice in choices):
        return str(data)
    if not isinstance(data, str | int | float):
        return data
    stated = said(data) if isinstance(data, str) else None
    value = stated.on(None) if stated else data
    meant = [choice for choice in choices if choice == data or (_is_number(choice) and choice == value)]
    named = _NAMED.fullmatch(str(data))
    for text in (str(data), named["choice"] if named else ""):
        meant = meant or [choice for choice in choices if plain(str(choice)) == plain(text)]
    if not meant and len(stem := plain(str(data))) >= _STEM:
        meant = [choice for choice in choices if plain(str(choice)).startswith(stem)]
    return meant[0] if len(meant) == 1 else data


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def plain(text: str) -> str:
    """Letters and digits alone, in one case: how "(A)." and "a", or "Plot Score" and "plot_score", are the same."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum() or sign in "+-.").strip(".") or folded.strip()


def options(schema: Schema, known: Mapping[str, Any]) -> Iterator[Schema]:
    if "$ref" in schema:
        yield from options(known[schema["$ref"].removeprefix("#/$defs/")], known)
        return
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if not alternatives:
        yield schema
        return
    resolved = [each for option in alternatives for each in options(option, known)]
    real = [each for each in resolved if each.get("type") != "null"]
    if len(real) == 1:
        yield real[0]


def kinds(schema: Schema, known: Mapping[str, Any]) -> set[str]:
    if "$ref" in schema:
        return kinds(known[schema["$ref"].removeprefix("#/$defs/")], known)
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return set().union(*(kinds(each, known) for each in options))
    kind = schema.get("type", "string")
    return {"choice"} if "enum" in schema or "const" in schema else {kind}


def highest(schema: Schema, known: Mapping[str, Any]) -> float | None:
    return next((option.get("maximum") for option in options(schema, known)), None)
