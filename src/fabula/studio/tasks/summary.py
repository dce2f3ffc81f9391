"""A summary of a book: the user's own, read from what he handed in, or one that is made here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from fabula.studio.tasks import asked as ground

if TYPE_CHECKING:
    from fabula.studio.tasks.desk import Desk


class Asked(ground.Asked):
    """One book of the shelf, and perhaps a summary that was handed in."""

    book: str
    given: str | None = None
    """The id of a kept summary; without one a summary is made."""
    source: Literal["given", "written", "mended", "example"] = "given"
    """Where a kept summary came from; nothing where one is made."""


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """The summary's text, which is kept by itself, so that whoever checks it needs to know nothing of this work."""
    from fabula.facts.asked import summarised
    from fabula.studio.home import keep_text
    from fabula.text.words import count_words

    book = await asyncio.to_thread(desk.book, asked.book)
    given = desk.path("summaries", asked.given) if asked.given else None
    desk.slate.stage("summing_up")
    if asked.model is None or given is not None:
        found = await summarised(book, given, None)
    else:
        async with desk.door(asked, {"book": book.id}) as door:
            found = await summarised(book, None, door)
    if desk.rehearsing:
        return {}
    return {
        "text": found.text,
        "source": asked.source if given else found.source,
        "words": count_words(found.text, book.language),
        "sentences": len(found.sentences),
        "language": book.language,
        "kept": keep_text(desk.home, "summaries", "summary.txt", found.text).id,
    }
