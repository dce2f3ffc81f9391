"""Makes the values of an answer fit its schema: keys, numbers and choices, where only one form is possible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from fabula.languages.numerals import spoken

Schema = Mapping[str, Any]

_NUMBER = r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[-+]?\.\d+"
_SCORE = re.compile(
    rf"""\W*?(?:[^\d:={{}}"]{{1,60}}[:=])?      # Score:
    [\s*_`"'(\[{{]*(?P<score>{_NUMBER})[\s*_`"')\]}}]*
    (?:(?P<of>/|out\sof|of)\s*[*_`]*(?P<top>{_NUMBER})[\s*_`)\]]*)?
    (?:points?|stars?|marks?|分|星|(?P<percent>%))?[\s*_`.。!)\]]*
    (?:[(]满分\s*(?P<full>{_NUMBER})\s*分?[)]\s*)?
    (?:[(,;—–][^\d]*|\s-\s[^\d]*)?         # (strong)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORDED = re.compile(
    r"""[\s*_"'(\[]*(?:(?:score|rating|评分|得分|分数)\s*[:：]\s*)?(?P<score>[^\W\d][\w\s-]*?)\s*
    (?:(?:/|out\sof)\s*(?P<top>[\w\s]+?)\s*)?(?:points?|stars?|marks?|分|星)?(?P<half>半)?[\s*_"'.。!)\]]*""",
    re.VERBOSE | re.IGNORECASE,
)
"""A number in words."""
_LONGEST_PHRASE = 400
OTHER_NAMES = "other_names"
"""In a field's schema: what else a model may call it, such as its label in another language."""
_NUMBER_KEYS = {"score", "value", "rating", "points", "number", "评分", "得分", "分数"}
"""What the only key of an object around a number may be called."""
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


def number(text: str, top: float | None = None) -> float | int | None:
    """The one number that a phrase such as "Score: 85", "4.5 out of 5" or "８５分" states; None if it is not clear.

    If it states another maximum ("4/5" on a scale to 100), it is not read.
    """
    stated = (
        _SCORE.fullmatch(unicodedata.normalize("NFKC", text).strip())
        if len(text) <= _LONGEST_PHRASE
        else None
    )
    if not stated:
        return _in_words(text, top)
    of = "100" if stated["percent"] else stated["top"] or stated["full"]
    if of is not None and (top is None or float(of.replace(",", "")) != top):
        return None
    digits = stated["score"].replace(",", "")
    return float(digits) if "." in digits else int(digits)


def _in_words(text: str, top: float | None) -> float | int | None:
    """The number that a phrase such as "seven out of ten", "七分半" or "8.5 (满分十分)" states."""
    stated = _WORDED.fullmatch(text.strip()) if len(text) <= _LONGEST_PHRASE else None
    if not stated:
        return None
    of = stated["top"] and (spoken(stated["top"]) or number(stated["top"]))
    if stated["top"] and (of is None or of != top):
        return None
    return spoken(f"{stated['score']}{stated['half'] or ''}")


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
        value = number(data, schema.get("maximum"))
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
            said = [
                (key, text) for key, text in each.items() if isinstance(text, str) and plain(text) in names
            ]
            if len(said) == 1:
                ((key, text),) = said
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
    same = all(key in data and data[key] is value for key, value in fitted.items())
    return data if same else fitted


def _fit_choice(data: object, choices: list[Any]) -> object:
    if isinstance(data, bool) and not any(isinstance(choice, bool) for choice in choices):
        return str(data)
    if not isinstance(data, str | int | float):
        return data
    said = number(data) if isinstance(data, str) else data
    meant = [choice for choice in choices if choice == data or (_is_number(choice) and choice == said)]
    if not meant:
        meant = [choice for choice in choices if plain(str(choice)) == plain(str(data))]
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
