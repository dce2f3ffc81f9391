"""Chooses new names for the people and places of an English book, and replaces them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from fabula.languages.en.bearers import Shown, bearers
from fabula.languages.en.given_names import gender_of, given_names, wholes
from fabula.languages.en.name_parts import PARTICLES
from fabula.languages.en.named_once import EMPTY_TITLES, OPENS, TITLE_BEFORE, named_once
from fabula.languages.en.places import english_places
from fabula.languages.en.titles import TITLES
from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Bearer, Gender, NameDraw

_SHORT = 3_000
"""Words of a text in which a name may stand only once: a plot or a synopsis, not a book."""


def other_names(people: Sequence[Bearer], draw: NameDraw, text: str) -> dict[str, str]:
    """A new name for every word of these people's names and for every place of the text."""
    mapping = _of_people(people, draw, text)
    new_places = sorted(word_set("en", "new_places"))
    return mapping | {place: draw.word(new_places) for place in english_places(text, mapping)}


def mentioned(names: Iterable[str], text: str) -> list[str]:
    """The naming words of listed names, and in a short text of whoever it names: of `The Old Priest Tomas`, only the word that is not an ordinary word of the text."""
    written = re.findall(r"\w+", text)
    words = set(written) | word_set("en", "not_names")
    named = (*names, *named_once(text)) if len(written) <= _SHORT else names
    bare = (
        [word for word in re.findall(r"[^\W\d_]\w+", name) if word[0].isupper() and word.lower() not in words]
        for name in named
    )
    return [" ".join(name) for name in bare if name]


def rename(text: str, mapping: Mapping[str, str], also_words: frozenset[str]) -> str:
    """Replace all whole names at once, longest first, so that no new name is replaced again."""
    written = {name.upper(): new.upper() for name, new in mapping.items() if name not in also_words} | dict(
        mapping
    )
    names = "|".join(sorted(map(re.escape, written), key=len, reverse=True))

    def other(match: re.Match[str]) -> str:
        name = match.group()
        return name if name in also_words and _opens(text, match.start()) else written[name]

    return re.sub(rf"\b(?:{names})(?=s?\b)", other, text)


def _opens(text: str, offset: int) -> bool:
    """Whether a sentence starts here, where any word is capitalised. None starts after `Mrs.`"""
    before = text[max(0, offset - 24) : offset]
    return bool(OPENS.search(before)) and not TITLE_BEFORE.search(before)


def _of_people(characters: Sequence[Bearer], draw: NameDraw, text: str) -> dict[str, str]:
    surnames = sorted(word_set("en", "surnames"))
    parts = [(character, *_words_of(character)) for character in characters]
    bearer = {word: character for character, own, _ in reversed(parts) for word in own}
    given = dict.fromkeys(word for _, own, _ in parts for word in own)
    shown = bearers(given, text)
    mapping: dict[str, str] = {}
    for word in sorted(given, key=lambda each: any(_is_short_for(each, other) for other in given)):
        gender = _gender(word, bearer[word], shown.get(word, Shown()))
        mapping[word] = _given(word, gender, given, mapping, draw)
    for word in dict.fromkeys(word for _, _, last in parts for word in last):
        if word not in mapping:
            mapping[word] = draw.word(surnames)
    return mapping


def _words_of(character: Bearer) -> tuple[list[str], list[str]]:
    """The given names and pet forms of one person, the fullest first, and the surnames."""
    whole = [form for form in (character.name, *character.aliases) if not form.startswith("the ")]
    forms = [_bare(form) for form in whole]
    last = {
        form[-1]
        for form, written in zip(forms, whole, strict=True)
        if len(form) > 1 or (form and _is_surnamed(written))
    }
    given = {word: None for form in forms for word in form if word not in last}
    return list(given), sorted(last)


def _gender(word: str, character: Bearer, shown: Shown) -> Gender:
    """What the name, the cast and the text agree on. Nothing, where they disagree."""
    by_name = given_names().get(word, "")
    told = shown.leaning if by_name else shown.clear
    said: set[Gender] = {by_name, character.gender, told} - {""}
    return said.pop() if len(said) == 1 else ""


def _bare(form: str) -> list[str]:
    """The distinguishing words of a name, without titles, particles and initials."""
    return [
        word
        for word in form.split()
        if word not in EMPTY_TITLES and word.lower() not in PARTICLES and not word.endswith(".")
    ]


def _is_surnamed(form: str) -> bool:
    """`Mr. Darcy` names by surname."""
    first = form.split()[0].rstrip(".")
    return first.lower() in PARTICLES or (first in TITLES and TITLES[first][1] == "s")


def _given(
    word: str, gender: Gender, everyone: Collection[str], mapping: Mapping[str, str], draw: NameDraw
) -> str:
    """A given name of the same gender. A short form becomes a short form of the new whole name."""
    rows = _rows(gender)
    pets = {row[0]: row[2:] for each in ("given", "given_neutral") for row in table("en", each)}
    for whole in sorted(name for name in mapping if _is_short_for(word, name)):
        if free := draw.free(pets.get(mapping[whole], ())):
            return draw.word(free)
    has_short = any(_is_short_for(other, word) for other in everyone)
    return draw.word([row[0] for row in rows if not has_short or len(row) > 2])


def _rows(gender: Gender) -> list[tuple[str, ...]]:
    if not gender:
        return list(table("en", "given_neutral"))
    not_names = word_set("en", "not_names")
    return [row for row in table("en", "given") if gender_of(row[0]) == gender and row[0] not in not_names]


def _is_short_for(short: str, whole: str) -> bool:
    """`Lizzy` for Elizabeth, and of names in no list the first letters: `Ty` for Tyler."""
    if short == whole:
        return False
    return whole in wholes(short) or (1 < len(short) < len(whole) and whole.startswith(short))
