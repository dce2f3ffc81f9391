"""Whether the bearer of a name is a woman or a man, by what an English text says around the name.

A given name in the lists says it too, but most names of a modern story are in no list, and some of both.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from fabula.languages.en.titles import TITLES
from fabula.languages.topics.names import Gender

_PRONOUNS: dict[str, Gender] = {
    "he": "m", "his": "m", "him": "m", "himself": "m", "she": "f", "her": "f", "hers": "f", "herself": "f",
}  # fmt: skip
_WOMEN = "woman|girl|lady|mother|sister|aunt|daughter|wife|queen|princess|duchess|countess|widow|niece|grandmother|girlfriend|stepsister|stepmother|heroine|mom|mum|goddess|witch|sorceress|actress"
_MEN = "man|boy|gentleman|father|brother|uncle|son|husband|king|prince|duke|baron|nephew|grandfather|boyfriend|stepbrother|stepfather|hero|dad|god|wizard|actor"
_IS = re.compile(
    rf"(?: \([^)\n]*\))?(?:, | is | was )(?:(?:a|an|the|her|his|their|\w+[’']s) )?(?:[\w-]+ ){{0,2}}?(?:({_WOMEN})|({_MEN}))\b"
)
"""What follows a name: `Ana, her younger sister`."""
_BEFORE = re.compile(rf"\b(?:({_WOMEN})|({_MEN})),? [“\"]?\Z", re.I)
"""What stands before a name: `his wife, Ana`, `Queen Ana`."""
_ROLE = 3.0
_NEAREST, _FIRST = 1.0, 1.0
"""A pronoun speaks of the name before it and of the name that its sentence is about, and seldom of neither."""
_OBJECT = re.compile(r"\s\w+(?:\s\w+)?\s(?:him|her(?=[,.;:!?]))", re.I)
"""`Ana finds him`: he is another."""
_LEAST, _TIMES = 3.0, 3.0
"""How much must speak for one, and how many times as much as for the other."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a text says of one name's bearer, in weighed words that speak for a woman and for a man."""

    woman: float = 0.0
    man: float = 0.0

    @property
    def clear(self) -> Gender:
        """The gender, if most of it speaks for one."""
        most, least = max(self.woman, self.man), min(self.woman, self.man)
        return self.leaning if most >= _LEAST and most >= _TIMES * least else ""

    @property
    def leaning(self) -> Gender:
        """The gender that more of it speaks for."""
        return "" if self.woman == self.man else "f" if self.woman > self.man else "m"


def bearers(names: Collection[str], text: str) -> dict[str, Shown]:
    """What the text says of each name's bearer."""
    if not names:
        return {}
    held: dict[str, dict[str, float]] = defaultdict(lambda: {"f": 0.0, "m": 0.0})
    words = re.compile(
        rf"(?P<name>\b(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b)"
        rf"|\b(?P<pronoun>{'|'.join(_PRONOUNS)})\b|(?P<end>[.!?][”\"’']?\s|\n\s*\n)",
        re.IGNORECASE,
    )
    nearest = first = ""
    named = 0
    for found in words.finditer(text):
        if found["end"]:
            nearest, first = nearest if "\n\n" not in found["end"] else "", ""
        elif found["pronoun"]:
            if _OBJECT.fullmatch(text, named, found.end()):
                continue
            gender = _PRONOUNS[found["pronoun"].lower()]
            if first:
                held[first][gender] += _FIRST
            if nearest and (nearest != first):
                held[nearest][gender] += _NEAREST
        elif found["name"] in names:
            nearest, named = found["name"], found.end()
            first = first or nearest
            role = _role(text, found.start(), found.end())
            if role:
                held[nearest][role] += _ROLE
    return {name: Shown(score["f"], score["m"]) for name, score in held.items()}


def _role(text: str, start: int, end: int) -> Gender:
    before, after = _BEFORE.search(text[max(0, start - 24) : start]), _IS.match(text[end : end + 60])
    title = text[max(0, start - 16) : start].split()
    shown = TITLES[word][0] if title and (word := title[-1].rstrip(".")) in TITLES else ""
    if shown:
        return "f" if shown == "f" else "m"
    role = before or after
    return "" if role is None else "f" if role[1] else "m"
