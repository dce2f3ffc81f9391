"""Makes notes: their ids, their places in whole words, and the people whom they concern."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabula.digests import digest
from fabula.editing.result import Kind, Place
from fabula.reading.cast import Cast
from fabula.text.book import Book


def note_id(kind: Kind, chapter: int, quotation: str, *about: str) -> str:
    """The same for the same words: an author's answer to a note is kept under it. `about` tells apart what two
    measures say of one sentence, such as the word that is used too often."""
    return digest([kind, str(chapter), " ".join(quotation.split()), *about])[:10]


@dataclass(frozen=True, slots=True)
class Places:
    """The text of a book and who is named where in it."""

    book: Book
    cast: Cast

    def at(self, chapter: int, start: int, end: int) -> Place:
        """A stretch of a chapter's text."""
        return Place(
            chapter=chapter, start=start, end=end, quotation=self.book.chapters[chapter - 1].text[start:end]
        )

    def people(self, places: Iterable[Place], named: Sequence[str] = ()) -> tuple[str, ...]:
        """The members of the cast who are named, or whose names stand in one of the places, most important first."""
        characters = self.cast.characters
        found = {
            who
            for who, person in enumerate(characters)
            if any(name in (person.name, *person.aliases) for name in named)
        }
        for place in places:
            found |= {
                mention.who
                for mention in self.cast.mentions
                if mention.chapter == place.chapter - 1
                and place.start <= mention.start
                and mention.end <= place.end
            }
        return tuple(characters[who].name for who in sorted(found))
