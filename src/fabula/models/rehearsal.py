"""A model with made-up answers, for --dry-run: the code of a real run goes through, and nothing is sent or spent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fabula.models.chat import ChatRequest, Choice, Completion, JsonSchema, Usage, estimate_input
from fabula.tokens import estimate_tokens

_ITEMS = 3
"""The length of a list whose schema gives none."""
_LINE = "the reader would find here what the model has to say of the story, "


class RehearsalModel:
    """Answers every question with something valid of about the length that the question expects."""

    def __init__(self, name: str, endpoint: str, room: int = 0) -> None:
        self.name = name
        self.endpoint = endpoint
        self.room = room
        """What a reasoning model may think. Half of it is counted: models seldom use it up, and seldom think for nothing."""

    def grow(self, cramped: int) -> bool:  # noqa: ARG002 - the protocol's signature
        """Made-up answers are never cut off."""
        return False

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """`n` equal choices, with estimated tokens."""
        expected = min(request.expected_tokens, request.max_tokens)
        text = (
            _prose(expected) if schema is None else json.dumps(made_up(schema, expected), ensure_ascii=False)
        )
        output = (max(expected, estimate_tokens(text)) + self.room // 2) * n
        usage = Usage(estimate_input(request), output, reported=False)
        return Completion((Choice(text),) * n, usage)

    async def probe(self) -> None:
        """Nothing is sent, so nothing can refuse."""

    async def close(self) -> None:
        """Nothing to close."""


def made_up(schema: JsonSchema, expected_tokens: int) -> Any:
    """A value that the schema allows, of about so many tokens where it holds text."""
    known: Mapping[str, Any] = schema.get("$defs", {})
    bare = json.dumps(_value(schema, known, "\0"))
    texts = max(1, bare.count(json.dumps("\0")))
    return _value(schema, known, _prose((expected_tokens - estimate_tokens(bare)) // texts))


def _value(schema: Mapping[str, Any], known: Mapping[str, Any], filler: str, depth: int = 0) -> Any:
    schema = _resolved(schema, known, depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {
            name: _value(each, known, filler, depth + 1)
            for name, each in schema.get("properties", {}).items()
        }
    if kind == "array":
        return [
            _value(schema.get("items", {}), known, filler, depth + 1) for _ in range(_length(schema, depth))
        ]
    if kind in ("number", "integer"):
        return _middle(schema, whole=kind == "integer")
    if kind == "boolean":
        return True
    return None if kind == "null" else filler


def _resolved(schema: Mapping[str, Any], known: Mapping[str, Any], depth: int) -> Mapping[str, Any]:
    """The definition of a reference, and the first alternative that is not null (or the null, deep in a recursive schema)."""
    if "$ref" in schema:
        return _resolved(known[schema["$ref"].removeprefix("#/$defs/")], known, depth)
    if "anyOf" in schema:
        options = sorted(schema["anyOf"], key=lambda each: (each.get("type") == "null") != (depth > 6))
        return _resolved(options[0], known, depth)
    return schema


def _length(schema: Mapping[str, Any], depth: int) -> int:
    usual = _ITEMS if depth < 6 else 0
    length: int = min(
        max(usual, schema.get("minItems", 0)), schema.get("maxItems", usual + schema.get("minItems", 0))
    )
    return length


def _middle(schema: Mapping[str, Any], *, whole: bool) -> float | int:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is None and high is None:
        return 1
    middle: float = low + 1 if high is None else high - 1 if low is None else (low + high) / 2
    return round(middle) if whole else middle


def _prose(tokens: int) -> str:
    letters = max(1, round(tokens * 4.2))
    return (_LINE * (letters // len(_LINE) + 1))[:letters]
