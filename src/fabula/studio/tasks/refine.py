"""A summary mended from what was found against it, round by round, as `fabula facts refine` does it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks import check

if TYPE_CHECKING:
    from fabula.studio.tasks.desk import Desk


class Asked(check.Asked):
    """What is asked of a check, and how often to mend; always by a model."""

    mendings: int = Field(default=3, ge=1, le=10)


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """Every round with its changes word by word; the mended summary is kept and lies among the files."""
    from fabula.facts.asked import refined
    from fabula.studio.home import keep_text

    book = await asyncio.to_thread(desk.book, asked.book)
    summary = desk.path("summaries", asked.summary)
    desk.slate.stage("mending")
    question, search = check.question_of(asked, book, desk, "mending")
    async with desk.door(asked, {"book": book.id, "summary": asked.summary}) as door:
        answered = await refined(book, summary, question, door, asked.mendings)
    if desk.rehearsing:
        return {}
    check.leave(answered, desk)
    mended = answered.check.summary.text
    (desk.files / "mended.txt").write_text(mended + "\n", encoding="utf-8", errors="replace")
    document = check.shown(answered, search)
    for made in document["rounds"]:
        for change in made["diff"]:
            change["words"] = _words(change, book.language)
    return {**document, "kept": keep_text(desk.home, "summaries", "summary.txt", mended).id}


def _words(change: dict[str, Any], language: str) -> list[tuple[str, str]]:
    from fabula.reports.rewording import reworded

    return list(reworded(change["before"], change["after"], language))
