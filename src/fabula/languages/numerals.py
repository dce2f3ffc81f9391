"""Numbers as books print them: figures, Roman numerals, and the words of every language with a folder."""

from __future__ import annotations

import re
from unicodedata import normalize

from fabula.languages.language import each_with

_ROMAN = re.compile(r"M{0,4}(CM|CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})", re.IGNORECASE | re.ASCII)
ROMAN_LETTERS = "IVXLCDMⅠ-ⅫⅬ-Ⅿ"
"""Capitals of Roman numerals within a pattern's brackets, with the characters that are whole numerals."""
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_TENTHS = str.maketrans("IVX", "XLC")


def roman(text: str) -> int | None:
    """XII and Ⅻ are 12. The additive forms of old books (XXXX, VIIII) count too. None if it is not a Roman numeral."""
    text = text if text.isascii() else normalize("NFKC", text)
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_VALUES[letter] for letter in text.upper()]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def in_roman(number: int) -> str:
    """A number below 400 as books print it."""
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    tens = ones[number // 10 % 10].translate(_TENTHS)
    return "C" * (number // 100) + tens + ones[number % 10]


def in_words(text: str) -> int | None:
    """A number in the words or letters of any language with a folder."""
    for language in each_with("numerals"):
        value = language.numerals.read(text)
        if value is not None:
            return value
    return None


def number(text: str) -> int | None:
    """A number in any of these forms."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 6 else None
    value = roman(text)
    return in_words(text) if value is None else value


def spoken(text: str) -> float | int | None:
    """A number as it is spoken: `seven`, `seven and a half`, `eight point five`, 七, 七半, 八点五."""
    for language in each_with("numerals"):
        rules = language.numerals
        plain = text.strip().lower()
        halved = bool(rules.half) and plain.endswith(rules.half)
        whole, pointed, decimals = (
            plain.removesuffix(rules.half).partition(rules.point) if rules.point else (plain, "", "")
        )
        value, digits = rules.read(whole), rules.read(decimals) if pointed else None
        if value is None or (pointed and (digits is None or digits > 9 or halved)):
            continue
        return value + digits / 10 if digits is not None else value + 0.5 if halved else value
    return None
