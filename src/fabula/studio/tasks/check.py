"""A summary against its story, fact by fact, as `fabula facts check` does it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.tasks import asked as ground
from fabula.studio.tasks.searching import search_of

if TYPE_CHECKING:
    from fabula.facts.asked import Answered
    from fabula.facts.asked import Asked as Question
    from fabula.studio.tasks.desk import Desk
    from fabula.text.book import Book


class Asked(ground.Asked):
    """One book, one summary, and how it is to be checked; without a model by words alone."""

    book: str
    summary: str
    """The id of a kept summary."""
    runs: int = Field(default=1, ge=1, le=10)
    rounds: int = Field(default=3, ge=1, le=10)
    """Extractions of each scene for the graph, which is made first where it has not been."""


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """The document of `fabula facts check --json`, and what a page needs to mark the summary as it stands."""
    from fabula.facts.asked import checked

    book = await asyncio.to_thread(desk.book, asked.book)
    summary = desk.path("summaries", asked.summary)
    desk.slate.stage("checking")
    question, search = question_of(asked, book, desk, "checking")
    if asked.model is None:
        answered = await checked(book, summary, question, None)
    else:
        async with desk.door(asked, {"book": book.id, "summary": asked.summary}) as door:
            answered = await checked(book, summary, question, door)
    if desk.rehearsing:
        return {}
    leave(answered, desk)
    return shown(answered, search)


def question_of(asked: Asked, book: Book, desk: Desk, stage: str) -> tuple[Question, list[str]]:
    """What is asked in the words of facts/, and what must be said of the search for evidence."""
    from fabula.facts.asked import Asked as Question
    from fabula.facts.asked import chosen

    embedder, search = search_of(book.language, desk.slate, stage)
    by = chosen(None, with_model=asked.model is not None)
    return Question(by, runs=asked.runs, graph_rounds=asked.rounds, embedder=embedder), search


def leave(answered: Answered, desk: Desk) -> None:
    """The report as a page by itself, and the document."""
    from fabula.reports.facts import facts_page

    page = facts_page(answered.check, answered.book, answered.by, answered.signature)
    (desk.files / "facts.html").write_text(page, encoding="utf-8", errors="replace")
    document = json.dumps(answered.document, ensure_ascii=False, indent=1)
    (desk.files / "facts.json").write_text(document, encoding="utf-8", errors="replace")


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
