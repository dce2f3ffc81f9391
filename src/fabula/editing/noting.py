"""What notes are made with: their ids, the places of their quotations, and the people whom they concern."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabula.digests import digest
from fabula.editing.result import Kind, Place
from fabula.reading.cast import Cast, Mention
from fabula.reading.quotations import QuoteFinder, finder_of
from fabula.text.book import Book
from fabula.text.words import count_words

SHORTEST = 6
"""Fewer characters than this stand in many places."""
DISTINCT = 6
"""Fewer words than this may stand in another chapter by chance."""


def note_id(kind: Kind, chapter: int, quotation: str, *about: str) -> str:
    """The same for the same words: an author's answer to a note is kept under it. `about` tells apart what two
    measures say of one sentence, such as the word that is used too often."""
    return digest([kind, str(chapter), " ".join(quotation.split()), *about])[:10]


class Places:
    """The text of a book: where quotations stand in it, and who is named there."""

    def __init__(self, book: Book, cast: Cast) -> None:
        self.book = book
        self._people = cast.characters
        self._mentions: dict[int, list[Mention]] = defaultdict(list)
        for mention in cast.mentions:
            self._mentions[mention.chapter + 1].append(mention)
        self._finders: dict[int, QuoteFinder] = {}

    def at(self, chapter: int, start: int, end: int) -> Place:
        """A stretch of a chapter's text."""
        quotation = self.book.chapters[chapter - 1].text[start:end]
        return Place(chapter=chapter, start=start, end=end, quotation=quotation)

    def quoted(self, quotation: str, chapters: Sequence[int]) -> Place | None:
        """Where a quotation stands: in the first of these chapters that has it; a longer one also anywhere else. None
        if nowhere.

        The book's own words are quoted, where the quotation differs in marks or a letter.
        """
        if len(quotation.strip()) < SHORTEST:
            return None
        known = [number for number in chapters if 1 <= number <= len(self.book.chapters)]
        found = next((place for number in known if (place := self._in(number).find(quotation))), None)
        if found is None and count_words(quotation, self.book.language) >= DISTINCT:
            found = finder_of(self.book).find(quotation)
        return self.at(found.chapter, found.offset, found.offset + found.length) if found else None

    def people(self, places: Iterable[Place], named: Sequence[str] = ()) -> tuple[str, ...]:
        """The members of the cast who are named, or whose names stand in one of the places, most important first."""
        found = {
            who
            for who, person in enumerate(self._people)
            if any(name in (person.name, *person.aliases) for name in named)
        }
        for place in places:
            found |= {
                mention.who
                for mention in self._mentions[place.chapter]
                if place.start <= mention.start and mention.end <= place.end
            }
        return tuple(self._people[who].name for who in sorted(found))

    def _in(self, number: int) -> QuoteFinder:
        if number not in self._finders:
            self._finders[number] = QuoteFinder(
                replace(self.book, chapters=(self.book.chapters[number - 1],))
            )
        return self._finders[number]
