"""Numerals: numbers in words or in letters of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumeralRules:
    """How a language writes numbers, beside figures and Roman numerals."""

    read: Callable[[str], int | None]
    """The value of a number in words; None where a word is not a number."""
    letters: str = ""
    """Every letter that may stand in a numeral, where numerals are written in letters of their own."""
    small: str = ""
    """A pattern of the smallest of them, as sections of a chapter are numbered."""
