"""Russian numbers in words, 1 to 99, as headings have them: первая, двадцать второй, три."""

from __future__ import annotations

from collections.abc import Iterator

from fabula.languages.number_phrases import NumberPhrases
from fabula.languages.topics.numerals import NumeralRules

_CARDINALS = [
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
]
_STEMS = [
    "перв",
    "втор",
    "трет",
    "четверт",
    "пят",
    "шест",
    "седьм",
    "восьм",
    "девят",
    "десят",
    "одиннадцат",
    "двенадцат",
    "тринадцат",
    "четырнадцат",
    "пятнадцат",
    "шестнадцат",
    "семнадцат",
    "восемнадцат",
    "девятнадцат",
]
_TENS = ["двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"]
_TEN_STEMS = [
    "двадцат",
    "тридцат",
    "сороков",
    "пятидесят",
    "шестидесят",
    "семидесят",
    "восьмидесят",
    "девяност",
]
_ENDINGS = ("ый", "ая", "ое", "ой", "ий", "ья", "ье")
"""Of all genders. What no one writes does no harm."""


def _small() -> Iterator[tuple[str, int]]:
    yield from (("одна", 1), ("две", 2))
    for value, (word, stem) in enumerate(zip(_CARDINALS, _STEMS, strict=True), 1):
        yield word, value
        yield from (
            (form + ending, value) for form in (stem, stem.replace("вер", "вёр")) for ending in _ENDINGS
        )


def _phrases() -> Iterator[tuple[str, int]]:
    small = list(_small())
    yield from small
    for ten, (word, stem) in enumerate(zip(_TENS, _TEN_STEMS, strict=True), 2):
        yield word, 10 * ten
        yield from ((stem + ending, 10 * ten) for ending in _ENDINGS)
        yield from ((f"{word} {one}", 10 * ten + value) for one, value in small if value < 10)


PHRASES = NumberPhrases(dict(_phrases()))

RULES = NumeralRules(read=PHRASES.read)
