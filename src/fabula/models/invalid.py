"""Pydantic's errors about an answer as notices: one code for each type of error, with a sentence in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_SHOWN = 4
"""Faults that are listed, and places of one; further ones are only counted."""
_WORDED = frozenset(
    {
        "missing", "extra_forbidden", "less_than_equal", "greater_than_equal", "less_than", "greater_than",
        "string_type", "float_type", "int_type", "int_parsing", "int_from_float", "float_parsing", "list_type",
        "model_type", "dict_type", "bool_type", "bool_parsing", "literal_error", "finite_number",
    }
)  # fmt: skip
"""Pydantic's error types that have a sentence of their own: `models.invalid-TYPE`."""


def what_is_invalid(error: ValidationError) -> Notice:
    """The first few faults, each with its places and value, and how many more places there are.

    A judge that writes B+ for every aspect has one fault in nine places.
    """
    findings = error.errors(include_url=False, include_context=True, include_input=True)
    alike: dict[tuple[Notice, str | None], list[str]] = {}
    for each in findings:
        value = None if each["type"] == "missing" else _short(each["input"])
        alike.setdefault((_what(each), value), []).append(".".join(str(step) for step in each["loc"]))
    shown = list(alike.items())[:_SHOWN]
    notices = [_finding(what, value, places) for (what, value), places in shown]
    if rest := len(findings) - sum(len(places) for _, places in shown):
        notices.append(Notice.of("models.more-findings", n=rest))
    whole = notices.pop()
    while notices:
        whole = Notice.of("models.findings", first=notices.pop(), rest=whole)
    return whole


def _finding(what: Notice, value: str | None, places: Sequence[str]) -> Notice:
    more = f" (+{len(places) - _SHOWN})" if len(places) > _SHOWN else ""
    place: Any = ", ".join(places[:_SHOWN]) + more or Notice.of("models.answer")
    if value is None:
        return Notice.of("models.finding", place=place, what=what)
    return Notice.of("models.finding-got", place=place, what=what, value=value)


def _what(finding: ErrorDetails) -> Notice:
    kind, context = finding["type"], finding.get("ctx", {})
    if kind not in _WORDED:
        return Notice.of("models.invalid", said=finding["msg"])
    fields = {
        name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in context.items()
    }
    if kind == "literal_error":
        fields["choices"] = fields["expected"].replace(" or ", ", ")
    return Notice.of(f"models.invalid-{kind.replace('_', '-')}", **fields)


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
