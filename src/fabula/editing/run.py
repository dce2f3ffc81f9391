"""Edits a book: notes from what is measured and, with a model, from reading it; then the letter."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.editing.by_model import ByModel, edited_by_model, known_of, prompts_of
from fabula.editing.measured_letter import measured_letter
from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.editing.result import Dropped, EditedBook, EditedChapter, EditResult
from fabula.models.bill import usage_total
from fabula.reading.book_request import book_as_stated
from fabula.reading.measured import Measured, measure
from fabula.request import document
from fabula.signature import sign
from fabula.text.book import Book
from fabula.text.guard.finding import find_instructions, mask, told

if TYPE_CHECKING:
    from fabula.editing.request import EditRequest
    from fabula.models.door import Door
    from fabula.notices import Notice


@dataclass(frozen=True, slots=True)
class EditAnswer:
    """The result, the book that its notes are about, and what was measured in it: pages draw from all three."""

    book: Book
    measured: Measured
    result: EditResult

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of the book's text and of the reading that was used."""
        return (*self.book.warnings, *self.result.notices)


async def run(request: EditRequest, door: Door | None) -> EditAnswer:
    """Edit the book. Without a door, the notes are those that can be measured."""
    request.validate()
    request.asked_of(with_model=door is not None)
    book = await asyncio.to_thread(book_as_stated, request.book, request, request.people)
    if door is None:
        measured = await asyncio.to_thread(measure, book)
        notes = measured_notes(measured, Places(book, measured.cast))
        signature = sign(request, "edit", digests=_digests(book))
        found = ByModel(notes, Dropped(), measured_letter(book, measured, notes))
        result = _result(request, book, measured, found, signature)
        return EditAnswer(book, measured, result)
    return await _with_model(request, book, door)


async def _with_model(request: EditRequest, book: Book, door: Door) -> EditAnswer:
    instructions = await asyncio.to_thread(find_instructions, book)
    shown = book if request.keep_instructions else mask(book, instructions)
    with door.share() as usage:
        known = await known_of(request, book, shown, door)
        measured = await asyncio.to_thread(measure, book, known.story.reading.cast)
        places = Places(book, measured.cast)
        found = measured_notes(measured, places)
        by_model = await edited_by_model(request, known, found, shown, door, places)
    signature = door.sign(
        request,
        "edit",
        digests={**_digests(book), "reading": known.digest},
        prompts=prompts_of(request, door, book.language),
    )
    result = _result(request, book, measured, by_model, signature)
    update = {
        "model": door.model_used,
        "usage": usage_total(usage),
        "depth": request.depth,
        "notices": told((*instructions, *known.instructions), kept=request.keep_instructions),
    }
    return EditAnswer(book, measured, result.model_copy(update=update))


def _digests(book: Book) -> dict[str, str | None]:
    about = [book.title, book.author or "", str(book.language), book.premise or ""]
    return {"about": digest(about), "text": book.text_hash}


def _result(
    request: EditRequest, book: Book, measured: Measured, found: ByModel, signature: str
) -> EditResult:
    return EditResult(
        request=document(request),
        signature=signature,
        book=_edited(book, measured),
        depth=None,
        notes=found.notes,
        dropped=found.dropped,
        letter=found.letter,
    )


def _edited(book: Book, measured: Measured) -> EditedBook:
    return EditedBook(
        id=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        words=measured.craft.words,
        text=book.text_hash,
        in_sections=book.in_sections,
        chapters=tuple(
            EditedChapter(number=chapter.number, title=chapter.title, words=craft.words)
            for chapter, craft in zip(book.chapters, measured.craft_by_chapter, strict=True)
        ),
    )
