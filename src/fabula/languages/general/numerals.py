"""Figures and Roman numerals only: no words are known."""

from __future__ import annotations

from fabula.languages.topics.numerals import NumeralRules


def _no_words(text: str) -> int | None:  # noqa: ARG001 - every language's numbers are read alike
    return None


RULES = NumeralRules(read=_no_words)
