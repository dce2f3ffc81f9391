"""Numerals: numbers in words or in letters of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumeralRules:
    """How a language writes numbers, beside figures and Roman numerals."""

    read: Callable[[str], int | None]
    """The value of a number in words. None if a word is not a number."""
    letters: str = ""
    """Every character used in numerals, for languages with their own numerals."""
    small: str = ""
    """A pattern of the smallest of them, as sections of a chapter are numbered."""
    point: str = ""
    """The word for a decimal point, as in `seven point five`."""
    half: str = ""
    """What adds a half to a number, as in `seven and a half`."""
