"""Errors planted in true sentences, each of one kind, so that what a checker sees can be counted."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from fabula.languages import Language
from fabula.text.claims import numbers

_UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905
_WORDED = re.compile(
    rf"\b(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|{'|'.join(_UNITS[1:])})\b",
    re.I,
)
_STRANGERS = (
    "Zebulon",
    "Ottoline",
    "Thaddeus",
    "Perpetua",
    "Balthazar",
    "Wilhelmina",
    "Cressida",
    "Mordecai",
)
_STRANGERS_ZH = ("欧阳锋", "司马懿", "诸葛亮", "慕容复", "上官云", "赵匡胤")


def other_name(sentence: str, names: Sequence[str], language: str, chance: random.Random) -> str | None:
    """A name of the story becomes one that it does not hold."""
    for name in names:
        if name in sentence:
            return sentence.replace(name, chance.choice(_STRANGERS_ZH if language == "zh" else _STRANGERS), 1)
    return None


def other_number(sentence: str, language: str, chance: random.Random) -> str | None:
    """A number becomes another of about its size."""
    if not numbers(sentence, Language(language)):
        return None
    if language == "zh":
        found = re.search("[二三四五六七八九两]", sentence)
        if not found:
            return None
        return (
            sentence[: found.start()]
            + chance.choice([c for c in "二三四五六七八九" if c != found[0]])
            + sentence[found.end() :]
        )
    digits = re.search(r"\d+", sentence)
    if digits:
        value = int(digits[0])
        return sentence.replace(digits[0], str(value + chance.choice([-7, -3, 2, 4, 9, 13])), 1)
    worded = _WORDED.search(sentence)
    if not worded:
        return None
    other = chance.choice(
        [unit for unit in (*_UNITS[2:], "twenty-six", "fifty-two", "thirty") if unit != worded[0].lower()]
    )
    return sentence.replace(worded[0], other, 1)


def pairs(made: Iterator[tuple[str, str | None]]) -> tuple[list[str], list[str]]:
    """The true sentences that could be spoilt, and the spoilt ones."""
    kept = [(true, false) for true, false in made if false is not None and false != true]
    return [true for true, _ in kept], [false for _, false in kept]
