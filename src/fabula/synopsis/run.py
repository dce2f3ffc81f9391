"""Reads a book once: the notes that every judge of it can take in place of reading it again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.facts.checker import CheckerKind
from fabula.models.bill import usage_total
from fabula.reading.book_request import book_as_stated
from fabula.reading.saved import BookRead, ReadResult, SavedStep
from fabula.reading.separate import read_separately
from fabula.reading.story import read_story
from fabula.request import document
from fabula.synopsis.checking import checked
from fabula.text.book import Book
from fabula.text.guard.finding import find_instructions, mask

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.notices import Notice
    from fabula.synopsis.request import ReadRequest


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """A book that was read, and the reading as it is saved."""

    book: Book
    result: ReadResult

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of the book's text."""
        return self.book.warnings


async def run(request: ReadRequest, door: Door) -> ReadAnswer:
    """Read the book, and check what was read if the request says so."""
    request.validate()
    book = await asyncio.to_thread(book_as_stated, request.book, request)
    instructions = await asyncio.to_thread(find_instructions, book)
    shown = book if request.keep_instructions else mask(book, instructions)
    with door.share() as usage:
        reads = read_separately if request.method == "separate" else read_story
        story = await reads(shown, door, request.segment_tokens)
        kind = CheckerKind(request.checker)
        check = await checked(story.reading, shown, kind, door) if request.check else None
    about = [book.title, book.author or "", str(book.language), book.premise or ""]
    asked = {"checker": str(kind) if request.check else None}
    result = ReadResult(
        request=document(request),
        model=door.model_used,
        signature=door.sign(
            request, "read", asked=asked, digests={"about": digest(about), "text": book.text_hash}
        ),
        usage=usage_total(usage),
        book=BookRead(
            id=book.id,
            title=book.title,
            author=book.author,
            language=book.language,
            chapters=len(book.chapters),
            words=book.words,
            text=book.text_hash,
            instructions=len(instructions),
            instructions_kept=request.keep_instructions,
        ),
        reading=replace(story.reading, book_id=book.id),
        segment_tokens=request.segment_tokens,
        steps=tuple(
            SavedStep(
                segment=step.segment.number, chapters=step.segment.chapters, plot_before=step.plot_before
            )
            for step in story.steps
        ),
        check=check,
    )
    return ReadAnswer(book, result)
