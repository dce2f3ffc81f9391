"""A summary against its story, fact by fact, as `fabula facts check` does it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks.form import TaskForm
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from fabula.facts.run import FactCheckAnswer, RefineAnswer
    from fabula.studio.tasks.context import TaskContext


class Form(TaskForm):
    """One book, one summary, and how to check it; without a model by words alone."""

    book: str
    summary: str
    """The id of a kept summary."""
    runs: int = Field(default=1, ge=1, le=10)
    rounds: int = Field(default=3, ge=1, le=10)
    """Extractions of each scene for the graph, which is made first."""


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula facts check --json`, and what a page needs to mark the summary as it stands."""
    from fabula.facts.request import FactCheckRequest
    from fabula.facts.run import run_check

    book = await asyncio.to_thread(context.book, form.book)
    context.progress.stage("checking")
    request = FactCheckRequest(
        book=book,
        summary=context.path("summaries", form.summary),
        runs=form.runs,
        graph_rounds=form.rounds,
    )
    watch = watched_by(context.progress, "checking")
    if form.model is None:
        answer = await run_check(request, None, watch)
    else:
        async with context.door(form, {"book": book.id, "summary": form.summary}) as door:
            answer = await run_check(request, door, watch)
    if context.rehearsing:
        return {}
    leave(answer, context)
    return shown(answer)


def leave(answer: FactCheckAnswer | RefineAnswer, context: TaskContext) -> None:
    """The report as a page by itself, and the document."""
    from fabula.reports.facts import facts_page

    (context.files / "facts.html").write_text(facts_page(answer), encoding="utf-8", errors="replace")
    document = json.dumps(answer.result.json_document, ensure_ascii=False, indent=1)
    (context.files / "facts.json").write_text(document, encoding="utf-8", errors="replace")


def shown(answer: FactCheckAnswer | RefineAnswer) -> dict[str, Any]:
    """The document, and the summary cut into its sentences."""
    from fabula.reports.facts import pieces

    document: dict[str, Any] = answer.result.json_document
    return {
        **document,
        "pieces": [
            {name: piece[name] for name in ("before", "text", "number", "verdict")}
            for piece in pieces(answer.check)
        ],
        "runs": answer.check.runs,
        "language": answer.book.language,
    }
