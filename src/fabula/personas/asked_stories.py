"""Leaves out what readers said about the very stories that they are asked about.

A reader whose review of a story stands in their profile would be asked for an answer that is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from fabula.errors import UsageError
from fabula.languages import Language
from fabula.notices import Notice
from fabula.personas.profiles import PastReview, Profile
from fabula.personas.rating_tables import Table
from fabula.text.book import Book
from fabula.text.likeness import hashes, likeness, sketch

_ALIKE = 0.5
"""Texts that share this much of their word triples tell the same story in the same words."""


class AskedStories:
    """The stories that are asked about, to be recognised by their words, or by title and author."""

    def __init__(self, books: Iterable[Book]) -> None:
        self._asked = [
            _Asked(
                _letters(book.title),
                _letters(book.author or ""),
                book.language,
                _hashes(_text(book), book.language),
            )
            for book in books
        ]

    def include(self, item: str, text: str) -> bool:
        """Is this past story one of them?"""
        named = _letters(item)
        return any(each.is_named(named) or each.is_told_by(text) for each in self._asked)


@dataclass(frozen=True, slots=True)
class _Asked:
    title: str
    author: str
    language: Language
    words: frozenset[str]

    def is_named(self, item: str) -> bool:
        return bool(self.author) and len(self.title) > 2 and self.title in item and self.author in item

    def is_told_by(self, text: str) -> bool:
        told = _hashes(text, self.language)
        return bool(told) and likeness(told, self.words) >= _ALIKE


def without_stories(table: Table, books: Iterable[Book]) -> Table:
    """The table without the stories that are asked about."""
    asked = AskedStories(books)
    same = {item for item, known in table.items.items() if asked.include(item, known.text)}
    if not same:
        return table
    rows = [row for row in table.rows if not (isinstance(row[1], PastReview) and row[1].item in same)]
    if not rows:
        raise UsageError("the table has ratings of the stories that are asked about, and of no others")
    items = {item: known for item, known in table.items.items() if item not in same}
    return replace(table, rows=rows, items=items)


def without_asked(
    profiles: Iterable[Profile], books: Iterable[Book]
) -> tuple[list[Profile], tuple[Notice, ...]]:
    """Readers without their own reviews of the stories that they are asked about.

    Readers who judged nothing else are left as they are, and a notice says so.
    """
    asked = AskedStories(books)
    kept, notes = [], []
    for profile in profiles:
        others = tuple(past for past in profile.reviews if not asked.include(past.item, past.text))
        if profile.reviews and not others and not profile.choices:
            notes.append(Notice.of("personas.knows-only-this", reader=profile.reader))
            kept.append(profile)
        else:
            kept.append(replace(profile, reviews=others))
    return kept, tuple(notes)


def _text(book: Book) -> str:
    return "\n".join(chapter.text for chapter in book.chapters)


def _hashes(text: str, language: Language) -> frozenset[str]:
    return hashes(sketch(text, language))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())
