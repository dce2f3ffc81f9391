"""Chooses new names for the people and places of an English book, and replaces them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from fabula.languages.en.given_names import given_names, wholes
from fabula.languages.en.name_parts import PARTICLES
from fabula.languages.en.places import english_places
from fabula.languages.en.titles import TITLES
from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Bearer, Gender, NameDraw

OPENS = re.compile(r"(?:\A|\n|[.!?…:][”\"’']?)\s*[“\"‘']?\Z|[“\"‘]\Z")
TITLE_BEFORE = re.compile(rf"\b(?:{'|'.join(TITLES)})\.?[ \xa0]\Z")
_CAPITALS = re.compile(r"\b[A-Z][\w’'-]*[a-z]\w*(?:[ \xa0][A-Z][\w’'-]*[a-z]\w*)*")
_SHORT = 3_000
"""Words of a text in which a name may stand only once: a plot or a synopsis, not a book."""
_EMPTY_TITLES = frozenset(TITLES) | {title + "." for title in TITLES}


def other_names(people: Sequence[Bearer], draw: NameDraw, text: str) -> dict[str, str]:
    """A new name for every word of these people's names and for every place of the text."""
    mapping = _of_people(people, draw)
    new_places = sorted(word_set("en", "new_places"))
    return mapping | {place: draw.word(new_places) for place in english_places(text, mapping)}


def mentioned(names: Iterable[str], text: str) -> list[str]:
    """The naming words of listed names, and in a short text of whoever it names: of `The Old Priest Tomas`, only the word that is not an ordinary word of the text."""
    written = re.findall(r"\w+", text)
    words = set(written) | word_set("en", "not_names")
    named = (*names, *_named_once(text)) if len(written) <= _SHORT else names
    bare = (
        [word for word in re.findall(r"[^\W\d_]\w+", name) if word[0].isupper() and word.lower() not in words]
        for name in named
    )
    return [" ".join(name) for name in bare if name]


def _named_once(text: str) -> list[str]:
    """Whoever a short text may name: capitals within a sentence, and known given names wherever they stand.

    A plot names most people once or twice, which is too little for the rules that find the cast of a book.
    """
    given = given_names()
    others = (word_set("en", "not_names") | word_set("en", "known_places")) - _EMPTY_TITLES
    found = []
    for run in _CAPITALS.finditer(text):
        words = [re.sub(r"[’']s?$", "", word) for word in run.group().split()]
        before = text[max(0, run.start() - 24) : run.start()]
        if (OPENS.search(before) or before.lower().endswith("the ")) and words[0] not in given:
            words = words[2:] if words[0] == "The" else words[1:]
        found.append(" ".join(word for word in words if word not in others))
    return found


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


def _of_people(characters: Sequence[Bearer], draw: NameDraw) -> dict[str, str]:
    rows = [row for row in table("en", "given") if row[0] not in word_set("en", "not_names")]
    surnames = sorted(word_set("en", "surnames"))
    known = given_names()
    mapping: dict[str, str] = {}
    for character in characters:
        whole = [form for form in (character.name, *character.aliases) if not form.startswith("the ")]
        forms = [_bare(form) for form in whole]
        last = {
            form[-1]
            for form, written in zip(forms, whole, strict=True)
            if len(form) > 1 or (form and _is_surnamed(written))
        }
        given = {word: None for form in forms for word in form if word not in last}
        for word in given:
            if word not in mapping:
                gender = known.get(word, "") or character.gender
                mapping[word] = _given(word, gender, rows, mapping, draw)
        for word in sorted(last):
            if word not in mapping:
                mapping[word] = draw.word(surnames)
    return mapping


def _bare(form: str) -> list[str]:
    """The distinguishing words of a name, without titles, particles and initials."""
    return [
        word
        for word in form.split()
        if word not in _EMPTY_TITLES and word.lower() not in PARTICLES and not word.endswith(".")
    ]


def _is_surnamed(form: str) -> bool:
    """`Mr. Darcy` names by surname."""
    first = form.split()[0].rstrip(".")
    return first.lower() in PARTICLES or (first in TITLES and TITLES[first][1] == "s")


def _given(
    word: str, gender: Gender, rows: list[tuple[str, ...]], mapping: dict[str, str], draw: NameDraw
) -> str:
    """A given name of the same gender. A pet form becomes a pet form of the new full name."""
    for whole in sorted(wholes(word) - {word}):
        if whole in mapping:
            pets = next((list(row[2:]) for row in rows if row[0] == mapping[whole]), [])
            if pets:
                return draw.word(pets)
    return draw.word([row[0] for row in rows if row[1] == (gender or "f") or not gender])
