"""The books on the shelf, each with what is known of it: every page that offers a book reads it here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fabula.studio.home import Kept, all_kept, kept
from fabula.studio.tasks.outline import Asked
from fabula.studio.view import Studio
from fabula.studio.works import Work


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A book that was handed in."""

    file: Kept
    work: Work
    """The work that says what it is."""
    outline: Mapping[str, Any] | None

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> str:
        """Its own title once it is read, before that its file's name."""
        return (self.outline and self.outline["title"]) or self.file.name

    @property
    def language(self) -> str:
        return str(self.outline["language"]) if self.outline else "en"


def on_shelf(studio: Studio) -> list[OnShelf]:
    """Every book, the latest first."""
    return [_known(studio, book) for book in all_kept(studio.home, "books")]


def book_of(studio: Studio, identifier: str) -> OnShelf:
    """One book; NotHere where there is none by that id."""
    return _known(studio, kept(studio.home, "books", identifier))


def outlined(studio: Studio, book: Kept) -> Work:
    """The work that says what the book is, begun where it has not been."""
    work = studio.works.put("outline", Asked(book=book.id), book.name)
    if work.status in ("new", "interrupted"):
        studio.works.begin(work.id)
        return studio.works.work(work.id)
    return work


def _known(studio: Studio, book: Kept) -> OnShelf:
    work = outlined(studio, book)
    return OnShelf(book, work, work.result() if work.has_result else None)
