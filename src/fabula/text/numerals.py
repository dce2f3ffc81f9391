"""Numbers as books print them: digits, Roman, English words, Chinese in both scripts and full width."""

from __future__ import annotations

import re

_ROMAN = re.compile(r"M{0,4}(CM|CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})", re.IGNORECASE)
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_ONES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_ENGLISH = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: value * 10 for value, word in enumerate(_TENS.split(), 2)}
    | {word: value for value, word in enumerate(_ORDINAL_ONES.split(), 1)}
    | {word: value * 10 for value, word in enumerate(_ORDINAL_TENS.split(), 2)}
    | {"fourty": 40}
)

_CHINESE_DIGITS = {
    digit: value
    for value, forms in enumerate(
        (
            "零〇○０0",
            "一壹１1弌",
            "二贰貳弍两兩２2",
            "三叁參叄３3",
            "四肆４4",
            "五伍５5",
            "六陆陸６6",
            "七柒７7",
            "八捌８8",
            "九玖９9",
        )
    )
    for digit in forms
}
_CHINESE_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_CHINESE_RUNS = {"廿": 20, "卄": 20, "卅": 30, "卌": 40}
_TEN_THOUSAND = "万萬"
CHINESE_NUMERALS = "".join(dict.fromkeys([*_CHINESE_DIGITS, *_CHINESE_UNITS, *_CHINESE_RUNS, *_TEN_THOUSAND]))
"""Every character that may stand in a Chinese numeral, for patterns that look for one."""


def roman(text: str) -> int | None:
    """XII is 12; the additive forms of old books (XXXX, VIIII) too; None where it is no Roman numeral."""
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_VALUES[letter] for letter in text.upper()]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def english(text: str) -> int | None:
    """`twenty-one`, `Twenty First`, `one hundred and three`: None where a word is no number."""
    words = [word for word in text.lower().replace("-", " ").split() if word not in ("and", "the")]
    if not words:
        return None
    total = current = 0
    limit = 100
    for word in words:
        value = _ENGLISH.get(word)
        if word in ("hundred", "hundredth", "thousand", "thousandth"):
            unit = 100 if word.startswith("hundred") else 1000
            if current >= (10 if unit == 100 else 1000) or (total and unit == 1000):
                return None
            current = (current or 1) * unit
            if unit == 1000:
                total, current = current, 0
            limit = 100
        elif value is None or value >= limit:
            return None
        else:
            current += value
            limit = 10 if value >= 20 else 0
    return total + current


def chinese(text: str) -> int | None:
    """一百二十, 一二零, 廿三, 壹佰零伍, １２, 108: None where a character is no numeral."""
    if not text or any(letter not in CHINESE_NUMERALS for letter in text):
        return None
    high, part, low = text.partition("万") if "万" in text else text.partition("萬")
    if part:
        thousands, rest = chinese(high or "一"), chinese(low) if low else 0
        return None if thousands is None or rest is None or rest >= 10_000 else thousands * 10_000 + rest
    if all(letter in _CHINESE_DIGITS for letter in text):
        return int("".join(str(_CHINESE_DIGITS[letter]) for letter in text)) if len(text) <= 6 else None
    return _chinese_by_units(text)


def _chinese_by_units(text: str) -> int | None:
    """Tens, hundreds and thousands named; a digit that no unit follows counts as ones."""
    total, digit, limit = 0, None, 10_000
    for letter in text:
        if letter in _CHINESE_DIGITS:
            if digit:
                return None
            digit = _CHINESE_DIGITS[letter]
            continue
        run = _CHINESE_RUNS.get(letter)
        unit = 10 if run else _CHINESE_UNITS[letter]
        if unit >= limit or (run and digit):
            return None
        total += run or (digit if digit else 1) * unit
        digit, limit = None, unit
    return total + (digit or 0)


def number(text: str) -> int | None:
    """A number in any of these forms."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 6 else None
    for read in (roman, english, chinese):
        value = read(text)
        if value is not None:
            return value
    return None
