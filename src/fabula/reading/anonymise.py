"""The same book under other names, to test whether a judge recognises the story.

First comes the mapping, word by word over all names, so that a family keeps one surname and pet names stay pet names.
Then the names are replaced at word boundaries. The same seed gives the same names, and the mapping can be reversed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from fabula.errors import FabulaError
from fabula.languages import Language
from fabula.languages.topics.names import NameDraw
from fabula.notices import Notice
from fabula.reading.cast import find_cast
from fabula.reading.reading import Character
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Anonymised:
    """The book under other names, and the mapping (old name -> new name)."""

    book: Book
    mapping: dict[str, str]
    words_too: frozenset[str]
    """Names that are also words (Long, Will). They stay unchanged at the start of a sentence."""
    by_model: int = 0
    """How many of the names a model gave."""
    lost: tuple[Notice, ...] = ()
    """The pieces for which it gave none that could be used."""

    def renamed(self, text: str) -> str:
        """Another text about the same people, such as a review."""
        return rename(text, self.mapping, self.book.language, self.words_too)


def anonymise(book: Book, seed: int = 0, known: Iterable[str] = ()) -> Anonymised:
    """Give everyone in the cast another name, in English also every place, and drop the author's name.

    `known` lists people in addition to those that are found, because a summary names many people only once. A title that
    the text itself names becomes the word for a book without one.
    """
    return under(book, name_mapping(book, seed, known))


def under(book: Book, mapping: Mapping[str, str]) -> Anonymised:
    """The book under the names of a mapping, without its author."""
    words_too = _words_too(book, mapping)

    def renamed(text: str) -> str:
        return rename(text, mapping, book.language, words_too)

    chapters = tuple(
        replace(
            chapter,
            title=renamed(chapter.title),
            parts=tuple(map(renamed, chapter.parts)),
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
    return Anonymised(other, dict(mapping), words_too)


def name_mapping(
    book: Book, seed: int, known: Iterable[str] = (), given: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Old name -> new name for every word or form of the cast's names, and for places where they are known.

    Names that were `given` by a model stay as they are; the rules of the language name everyone else. No two names become
    the same.
    """
    names = book.language.names
    if names.other_names is None and not given:
        raise FabulaError(
            f"{book.title}: fabula cannot rename people in {book.language.name}; it can in English and Chinese"
        )
    text = "\n".join(part for chapter in book.chapters for part in (chapter.title, chapter.text))
    known = (*known, book.author) if book.author and book.author in text else known
    named = (Character(name) for name in names.mentioned(known, text))
    taken = frozenset(word for name in given.values() for word in (name, *name.split()))
    draw = NameDraw(Random(seed), f"{text}\n{book.title}\n{book.author or ''}", taken)
    people = (*find_cast(book).characters, *named)
    mapping = (names.other_names(people, draw, text) if names.other_names else {}) | dict(given)
    return mapping | {
        title: draw.word([book.language.writing.untitled])
        for title in _titles(book, text)
        if title not in mapping
    }


def _titles(book: Book, text: str) -> list[str]:
    """The book's title, whole and without its subtitle, where the text names it and not only uses its words."""
    forms = dict.fromkeys((book.title, re.split(r"\s*[:：(（]", book.title)[0]))
    return [form for form in forms if len(form) > 1 and _names(form, text)]


def _names(title: str, text: str) -> bool:
    return title in text and (" " in title or title.lower() not in re.findall(r"\w+", text))


def rename(
    text: str, mapping: Mapping[str, str], language: str, words_too: frozenset[str] = frozenset()
) -> str:
    """Replace every whole name of the mapping at once, so that no new name is replaced again."""
    return Language(language).names.rename(text, mapping, words_too) if mapping else text


def _words_too(book: Book, mapping: Mapping[str, str]) -> frozenset[str]:
    held = {word for chapter in book.chapters for word in re.findall(r"\w+", chapter.text)}
    return frozenset(name for name in mapping if name.lower() != name and name.lower() in held)
