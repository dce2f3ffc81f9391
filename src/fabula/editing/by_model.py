"""An edit by a model: the book read, notes on its pieces and on the whole, and the letter."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from fabula.editing.checking import PROMPT as SHOWN
from fabula.editing.joining import joined, ranked
from fabula.editing.letter import PROMPT as LETTER
from fabula.editing.letter import write_letter
from fabula.editing.pieces import PROMPT as PIECE
from fabula.editing.pieces import Focus, Noted, read_pieces
from fabula.editing.relations import relations_told
from fabula.editing.result import Dropped, EditNote, Letter
from fabula.editing.whole import PROMPT as WHOLE
from fabula.editing.whole import look_at_whole, looked_at_again
from fabula.judging.by_model import Known
from fabula.judging.requoting import PROMPT as REQUOTE
from fabula.reading.passages import book_passages
from fabula.reading.story import read_story

if TYPE_CHECKING:
    from fabula.editing.noting import Places
    from fabula.editing.pitch_request import PitchRequest
    from fabula.editing.request import EditRequest
    from fabula.models.door import Door
    from fabula.text.book import Book

_LOOKS: dict[str, tuple[Focus, ...]] = {
    "reading": (),
    "standard": ("all",),
    "thorough": ("story", "telling"),
}
_READING = (("reading", "story-first"), ("reading", "story-next"))


@dataclass(frozen=True, slots=True)
class ByModel:
    """The notes in order, what was lost on the way, and the letter."""

    notes: tuple[EditNote, ...]
    dropped: Dropped
    letter: Letter | None


async def known_of(request: EditRequest | PitchRequest, book: Book, shown: Book, door: Door) -> Known:
    """The reading that the request names, or one made now."""
    if request.reading is None:
        return Known(await read_story(shown, door, request.segment_tokens))
    kept = request.keep_instructions
    return await asyncio.to_thread(
        partial(Known.saved_in, request.reading, book, shown, instructions_kept=kept)
    )


async def edited_by_model(
    request: EditRequest,
    known: Known,
    measured: Sequence[EditNote],
    shown: Book,
    door: Door,
    places: Places,
) -> ByModel:
    """The model's notes and those that were measured, joined and in order, with a letter."""
    looks = _LOOKS[request.depth]
    noted = await read_pieces(known.story, shown, door, places, looks) if looks else Noted()
    notes = joined([*noted.notes, *measured])
    duplicates = len(noted.notes) + len(measured) - len(notes)
    reading = known.story.reading
    passages = await asyncio.to_thread(book_passages, shown)
    relations = await asyncio.to_thread(_relations, request, shown)
    not_shown = 0
    if request.depth == "thorough":
        notes, not_shown = await looked_at_again(notes, shown, door, places, passages)
    view = await look_at_whole(
        reading,
        notes,
        shown,
        door,
        places,
        passages,
        relations=relations,
        with_excerpts=request.depth == "reading",
    )
    whole = joined(view.notes)
    duplicates += view.duplicates + len(view.notes) - len(whole)
    ordered = ranked(whole, view.first)
    letter, claims = await write_letter(reading, ordered, request.tone, shown, door, places)
    return ByModel(
        ordered,
        Dropped(
            quotations=noted.quotations,
            asked_again=noted.asked_again,
            not_borne_out=not_shown + view.not_borne_out,
            duplicates=duplicates,
            claims=claims,
            unread=noted.unread + view.unread,
        ),
        letter,
    )


def _relations(request: EditRequest, shown: Book) -> str:
    if request.graph_file is None:
        return ""
    return relations_told(request.graph_file, shown, keep_instructions=request.keep_instructions)


def prompts_of(request: EditRequest, door: Door, language: str) -> list[str]:
    """The digests of the prompts that such an edit is asked with, whether or not each was needed."""
    named = [SHOWN, WHOLE, LETTER, REQUOTE, *([PIECE] if _LOOKS[request.depth] else [])]
    read = reading_prompts(request, door, language)
    return [*(door.prompt(*each, language).digest for each in named), *read]


def reading_prompts(request: EditRequest | PitchRequest, door: Door, language: str) -> list[str]:
    """The digests of the prompts that the book is read with. None if it was read before."""
    return [] if request.reading else [door.reading.prompt(*each, language).digest for each in _READING]
