"""What is known about a book before it is judged: chapters, words, language, encoding, cast, and what was left
out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.cast import Cast, find_cast
from fabula.reading.collection import stories_in
from fabula.reading.corrections import with_corrections
from fabula.reading.outline_request import OutlineRequest
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign
from fabula.text.book import Book
from fabula.text.files import read

MOST_FOR_CAST = 3_000_000
"""In a text with more words than this (five times War and Peace), people are not looked for. It is not one book."""
_MOST_NAMED = 12
"""How many members of the cast are listed."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OutlinedChapter(_Row):
    """One chapter and its length."""

    number: int
    title: str
    parts: tuple[str, ...]
    """The parts it belongs to, the highest first."""
    words: int
    """Characters in Chinese."""


class OutlinedPerson(_Row):
    """One of the people that the book names most."""

    name: str
    aliases: tuple[str, ...]
    mentions: int
    first_chapter: int | None
    last_chapter: int | None


class OutlinedMatter(_Row):
    """Something in the file that is not the story."""

    what: Notice
    why: Notice
    words: int


class OutlineResult(Result):
    """What a book is. The document of `fabula outline --json`."""

    KIND: ClassVar[str] = "outline"

    kind: str = KIND
    id: str
    title: str
    author: str | None
    language: Language
    encoding: str | None
    format: str
    words: int
    """Characters in Chinese."""
    chapters: tuple[OutlinedChapter, ...]
    in_sections: bool
    """Whether no chapters were found, so that `chapters` holds sections cut at breaks or by size."""
    stories: int | None
    """How many stories a collection has. None if the book is one story, or if its people are not known."""
    cast: tuple[OutlinedPerson, ...]
    """The most named people, with names merged.

    Empty in languages whose names fabula does not know, and if the text is too long for one book.
    """
    left_out: tuple[OutlinedMatter, ...]
    warnings: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class OutlineAnswer:
    """The result, and what else the user should know."""

    result: OutlineResult
    notices: tuple[Notice, ...]
    cast: Cast | None
    """Everyone in the book. None if the text is too long for one book."""


async def run(request: OutlineRequest, door: None = None) -> OutlineAnswer:  # noqa: ARG001 - asks no model
    """Read the book and find its people."""
    request.validate()
    return await asyncio.to_thread(_outline, request)


def _outline(request: OutlineRequest) -> OutlineAnswer:
    opened = read(request.book) if isinstance(request.book, Path) else request.book
    book = with_corrections(opened, request.people)
    too_long = book.words > MOST_FOR_CAST
    cast = None if too_long else find_cast(book)
    result = OutlineResult(
        request=document(request),
        signature=sign(request, "outline", digests={"text": book.text_hash}),
        id=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        encoding=book.encoding,
        format=book.format,
        words=book.words,
        chapters=_chapters(book),
        in_sections=book.in_sections,
        stories=cast and stories_in(book, cast),
        cast=_named(cast) if cast else (),
        left_out=tuple(
            OutlinedMatter(what=each.what, why=each.why, words=each.words) for each in book.left_out
        ),
        warnings=book.warnings,
    )
    notices = (Notice.of("text.too-long-for-cast", n=f"{MOST_FOR_CAST:,}"),) if too_long else ()
    return OutlineAnswer(result, notices, cast)


def _chapters(book: Book) -> tuple[OutlinedChapter, ...]:
    return tuple(
        OutlinedChapter(number=chapter.number, title=chapter.title, parts=chapter.parts, words=words)
        for chapter, words in zip(book.chapters, book.lengths, strict=True)
    )


def _named(cast: Cast) -> tuple[OutlinedPerson, ...]:
    """The most named people."""
    return tuple(
        OutlinedPerson(
            name=each.name,
            aliases=tuple(each.aliases),
            mentions=each.mentions,
            first_chapter=each.first.chapter if each.first else None,
            last_chapter=each.last.chapter if each.last else None,
        )
        for each in cast.characters[:_MOST_NAMED]
    )
