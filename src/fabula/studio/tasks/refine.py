"""A summary mended from what was found against it, round by round, as `fabula facts refine` does it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks import check

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext


class Form(check.Form):
    """What is asked of a check, and how often to mend; always by a model."""

    mendings: int = Field(default=3, ge=1, le=10)


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """Every round with its changes word by word; the mended summary is kept and lies among the files."""
    from fabula.facts.asked import refined
    from fabula.studio.home import store_text

    book = await asyncio.to_thread(context.book, form.book)
    summary = context.path("summaries", form.summary)
    context.progress.stage("mending")
    question, search = check.question_of(form, book, context, "mending")
    async with context.door(form, {"book": book.id, "summary": form.summary}) as door:
        answered = await refined(book, summary, question, door, form.mendings)
    if context.rehearsing:
        return {}
    check.leave(answered, context)
    mended = answered.check.summary.text
    (context.files / "mended.txt").write_text(mended + "\n", encoding="utf-8", errors="replace")
    document = check.shown(answered, search)
    for made in document["rounds"]:
        for change in made["diff"]:
            change["words"] = _words(change, book.language)
    return {**document, "kept": store_text(context.home, "summaries", "summary.txt", mended).id}


def _words(change: dict[str, Any], language: str) -> list[tuple[str, str]]:
    from fabula.reports.rewording import reworded

    return list(reworded(change["before"], change["after"], language))
