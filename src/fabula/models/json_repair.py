"""Repairs JSON and numbers in answers where only one reading is possible. Anything else stays broken."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from fabula.languages.numerals import spoken
from fabula.models import loose_json
from fabula.models.loose_json import TwoValuesError, once
from fabula.models.protocols.chat import whole_characters

Schema = Mapping[str, Any]

_THOUGHT = re.compile(r"\A.*</think(?:ing)?>|<think(?:ing)?>.*\Z", re.DOTALL | re.IGNORECASE)
"""A model's reasoning, up to its closing tag; all of it if the tag never came."""
_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
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
_UNCLOSED = 50
"""Unclosed brackets after which the search for JSON in a degenerate answer ends."""
_LABEL = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d+[.)][ \t]+)?[*_]{0,2}([^\n:：*_|{}\"]{1,60}?)[*_]{0,2}[ \t]*[:：][*_]{0,2}[ \t]*",
    re.MULTILINE,
)


def complete_json(text: str) -> object | None:
    """The text as one whole JSON value, bare or in a code fence; otherwise None."""
    body = _THOUGHT.sub("", text).strip()
    fenced = _FENCED.fullmatch(body)
    try:
        return _loads(fenced[1] if fenced else body)
    except TwoValuesError:
        return None


def readings(text: str) -> list[object]:
    """Every top-level JSON value in the text, repaired, in order. Usually there is one, with or without prose around it."""
    body = _THOUGHT.sub("", text).strip()
    if body.startswith('"') and isinstance(quoted := complete_json(body), str):
        body = quoted.strip()
    whole = _repaired(body)
    if whole is not None:
        return [whole]
    fenced = [value for each in _FENCED.findall(body) if (value := _repaired(each.strip())) is not None]
    if fenced:
        return fenced
    return [value for span in _objects(body) if (value := _repaired(span)) is not None]


def labelled(text: str, schema: Schema) -> object | None:
    """`Label: value` lines as an object, if each property of a flat type appears exactly once.

    A type of one property may also be the bare value ("85/100").
    """
    body = _THOUGHT.sub("", text).strip()
    if "{" in body:
        return None
    properties: Mapping[str, Schema] = schema.get("properties", {})
    definitions = schema.get("$defs", {})
    kinds = {name: _kinds(each, definitions) for name, each in properties.items()}
    if not properties or any(kind & {"object", "array"} for kind in kinds.values()):
        return None
    if len(properties) == 1:
        ((name, kind),) = kinds.items()
        if kind & {"number", "integer"} and number(body, _top(properties[name], definitions)) is not None:
            return {name: body}
    names = {_plain(name): name for name in properties}
    marks = [(mark, names[_plain(mark[1])]) for mark in _LABEL.finditer(body) if _plain(mark[1]) in names]
    if sorted(name for _, name in marks) != sorted(properties):
        return None
    if any(
        len(re.findall(rf"{re.escape(mark[1])}[*_]*\s*[:：=]", body, re.IGNORECASE)) > 1 for mark, _ in marks
    ):
        return None
    ends = [mark.start() for mark, _ in marks[1:]] + [len(body)]
    found = {}
    for (mark, name), end in zip(marks, ends, strict=True):
        value = body[mark.end() : end].strip()
        found[name] = value if "string" in kinds[name] else value.partition("\n")[0].strip()
    return found


def fit(data: object, schema: Schema, definitions: Mapping[str, Any] | None = None) -> object:
    """The value with keys, numbers and choices in the form of the schema, where only one form is possible.

    Anything else is left as it is; validation will refuse it.
    """
    known = schema.get("$defs", {}) if definitions is None else definitions
    for option in _options(schema, known):
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
    if kind == "array" and isinstance(data, list | tuple) and "items" in schema:
        fitted = [fit(each, schema["items"], known) for each in data]
        return fitted if any(a is not b for a, b in zip(fitted, data, strict=True)) else data
    if kind in ("number", "integer"):
        if isinstance(data, bool):
            return str(data)
        if isinstance(data, str):
            value = number(data, schema.get("maximum"))
            return data if value is None else value
    if kind == "string" and isinstance(data, int) and not isinstance(data, bool):
        return str(data)
    return data


def _fit_object(data: dict[Any, Any], properties: Mapping[str, Schema], known: Mapping[str, Any]) -> object:
    wanted = {_plain(name): name for name in properties}
    fitted: dict[Any, Any] = {}
    for key, value in data.items():
        name = key
        if key not in properties:
            meant = wanted.get(_plain(str(key)))
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
        meant = [choice for choice in choices if _plain(str(choice)) == _plain(str(data))]
    return meant[0] if len(meant) == 1 else data


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(text: str) -> str:
    """Letters and digits alone, in one case: how "(A)." and "a", or "Plot Score" and "plot_score", are the same."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum() or sign in "+-.").strip(".") or folded.strip()


def _options(schema: Schema, known: Mapping[str, Any]) -> Iterator[Schema]:
    if "$ref" in schema:
        yield from _options(known[schema["$ref"].removeprefix("#/$defs/")], known)
        return
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if not alternatives:
        yield schema
        return
    resolved = [each for option in alternatives for each in _options(option, known)]
    real = [each for each in resolved if each.get("type") != "null"]
    if len(real) == 1:
        yield real[0]


def _kinds(schema: Schema, known: Mapping[str, Any]) -> set[str]:
    if "$ref" in schema:
        return _kinds(known[schema["$ref"].removeprefix("#/$defs/")], known)
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return set().union(*(_kinds(each, known) for each in options))
    kind = schema.get("type", "string")
    return {"choice"} if "enum" in schema or "const" in schema else {kind}


def _top(schema: Schema, known: Mapping[str, Any]) -> float | None:
    return next((option.get("maximum") for option in _options(schema, known)), None)


def _repaired(text: str) -> object | None:
    """The text as JSON, or as what models write for it.

    Only objects and arrays: a bare word or number counts as prose.
    """
    if not text or text[0] not in "{[":
        return None
    try:
        value = _loads(text)
        if value is None:
            value = _whole(loose_json.loads(text))
    except ValueError:
        return None
    return value if isinstance(value, dict | list) else None


def _loads(text: str) -> object | None:
    try:
        value: object = json.loads(
            text, strict=False, object_pairs_hook=once, parse_constant=_no_constant, parse_float=_finite
        )
    except TwoValuesError:
        raise
    except (ValueError, RecursionError):
        return None
    return _whole(value)


def _whole(value: object) -> object:
    """The value without halves of characters, which no file can hold."""
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(each) for key, each in value.items()}
    return value


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits} is beyond any number")
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _objects(text: str) -> Iterator[str]:
    """The outermost balanced {...} or [...] of the text."""
    position, unclosed = 0, 0
    while unclosed < _UNCLOSED and (start := _next_opening(text, position)) is not None:
        end = _closing(text, start)
        if end is None:
            position, unclosed = start + 1, unclosed + 1
        else:
            yield text[start:end]
            position = end


def _next_opening(text: str, position: int) -> int | None:
    found = re.compile(r"[{\[]").search(text, position)
    return found.start() if found else None


def _closing(text: str, start: int) -> int | None:
    """The end of the bracket that opens at `start`, ignoring those in strings; None if it never closes."""
    depth, quote, at = 0, "", start
    while at < len(text):
        sign = text[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote = ""
        elif sign == '"' or (sign == "'" and text[at - 1] in " {[,:\n\t"):
            quote = sign
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None
