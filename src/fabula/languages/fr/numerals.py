"""French numbers in words, 1 to 99: vingt et un, quatre-vingt-dix, premier, deuxième."""

from __future__ import annotations

from collections.abc import Iterator

from fabula.languages.number_phrases import NumberPhrases
from fabula.languages.topics.numerals import NumeralRules

_ONES = [
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}


def _cardinals() -> Iterator[tuple[str, int]]:
    yield from ((word, value) for value, word in enumerate(_ONES, 1))
    for ten, word in _TENS.items():
        yield (word + "s" if ten == 80 else word), ten
        for one in range(1, 20 if ten >= 60 else 10):
            link = " et " if one in (1, 11) and ten < 80 else "-"
            yield f"{word}{link}{_ONES[one - 1]}", ten + one


def _ordinal(cardinal: str) -> str:
    if cardinal.endswith("cinq"):
        return cardinal + "uième"
    if cardinal.endswith("neuf"):
        return cardinal[:-1] + "vième"
    return cardinal.rstrip("es" if cardinal.endswith("vingts") else "e") + "ième"


def _phrases() -> Iterator[tuple[str, int]]:
    for phrase, value in _cardinals():
        for written in (phrase, _ordinal(phrase)):
            plain = written.replace("-", " ")
            yield from ((plain, value), (plain.replace("è", "e"), value))
    yield from (("une", 1), ("premier", 1), ("première", 1), ("premiere", 1), ("second", 2), ("seconde", 2))


PHRASES = NumberPhrases(dict(_phrases()))

RULES = NumeralRules(read=PHRASES.read)
