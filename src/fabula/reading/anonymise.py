"""The same book under other names: to ask whether a judge knows the story, or knows of it.

First the mapping, word by word of all names (so that a family keeps one surname, and pet names stay pet names), then
the replacement, on word boundaries. The same seed gives the same names; the mapping leads back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from fabula.errors import FabulaError
from fabula.reading import names_zh
from fabula.reading.cast import find_cast
from fabula.reading.kinship_en import wholes
from fabula.reading.names_en import PARTICLES, TITLES, Gender, given_names
from fabula.reading.place_names import english_places
from fabula.reading.reading import Character
from fabula.reading.wordlists import has_lists, language_of, table, word_set
from fabula.text.book import Book

OPENS = re.compile(r"(?:\A|\n|[.!?…:][”\"’']?)\s*[“\"‘']?\Z|[“\"‘]\Z")
TITLE_BEFORE = re.compile(rf"\b(?:{'|'.join(TITLES)})\.?[ \xa0]\Z")
_EMPTY_TITLES = frozenset(TITLES) | {title + "." for title in TITLES}


@dataclass(frozen=True, slots=True)
class Anonymised:
    """The book under other names, and what stands for what (old name -> new name)."""

    book: Book
    mapping: dict[str, str]
    words_too: frozenset[str]
    """Names that are words as well (Long, Will): left alone where a sentence opens with them."""


def anonymise(book: Book, seed: int = 0, known: Iterable[str] = ()) -> Anonymised:
    """Give everyone of the cast another name, and in English every place; the author's name is taken away.

    `known` names people besides those that are found: a summary names many only once.
    """
    if not has_lists(book):
        raise FabulaError(
            f"{book.title}: names are told in English and Chinese alone; this book is in {book.language}"
        )
    mapping = name_mapping(book, seed, known)
    words_too = _words_too(book, mapping)

    def renamed(text: str) -> str:
        return rename(text, mapping, book.language, words_too)

    chapters = tuple(
        replace(
            chapter,
            title=renamed(chapter.title),
            part=chapter.part and renamed(chapter.part),
            text=renamed(chapter.text),
            scene_breaks=tuple(len(renamed(chapter.text[:offset])) for offset in chapter.scene_breaks),
        )
        for chapter in book.chapters
    )
    other = replace(
        book,
        title=renamed(book.title),
        premise=book.premise and renamed(book.premise),
        author=None,
        source=None,
        chapters=chapters,
    )
    return Anonymised(other, mapping, words_too)


def name_mapping(book: Book, seed: int, known: Iterable[str] = ()) -> dict[str, str]:
    """Old name -> new name for every word (English) or form (Chinese) of the cast's names, and for English places; no two give the same."""
    text = "\n".join(part for chapter in book.chapters for part in (chapter.title, chapter.text))
    characters = (*find_cast(book).characters, *_people(known, text, language_of(book)))
    draw = _Draw(Random(seed), text)
    if language_of(book) == "zh":
        return _chinese(characters, draw)
    mapping = _english(characters, draw)
    new_places = sorted(word_set("en.new_places"))
    return mapping | {place: draw.word(new_places) for place in english_places(text, mapping)}


def _people(names: Iterable[str], text: str, language: str) -> list[Character]:
    """Those of whom a list tells: of `The Old Priest Tomas` the word alone that is no word of the text besides."""
    if language == "zh":
        return [Character(name) for name in names if name in text]
    words = set(re.findall(r"\w+", text)) | word_set("en.not_names")
    bare = (
        [word for word in re.findall(r"[^\W\d_]\w+", name) if word[0].isupper() and word.lower() not in words]
        for name in names
    )
    return [Character(" ".join(name)) for name in bare if name]


def rename(
    text: str, mapping: Mapping[str, str], language: str, words_too: frozenset[str] = frozenset()
) -> str:
    """Every whole name of the mapping replaced at once, longest first, so that no new name is renamed again."""
    if not mapping:
        return text
    if language.startswith("zh"):
        return names_zh.pattern(set(mapping)).sub(lambda match: mapping[match.group()], text)
    written = {name.upper(): new.upper() for name, new in mapping.items() if name not in words_too} | dict(
        mapping
    )
    names = "|".join(sorted(map(re.escape, written), key=len, reverse=True))

    def other(match: re.Match[str]) -> str:
        return (
            match.group()
            if match.group() in words_too and _opens(text, match.start())
            else written[match.group()]
        )

    return re.sub(rf"\b(?:{names})(?=s?\b)", other, text)


def _opens(text: str, offset: int) -> bool:
    """Does a sentence open here, where any word has a capital? After `Mrs.` none does."""
    before = text[max(0, offset - 24) : offset]
    return bool(OPENS.search(before)) and not TITLE_BEFORE.search(before)


def _words_too(book: Book, mapping: Mapping[str, str]) -> frozenset[str]:
    held = {word for chapter in book.chapters for word in re.findall(r"\w+", chapter.text)}
    return frozenset(name for name in mapping if name.lower() != name and name.lower() in held)


class _Draw:
    """Names that the book does not hold, each given once."""

    def __init__(self, random: Random, text: str) -> None:
        self._random = random
        self._text = text
        self._held = set(re.findall(r"\w+", text))
        self.used: set[str] = set()

    def word(self, pool: list[str]) -> str:
        """A word of the pool that neither the book holds nor anyone has yet; numbered when the pool is dry."""
        free = [name for name in pool if name not in self._held and name not in self.used]
        if free:
            chosen = self._random.choice(free)
        else:
            base = self._random.choice(pool)
            n = 2
            while f"{base}{'v' * n}" in self._held | self.used:
                n += 1
            chosen = f"{base}{'v' * n}"
        self.used.add(chosen)
        return chosen

    def letter(self, pool: list[str]) -> str:
        """A character for a Chinese name that nobody has yet; the pool again from its start when it is dry."""
        free = [letter for letter in pool if letter not in self.used] or pool
        chosen = self._random.choice(free)
        self.used.add(chosen)
        return chosen

    def seldom(self, letters: list[str]) -> list[str]:
        """The half of these that the book holds least: what stands before a name must not look like part of it."""
        return sorted(letters, key=lambda letter: (self._text.count(letter), letter))[: len(letters) // 2]

    def is_new(self, name: str, mapping: Mapping[str, str]) -> bool:
        """Neither in the book nor given to anyone."""
        return name not in self._text and name not in mapping.values()


def _english(characters: tuple[Character, ...], draw: _Draw) -> dict[str, str]:
    rows = [row for row in table("en.given") if row[0] not in word_set("en.not_names")]
    surnames = sorted(word_set("en.surnames"))
    known = given_names()
    mapping: dict[str, str] = {}
    for character in characters:
        whole = (character.name, *character.aliases)
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
    """The words of a name that tell people apart: no titles, no particles."""
    return [word for word in form.split() if word not in _EMPTY_TITLES and word.lower() not in PARTICLES]


def _is_surnamed(form: str) -> bool:
    """`Mr. Darcy` names by surname."""
    first = form.split()[0].rstrip(".")
    return first.lower() in PARTICLES or (first in TITLES and TITLES[first][1] == "s")


def _given(
    word: str, gender: Gender, rows: list[tuple[str, ...]], mapping: dict[str, str], draw: _Draw
) -> str:
    """A given name of the same gender; for a pet form, a pet form of what its whole name became."""
    for whole in sorted(wholes(word) - {word}):
        if whole in mapping:
            pets = next((list(row[2:]) for row in rows if row[0] == mapping[whole]), [])
            if pets:
                return draw.word(pets)
    return draw.word([row[0] for row in rows if row[1] == (gender or "f") or not gender])


def _chinese(characters: tuple[Character, ...], draw: _Draw) -> dict[str, str]:
    """Character by character, so that 宝玉 and 宝钗 still share one, and 凤姐 is still of 王熙凤."""
    pools = {row[0]: list(row[1:]) for row in table("zh.given_chars")}
    surnames = draw.seldom(sorted(name for name in word_set("zh.common_surnames") if len(name) == 1))
    letters: dict[str, str] = {}
    family: dict[str, str] = {}
    mapping: dict[str, str] = {}
    for character in characters:
        pool = pools["-"] + (pools[character.gender] if character.gender else pools["f"] + pools["m"])
        for form in (character.name, *character.aliases):
            surname, rest = names_zh.split(form)
            title = names_zh.is_titled(form)
            stem = form.removesuffix(title) if title else form
            if title and len(stem) == 1:
                surname, rest = (
                    (stem, "") if stem in family or stem in word_set("zh.surnames") else ("", stem)
                )
            elif title or not surname:
                surname, rest = names_zh.split(stem) if title and len(stem) > 1 else ("", stem)
                rest = rest or stem
            if rest and not title and KEPT.issuperset(rest):
                surname, rest = "", form
            for letter in rest:
                if letter not in letters and letter not in KEPT:
                    letters[letter] = draw.letter(pool)
            if surname and surname not in family:
                family[surname] = draw.letter(surnames)
            new = family.get(surname, "") + "".join(letters.get(letter, letter) for letter in rest)
            while not draw.is_new(new + title, mapping):
                new += draw.letter(pool)
            mapping[form] = new + title
    return mapping


KEPT = frozenset("儿姐哥氏母妃大二三四五六七八九十老小阿嫂婆娘爷")
"""Parts of a name that say age, sex or rank rather than who: they stay."""
