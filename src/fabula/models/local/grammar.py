"""A JSON schema as a grammar of llama.cpp (GBNF): the model can then write nothing but a valid answer.

Written for the schemas of `structured.schema_of`: closed objects, all fields required. llama-cpp-python's own converter
knows no bounds of numbers, and lets control characters into strings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fabula.models.chat import JsonSchema

_FIXED = {
    "gap": '" "?',
    "character": r'[^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt/] | "u" [0-9a-fA-F]{4})',
    "string": r'"\"" character* "\""',
    "integer": '"-"? ("0" | [1-9] [0-9]{0,15})',
    "number": 'integer ("." [0-9]{1,15})?',
    "boolean": '"true" | "false"',
    "null": '"null"',
}
_MOST_LISTED = 1_000
"""So many whole numbers of a range are listed one by one."""


def grammar_of(schema: JsonSchema) -> str:
    """The grammar that allows what the schema allows, on one line and with single spaces."""
    return _Grammar(schema).text()


class _Grammar:
    """The rules of one schema. Each has a number for its name."""

    def __init__(self, schema: JsonSchema) -> None:
        self._definitions: Mapping[str, Any] = schema.get("$defs", {})
        self._rules: dict[str, str] = {}
        self._referred: dict[str, str] = {}
        root = self._rule(schema)
        self._rules["root"] = root

    def text(self) -> str:
        rules = {**self._rules, **_FIXED}
        return "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())

    def _named(self, rule: str) -> str:
        name = f"r{len(self._rules)}"
        self._rules[name] = rule
        return name

    def _rule(self, schema: Mapping[str, Any]) -> str:
        """What stands for this schema in another rule: the name of a rule."""
        if "$ref" in schema:
            return self._reference(str(schema["$ref"]).removeprefix("#/$defs/"))
        if "const" in schema or "enum" in schema:
            allowed = schema.get("enum", [schema.get("const")])
            return self._named(" | ".join(_literal(json.dumps(each, ensure_ascii=False)) for each in allowed))
        if "anyOf" in schema:
            return self._named(" | ".join(self._rule(each) for each in schema["anyOf"]))
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            return self._array(schema)
        if kind in ("integer", "number"):
            return self._number(schema, kind)
        if kind in ("string", "boolean", "null"):
            return str(kind)
        raise TypeError(f"a schema of type {kind!r} has no grammar")

    def _reference(self, name: str) -> str:
        if name not in self._referred:
            self._referred[name] = own = self._named("")
            self._rules[own] = self._rule(self._definitions[name])
        return self._referred[name]

    def _object(self, schema: Mapping[str, Any]) -> str:
        fields = [
            f"{_literal(json.dumps(name, ensure_ascii=False) + ':')} gap {self._rule(each)}"
            for name, each in schema.get("properties", {}).items()
        ]
        return self._named(_joined(['"{"', *([_separated(fields)] if fields else []), '"}"']))

    def _array(self, schema: Mapping[str, Any]) -> str:
        item = self._rule(schema["items"])
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        further = f'("," gap {item}){{{max(0, least - 1)},{"" if most is None else max(0, most - 1)}}}'
        inside = f"{item} {further}" if least else f"({item} {further})?"
        return self._named(f'"[" {inside} "]"' if most != 0 else '"[]"')

    def _number(self, schema: Mapping[str, Any], kind: str) -> str:
        """A number within its bounds where they are near each other; fractions have at most two places there."""
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        if low is None or high is None or high - low > _MOST_LISTED or low < 0:
            return kind
        whole = [each for each in range(int(low), int(high) + 1) if _within(each, schema)]
        if kind == "integer":
            return self._named(" | ".join(f'"{each}"' for each in whole))
        broken = [f'"{each}" "." [0-9]{{1,2}}' for each in range(int(low), int(high)) if each >= low]
        return self._named(" | ".join([*(f'"{each}"' for each in whole), *broken]))


def _within(value: int, schema: Mapping[str, Any]) -> bool:
    above = value >= schema.get("minimum", value) and value > schema.get("exclusiveMinimum", value - 1)
    return bool(
        above and value <= schema.get("maximum", value) and value < schema.get("exclusiveMaximum", value + 1)
    )


def _separated(parts: Sequence[str]) -> str:
    return ' "," gap '.join(parts)


def _joined(parts: Sequence[str]) -> str:
    return " ".join(parts)


def _literal(text: str) -> str:
    """The text between a grammar's quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
