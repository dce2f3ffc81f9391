"""Pydantic's errors about an answer as notices: one code for each type of error, with a sentence in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.notices import Notice

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_SHOWN = 4
"""Errors that are listed; further ones are only counted."""
_WORDED = frozenset(
    {
        "missing", "extra_forbidden", "less_than_equal", "greater_than_equal", "less_than", "greater_than",
        "string_type", "float_type", "int_type", "int_parsing", "int_from_float", "float_parsing", "list_type",
        "model_type", "dict_type", "bool_type", "bool_parsing", "literal_error", "finite_number",
    }
)  # fmt: skip
"""Pydantic's error types that have a sentence of their own: `models.invalid-TYPE`."""


def what_is_invalid(error: ValidationError) -> Notice:
    """The first few errors, each with its place and value, and how many more there are."""
    findings = error.errors(include_url=False, include_context=True, include_input=True)
    notices = [_finding(each) for each in findings[:_SHOWN]]
    if len(findings) > _SHOWN:
        notices.append(Notice.of("models.more-findings", n=len(findings) - _SHOWN))
    whole = notices.pop()
    while notices:
        whole = Notice.of("models.findings", first=notices.pop(), rest=whole)
    return whole


def _finding(finding: ErrorDetails) -> Notice:
    place: Any = ".".join(str(step) for step in finding["loc"]) or Notice.of("models.answer")
    what = _what(finding)
    if finding["type"] == "missing":
        return Notice.of("models.finding", place=place, what=what)
    return Notice.of("models.finding-got", place=place, what=what, value=_short(finding["input"]))


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
