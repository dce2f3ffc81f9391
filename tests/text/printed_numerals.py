"""Numbers printed as books print them: the way back for the tests of `fabula.languages.numerals`."""

from __future__ import annotations

_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def to_roman(number: int) -> str:
    printed = ""
    for value, letters in _ROMAN:
        printed += letters * (number // value)
        number %= value
    return printed


def to_english(number: int) -> str:
    if number >= 1000:
        rest = number % 1000
        return f"{to_english(number // 1000)} thousand" + (f" {to_english(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{_ONES[number // 100]} hundred" + (f" and {to_english(rest)}" if rest else "")
    if number >= 20:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    return _ONES[number]


def to_chinese(number: int, digits: str = "零一二三四五六七八九", units: str = "十百千") -> str:
    """By units: 一百零五, 一千二百; ten to nineteen without their 一."""
    printed, pending_zero = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            printed += (
                (digits[0] if pending_zero else "") + digits[digit] + (units[place - 1] if place else "")
            )
            pending_zero = False
        elif printed:
            pending_zero = True
    return printed[1:] if 10 <= number < 20 else printed
