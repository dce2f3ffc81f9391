"""A summary against its story, fact by fact, as `fabula facts check` does it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks.form import TaskForm
from fabula.studio.tasks.searching import search_of

if TYPE_CHECKING:
    from fabula.facts.asked import Answered
    from fabula.facts.asked import Asked as Question
    from fabula.studio.tasks.context import TaskContext
    from fabula.text.book import Book


class Form(TaskForm):
    """One book, one summary, and how it is to be checked; without a model by words alone."""

    book: str
    summary: str
    """The id of a kept summary."""
    runs: int = Field(default=1, ge=1, le=10)
    rounds: int = Field(default=3, ge=1, le=10)
    """Extractions of each scene for the graph, which is made first where it has not been."""


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula facts check --json`, and what a page needs to mark the summary as it stands."""
    from fabula.facts.asked import checked

    book = await asyncio.to_thread(context.book, form.book)
    summary = context.path("summaries", form.summary)
    context.progress.stage("checking")
    question, search = question_of(form, book, context, "checking")
    if form.model is None:
        answered = await checked(book, summary, question, None)
    else:
        async with context.door(form, {"book": book.id, "summary": form.summary}) as door:
            answered = await checked(book, summary, question, door)
    if context.rehearsing:
        return {}
    leave(answered, context)
    return shown(answered, search)


def question_of(form: Form, book: Book, context: TaskContext, stage: str) -> tuple[Question, list[str]]:
    """What is asked in the words of facts/, and what must be said of the search for evidence."""
    from fabula.facts.asked import Asked as Question
    from fabula.facts.asked import chosen

    embedder, search = search_of(book.language, context.progress, stage)
    by = chosen(None, with_model=form.model is not None)
    return Question(by, runs=form.runs, graph_rounds=form.rounds, embedder=embedder), search


def leave(answered: Answered, context: TaskContext) -> None:
    """The report as a page by itself, and the document."""
    from fabula.reports.facts import facts_page

    page = facts_page(answered.check, answered.book, answered.by, answered.signature)
    (context.files / "facts.html").write_text(page, encoding="utf-8", errors="replace")
    document = json.dumps(answered.document, ensure_ascii=False, indent=1)
    (context.files / "facts.json").write_text(document, encoding="utf-8", errors="replace")


def shown(answered: Answered, search: list[str]) -> dict[str, Any]:
    """The document, and the summary cut into its sentences."""
    from fabula.reports.facts import pieces

    return {
        **answered.document,
        "pieces": [
            {name: piece[name] for name in ("before", "text", "number", "verdict")}
            for piece in pieces(answered.check)
        ],
        "runs": answered.check.runs,
        "language": answered.book.language,
        "search": search,
    }
