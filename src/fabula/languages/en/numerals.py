"""English numbers in words: twenty-one, the Twenty-First."""

from __future__ import annotations

from fabula.languages.topics.numerals import NumeralRules

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_ONES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_VALUES = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: value * 10 for value, word in enumerate(_TENS.split(), 2)}
    | {word: value for value, word in enumerate(_ORDINAL_ONES.split(), 1)}
    | {word: value * 10 for value, word in enumerate(_ORDINAL_TENS.split(), 2)}
    | {"fourty": 40}
)


def english(text: str) -> int | None:
    """`twenty-one`, `Twenty First`, `one hundred and three`. None if a word is not a number."""
    words = [word for word in text.lower().replace("-", " ").split() if word not in ("and", "the")]
    if not words:
        return None
    total = current = 0
    limit = 100
    for word in words:
        value = _VALUES.get(word)
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


RULES = NumeralRules(read=english, point=" point ", half=" and a half")
