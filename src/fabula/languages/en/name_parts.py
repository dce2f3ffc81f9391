"""The parts of an English name: title, given name, patronymic, surname with its particles, and the role after `the`."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from fabula.languages.en.given_names import folded, gender_of, given_names, wholes
from fabula.languages.en.titles import PEERS, QUALIFIERS, TITLES, WIVES
from fabula.languages.topics.names import Gender

PARTICLES = frozenset(
    [
        "de",
        "du",
        "da",
        "di",
        "la",
        "le",
        "van",
        "von",
        "vom",
        "zu",
        "der",
        "den",
        "del",
        "della",
        "dei",
        "degli",
        "dos",
        "das",
        "ten",
        "ter",
        "bin",
        "ibn",
        "bint",
        "al",
        "el",
        "ap",
        "af",
        "of",
        "d'",
    ]
)
_BEFORE_RANK, _FRENCH_THE = frozenset(["Madame", "Mme", "Monsieur", "M"]), frozenset(["le", "la"])
"""`Madame la Comtesse` is the Comtesse."""
_PATRONYMIC = re.compile(r"\w+(?:[oei]vi?t?ch|[oe]vna|inichna|[yi]it?ch|yt?ch|[km]it?ch)\Z")
_LONG = 7
"""Letters of a name that may be spelt in two ways, at least."""
_HARDLY_HEARD = re.compile(r"[aeiouyh]|(.)(?=\1)")
_INITIALS = re.compile(r"(?:[A-Z]\.\s?)+\Z")


class Name(NamedTuple):
    """A name split into parts. A single word without a title stays `bare`, because given names and surnames look alike."""

    title: str = ""
    given: str = ""
    middle: str = ""
    surname: str = ""
    bare: str = ""
    husband: str = ""
    """The given name in `Mrs. John Knightley`."""
    role: str = ""
    """What someone is called by with an article: `the Hatter`."""

    @property
    def full(self) -> bool:
        """Whether it has a given name and a surname."""
        return bool(self.given and self.surname)


def parts_of(title: str, words: tuple[str, ...]) -> Name:
    """Sort the words of a name into its parts."""
    if title in QUALIFIERS:
        title = ""
    if title in _BEFORE_RANK and len(words) > 1 and words[0] in _FRENCH_THE and words[1] in TITLES:
        return parts_of(words[1], words[2:]) if words[2:] else Name(role=words[1])
    words = _first_estate(words)
    whole = " ".join(words)
    if words[0].lower() in PARTICLES and len(words) <= 3:
        return Name(title, surname=whole) if title else Name(bare=whole)
    if len(words) > 1 and is_patronymic(words[1]):
        return Name(title, words[0], words[1], surname_of(words) if len(words) > 2 else "")
    if len(words) > 1:
        surname = surname_of(words)
        middle = " ".join(words[1 : len(words) - len(surname.split(" ")) + ("St. " in surname)])
        if title in WIVES and (gender_of(words[0]) == "m" or is_initials(words[0])):
            return Name(title, surname=surname, husband=words[0])
        return Name(title, words[0], middle, surname)
    if not title:
        return Name(bare=whole)
    gender, follows = TITLES[title]
    if follows == "e":
        known = folded(whole) in given_names()
        fits = known and not (gender and gender_of(whole) and gender != gender_of(whole))
        follows = "g" if fits else "s"
    if title in WIVES and gender_of(whole) == "m":
        return Name(title, husband=whole, surname="")
    return Name(title, given=whole) if follows == "g" else Name(title, surname=whole)


def _first_estate(words: tuple[str, ...]) -> tuple[str, ...]:
    """`de Tournay` of `de Tournay de Basserive`: whoever has two estates is mostly called by the first."""
    joints = [n for n, word in enumerate(words) if n > 1 and word.lower() in PARTICLES]
    is_estate = words[0].lower() in PARTICLES and len(words) > 3 and joints
    return words[: joints[0]] if is_estate and words[joints[0] - 1].lower() not in PARTICLES else words


def is_patronymic(word: str) -> bool:
    """Ivanovitch, Petrovna: the father's name in Russian."""
    return _PATRONYMIC.match(folded(word)) is not None


def is_initials(word: str) -> bool:
    """`A. J.`"""
    return _INITIALS.match(word) is not None


def may_share_given(one: Name, other: Name) -> bool:
    """Whether two full names may be one person's by what stands before the surname.

    Elizabeth and Eliza, A. J. and Arthur may; not Pyotr Petrovitch and Pyotr Ilyitch, nor Sir Thomas and his son Tom.
    """
    fathers = {folded(name.middle) for name in (one, other) if is_patronymic(name.middle)}
    if len(fathers) > 1:
        return False
    for first, second in ((one, other), (other, one)):
        if is_initials(first.given):
            return first.given[0] == second.given[0]
    ranks = {bool(name.title in PEERS) for name in (one, other)}
    if len(ranks) == 2 and folded(one.given) != folded(other.given):
        return False
    for first, second in ((one, other), (other, one)):
        if not first.title and second.given in first.middle.split(" "):
            return True  # Napoleon Godfrey St. Peter is called Godfrey.
    return bool(wholes(one.given) & wholes(other.given)) or _is_cut_off(one.given, other.given)


def _is_cut_off(one: str, other: str) -> bool:
    """Sig is Sigsbee to a friend: the first letters of a name that no list has."""
    short, long = sorted((folded(one), folded(other)), key=len)
    is_known = {short.title(), long.title()} & given_names().keys()
    return len(short) >= 3 and long.startswith(short) and not is_known


def surname_of(words: tuple[str, ...]) -> str:
    """The last word with its particles: `de Bourgh`."""
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[start:])


@lru_cache(maxsize=65536)
def root(surname: str) -> str:
    """A surname as it is compared: without accents and particles. Worms is de Worms, and Rashid al-Rashid."""
    words = folded(surname).casefold().split(" ")
    while len(words) > 1 and words[0] in PARTICLES:
        words = words[1:]
    return re.sub(r"\A(?:d'|[ae]l-)", "", " ".join(words))


def heard(word: str) -> str:
    """What hardly differs between spellings of a name: Buonaparte and Bonaparte, Elliott and Elliot, Volkonsky and Volkonski."""
    return word[:1] + _HARDLY_HEARD.sub("", word[1:])


def is_respelt(one: str, other: str) -> bool:
    """Whether two long words are heard alike and differ in one letter: one that is left out, or an i for a y."""
    first, second = Counter(one.replace("y", "i")), Counter(other.replace("y", "i"))
    extra, missing = (first - second).total(), (second - first).total()
    long = min(len(one), len(other)) >= _LONG
    return long and heard(one) == heard(other) and sorted((extra, missing)) in ([0, 0], [0, 1])


def surface(name: Name) -> str:
    """The name as it is written, `Mr.` with its dot."""
    dotted = name.title in ("Mr", "Mrs", "Ms", "Dr", "M", "Mme", "Mlle")
    title = name.title + "." if dotted else name.title
    role = f"the {name.role}" if name.role else ""
    parts = (title, name.given or name.husband, name.middle, name.surname, name.bare, role)
    return " ".join(part for part in parts if part)


def untitled(name: Name) -> Name:
    """The same name without its title."""
    return name._replace(title="")


def gender_by_name(name: Name) -> Gender:
    """What the title or the given name says."""
    if name.title and TITLES[name.title][0]:
        return TITLES[name.title][0]  # type: ignore[return-value]
    return gender_of(name.given) or ("" if name.title else gender_of(name.bare))
