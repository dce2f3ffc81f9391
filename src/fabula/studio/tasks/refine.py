"""A summary refined round by round, as `fabula facts refine` does it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks import check
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext


class Form(check.Form):
    """What is asked of a check, and how many rounds to refine; always with a model."""

    mendings: int = Field(default=3, ge=1, le=10)


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """Every round with its changes word by word. The refined summary is kept and lies among the files."""
    from fabula.facts.request import RefineRequest
    from fabula.facts.run import run_refine
    from fabula.studio.home import store_text

    book = await asyncio.to_thread(context.book, form.book)
    context.progress.stage("mending")
    request = RefineRequest(
        book=book,
        summary=context.path("summaries", form.summary),
        runs=form.runs,
        graph_rounds=form.rounds,
        rounds=form.mendings,
    )
    async with context.door(form, {"book": book.id, "summary": form.summary}) as door:
        answer = await run_refine(request, door, watched_by(context.progress, "mending"))
    if context.rehearsing:
        return {}
    check.leave(answer, context)
    refined = answer.check.summary.text
    (context.files / "mended.txt").write_text(refined + "\n", encoding="utf-8", errors="replace")
    document = check.shown(answer)
    for made in document["rounds"]:
        for change in made["diff"]:
            change["words"] = _words(change, book.language)
    return {**document, "kept": store_text(context.home, "summaries", "summary.txt", refined).id}


def _words(change: dict[str, Any], language: str) -> list[tuple[str, str]]:
    from fabula.reports.word_changes import word_changes

    return list(word_changes(change["before"], change["after"], language))
