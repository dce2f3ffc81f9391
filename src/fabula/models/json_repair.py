"""Repairs JSON and numbers in answers where only one reading is possible. Anything else stays broken."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping

from fabula.models import loose_json
from fabula.models.fitting import Schema, highest, kinds, names_of, plain
from fabula.models.loose_json import TwoValuesError, once
from fabula.models.protocols.chat import whole_characters
from fabula.models.said_numbers import said
from fabula.models.thoughts import without_thoughts

_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_UNCLOSED = 50
"""Unclosed brackets after which the search for JSON in a degenerate answer ends."""
_LABEL = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d+[.)][ \t]+)?[*_]{0,2}([^\n:：*_|{}\"]{1,60}?)[*_]{0,2}[ \t]*[:：][*_]{0,2}[ \t]*",
    re.MULTILINE,
)


def complete_json(text: str) -> object | None:
    """The text as one whole JSON value, bare or in a code fence; otherwise None."""
    body = without_thoughts(text)
    fenced = _FENCED.fullmatch(body)
    try:
        return _loads(fenced[1] if fenced else body)
    except TwoValuesError:
        return None


def readings(text: str) -> list[object]:
    """Every top-level JSON value in the text, repaired, in order. Usually there is one, with or without prose around it."""
    body = without_thoughts(text) or _after_a_thought(text)
    if body.startswith('"') and isinstance(quoted := complete_json(body), str):
        body = quoted.strip()
    whole = _repaired(body)
    if whole is not None:
        return [whole]
    fenced = [value for each in _FENCED.findall(body) if (value := _repaired(each.strip())) is not None]
    if fenced:
        return fenced
    return [value for span in _objects(body) if (value := _repaired(span)) is not None]


def _after_a_thought(text: str) -> str:
    """The JSON that ends an answer whose thoughts never close, if it begins on a line of its own."""
    last = re.search(r"\n[ \t]*([{\[][^\n]*(?:\n.*)?)\Z", text.strip().removesuffix("```").strip(), re.DOTALL)
    return next((span for span in _objects(last[1]) if last[1].endswith(span)), "") if last else ""


def labelled(text: str, schema: Schema) -> object | None:
    """`Label: value` lines as an object, if each property of a flat type appears exactly once.

    A type of one property may also be the bare value ("85/100").
    """
    body = without_thoughts(text)
    if "{" in body:
        return None
    properties: Mapping[str, Schema] = schema.get("properties", {})
    definitions = schema.get("$defs", {})
    asked = {name: kinds(each, definitions) for name, each in properties.items()}
    if not properties or any(kind & {"object", "array"} for kind in asked.values()):
        return None
    if len(properties) == 1:
        ((name, kind),) = asked.items()
        if kind & {"number", "integer"} and (stated := said(body)):
            return None if stated.on(highest(properties[name], definitions)) is None else {name: body}
    names = names_of(properties)
    marks = [(mark, names[plain(mark[1])]) for mark in _LABEL.finditer(body) if plain(mark[1]) in names]
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
        found[name] = value if "string" in asked[name] else value.partition("\n")[0].strip()
    return found


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
