"""Reads every piece of a book by itself, all at once, and merges the plots: faster, and less of a whole.

Researchers compare summaries of several qualities. This is the plainer one beside the reading in order.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.models.chat import Unusable
from fabula.reading.hierarchy import CHUNK_TOKENS, merged
from fabula.reading.notes import Notebook, Notes
from fabula.reading.story import StoryRead, no_plot, plot_words, reading_of, request_for
from fabula.text.segments import SEGMENT_TOKENS, segments

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book


async def read_separately(book: Book, door: Door, segment_tokens: int = SEGMENT_TOKENS) -> StoryRead:
    """Read the pieces without what came before them. There are no steps, so the book is judged from its summary."""
    door = door.reading
    pieces = segments(book, segment_tokens, unit="tokens")
    length = plot_words(book)
    alone = Notebook()
    answers = await asyncio.gather(
        *(
            door.ask(
                request_for(book, door, piece, alone, len(pieces), max(100, length // len(pieces))), Notes
            )
            for piece in pieces
        )
    )
    notes, plots, trouble = alone, list[str](), None
    for piece, answer in zip(pieces, answers, strict=True):
        if isinstance(answer, Unusable):
            notes, trouble = notes.skipped(), answer
        else:
            notes = notes.beside(answer, book, piece)
            plots.append(answer.plot.strip())
    if not any(plots):
        raise no_plot(book, door, len(pieces), trouble)
    plot = await merged(book, door, [plot for plot in plots if plot], CHUNK_TOKENS, length)
    return StoryRead(reading_of(book, replace(notes, plot=plot), "separate"), ())
