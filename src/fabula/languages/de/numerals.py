"""German numbers in words, 1 to 99: einundzwanzig, erstes, zweiter."""

from __future__ import annotations

from collections.abc import Iterator

from fabula.languages.number_phrases import NumberPhrases
from fabula.languages.topics.numerals import NumeralRules

_ONES = [
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_ORDINAL_STEMS = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
_ENDINGS = ("e", "er", "es", "en", "em")


def _cardinals() -> Iterator[tuple[str, int]]:
    yield from ((word, value) for value, word in enumerate(_ONES, 1))
    for ten, word in enumerate(_TENS, 2):
        yield word, 10 * ten
        yield from ((f"{_ONES[one - 1]}und{word}", 10 * ten + one) for one in range(1, 10))


def _phrases() -> Iterator[tuple[str, int]]:
    for word, value in _cardinals():
        stem = _ORDINAL_STEMS.get(value, word + ("t" if value < 20 else "st"))
        for written in (word, *(stem + ending for ending in _ENDINGS)):
            yield from ((written, value), (written.replace("ß", "ss"), value))
    yield from (("eins", 1), ("zwo", 2), *((f"siebent{ending}", 7) for ending in _ENDINGS))


PHRASES = NumberPhrases(dict(_phrases()))

RULES = NumeralRules(read=PHRASES.read)
