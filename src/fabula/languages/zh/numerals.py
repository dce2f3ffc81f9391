"""Chinese numerals, in both scripts, for banks and in full width."""

from __future__ import annotations

from fabula.languages.topics.numerals import NumeralRules

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
"""Every character used in Chinese numerals, for patterns."""


def chinese(text: str) -> int | None:
    """一百二十, 一二零, 廿三, 壹佰零伍, １２, 108. None if a character is not a numeral."""
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
    """Read tens, hundreds and thousands. A digit without a unit counts as ones."""
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


RULES = NumeralRules(
    read=chinese, letters=CHINESE_NUMERALS, small="[一二三四五六七八九十]{1,3}", point="点", half="半"
)
