"""English given names: gender, pet forms, and spellings that differ only in accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from fabula.languages.lexicons import table
from fabula.languages.topics.names import Gender

_BETWEEN_INITIALS = re.compile(r"(?<=\b[A-Z])\. (?=[A-Z]\.)")
_SAINT = frozenset(("St.", "St", "Saint", "Ste."))
_LATIN = re.compile(r"(?!Venus\b)[A-Z][a-z]{2,}us\Z")
_HEARD_A = re.compile(r"(?<=[a-z]{2})(?:y|ar)\Z")
_ENDEARMENT = re.compile(r"(?:ie|ey|y|i|o|s|ers|kins?)\Z")


@lru_cache(maxsize=65536)
def folded(word: str) -> str:
    """A name without accents and with one kind of apostrophe: Natásha and Natasha are one spelling, and so are J. R. and J.R."""
    if "." in word:
        word = _BETWEEN_INITIALS.sub(".", word)
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFKD", word.replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_LISTED: dict[str, Gender] = {"f": "f", "m": "m"}
"""What the lists write for a gender. Anything else is a name of both."""


def _rows() -> Iterable[tuple[str, Gender, tuple[str, ...]]]:
    for name, gender, *pets in table("en", "given"):
        yield folded(name), _LISTED.get(gender, ""), tuple(map(folded, pets))
    for gender, *names in table("en", "given_also"):
        for name in names:
            yield folded(name), _LISTED.get(gender, ""), ()
    for pet, gender, *names in table("en", "given_pets"):
        for name in names:
            yield folded(name), _LISTED.get(gender, ""), (folded(pet),)


@cache
def given_names() -> dict[str, Gender]:
    """Given names and pet forms in the lists, with their gender (empty if used for both: Sam, and Jordan Baker)."""
    known: dict[str, Gender] = {}
    for name, gender, pets in _rows():
        for form in (name, *pets):
            known[form] = gender if known.get(form, gender) == gender else ""
    known.update((folded(name), "") for name, *_ in table("en", "given_neutral") if folded(name) in known)
    return known


@cache
def pet_forms() -> dict[str, frozenset[str]]:
    """Pet form -> the names it can mean. Forms that are also full names are left out."""
    whole = {folded(row[0]) for row in table("en", "given")}
    also = {folded(name) for row in table("en", "given_also") if row[0] in _LISTED for name in row[1:]}
    found: dict[str, set[str]] = {}
    for name, _, *pets in table("en", "given"):
        for pet in map(folded, pets):
            if pet not in whole:
                found.setdefault(pet, set()).add(folded(name))
    for pet, _, *names in table("en", "given_pets"):
        if folded(pet) not in whole | also:
            found.setdefault(folded(pet), set()).update(map(folded, names))
    return {pet: frozenset(names) for pet, names in found.items()}


@cache
def _stands_for() -> dict[str, frozenset[str]]:
    """Every form -> the names it can mean, itself among them: Frank for Frank and for Francis."""
    found: dict[str, set[str]] = {}
    for name, _, pets in _rows():
        for form in (name, *pets):
            found.setdefault(form, {form}).add(name)
    return {form: frozenset(names) for form, names in found.items()}


def may_stand_for(given: str) -> frozenset[str]:
    """The given names that a form may stand for in one book or another, itself among them."""
    return _stands_for().get(folded(given), frozenset((folded(given),)))


def gender_of(given: str) -> Gender:
    """The gender a given name shows, if it is known. A Latin ending shows it, too: Honorius is a man's name."""
    known, plain = given_names(), folded(given)
    first = as_written(plain.split(" ")[0].split("-")[0])
    return known.get(plain) or known.get(first, "m" if _LATIN.search(first) else "")


def is_given(word: str) -> bool:
    """Whether a word is on the lists, or made of two that are: Anne-Marie."""
    plain = folded(word)
    return plain in given_names() or (
        "-" in plain and all(part in given_names() for part in plain.split("-"))
    )


def wholes(given: str) -> frozenset[str]:
    """The given names that a form may stand for: `Lizzy` for Elizabeth, any other for itself. St. Paul is no St. Gregory."""
    whole = folded(given)
    first = whole.split(" ")[0]
    plain = as_written(whole if first in _SAINT else first)
    return pet_forms().get(plain, frozenset((plain,)))


@lru_cache(maxsize=65536)
def as_written(word: str) -> str:
    """Almira for Almiry, Maria for Mariar: a name as country people say it, if the lists have it otherwise."""
    heard = _HEARD_A.sub("a", word)
    known = given_names()
    return heard if heard != word and word not in known and heard in known else word


def stems(pet: str) -> frozenset[str]:
    """What a pet form in -y or -ie may be made from: `Skaggsy` from Skaggs, `Bobby` from Bob."""
    word = folded(pet)
    stem = word.removesuffix("y").removesuffix("ie").removesuffix("e")
    if stem == word or len(stem) < 3 or word in given_names():
        return frozenset()
    return frozenset((stem, stem[:-1]) if stem[-1] == stem[-2] else (stem,))


def may_be_one(one: str, other: str) -> bool:
    """Whether one may be a short or a pet form of the other: Kit and Kitty, Garny and Garnet, but not Mary and Maria."""
    if may_stand_for(one) & may_stand_for(other):
        return True
    known = given_names()
    if folded(one) in known and folded(other) in known:
        return False
    return is_made_of(one, other) or is_made_of(other, one)


def without_endearment(pet: str) -> frozenset[str]:
    """What may be left of a form without its ending: nell of Nellie, tomm and tom of Tommy. Nothing where it has none."""
    word = folded(pet).lower()
    stem = _ENDEARMENT.sub("", word)
    if stem == word:
        return frozenset()
    return frozenset((stem, stem[:-1])) if len(stem) > 3 and stem[-1] == stem[-2] else frozenset((stem,))


def is_made_of(pet: str, whole: str) -> bool:
    """`Garny` from Garnet, `Ukie` from Ukridge, `Stan` from Stanning: the beginning of a name, with an ending of endearment or none."""
    word, long = folded(pet).lower(), folded(whole).lower()
    stem = _ENDEARMENT.sub("", word)
    if len(stem) > 3 and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return (
        len(stem) >= 2
        and len(long) > len(stem)
        and long.startswith(stem)
        and (stem != word or len(stem) >= 3)
    )
