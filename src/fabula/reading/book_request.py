"""What a user may say of a book that its file does not say, or says wrongly: options of every request about a book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.request import Request, option

if TYPE_CHECKING:
    from fabula.text.book import Book

STATED = ("title", "author", "language", "genres", "premise")


def stated_premise() -> Any:
    """A field `premise: str | None`."""
    return option(
        None,
        help="What the book is about, in a few lines, as on a back cover.",
        changes_result=True,
        signed_as="about",
    )


def stated_title() -> Any:
    """A field `title: str | None`."""
    return option(None, help="The title, if the file's is wrong.", changes_result=True, signed_as="about")


def stated_author() -> Any:
    """A field `author: str | None`."""
    return option(None, help="The author, if the file's is wrong.", changes_result=True, signed_as="about")


def stated_language() -> Any:
    """A field `language: str | None`."""
    return option(
        None,
        help="The book's language (en, zh, es), if it is not recognised.",
        changes_result=True,
        signed_as="about",
    )


def book_as_stated(source: Path | Book, request: Request, people: Path | None = None) -> Book:
    """The book of a request, opened if it is a file. What the user said about it, and `people`, their corrections of its
    people, take the place of what its file says."""
    from fabula.reading.corrections import with_corrections
    from fabula.text.files import read

    book = read(source) if isinstance(source, Path) else source
    given = {name: value for name in STATED if (value := getattr(request, name, None))}
    return with_corrections(replace(book, **given) if given else book, people)
