"""Judge a book, as `fabula evaluate` does, and leave its report where the browser can read it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.judging.brief import Method
from fabula.studio.tasks import asked as ground

if TYPE_CHECKING:
    from fabula.judging.brief import Brief
    from fabula.judging.evaluate import Wanted
    from fabula.studio.tasks.desk import Desk
    from fabula.text.book import Book


class Asked(ground.Asked):
    """One book, and how it is to be judged."""

    book: str
    method: Method = "embedded"
    rubric: str = Field(default="longstory", pattern=r"^[a-z][a-z-]{0,40}$")
    runs: int | None = Field(default=None, ge=1, le=50)
    temperature: float = Field(default=0.0, ge=0, le=2)
    genres: str | None = Field(default=None, max_length=500)
    premise: str | None = Field(default=None, max_length=5_000)


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """The document of `fabula evaluate --json`, and the report in the work's files."""
    from fabula.judging.brief import Brief, usual_runs
    from fabula.judging.evaluate import Wanted, evaluate
    from fabula.rubrics.files import load

    book = _as_told(await asyncio.to_thread(desk.book, asked.book), asked)
    brief = Brief(
        load(asked.rubric), runs=asked.runs or usual_runs(asked.method), temperature=asked.temperature
    )
    wanted = Wanted(asked.method, brief)
    if asked.method == "embedded":
        desk.slate.stage("measuring")
        evaluation = await evaluate(book, wanted, None)
    else:
        _by_chapter(book, wanted, brief, desk)
        desk.slate.stage("asking")
        about = {"book": book.id, "method": asked.method, "rubric": asked.rubric, "runs": brief.runs}
        async with desk.door(asked, about) as door:
            evaluation = await evaluate(book, wanted, door)
    if desk.rehearsing:
        return {}
    from fabula.reports.document import book_document
    from fabula.reports.files import write_report
    from fabula.reports.page import script_hash

    desk.slate.stage("drawing")
    await asyncio.to_thread(write_report, evaluation, desk.files)
    return {"evaluation": book_document(evaluation), "page": "report.html", "script": script_hash()}


def _as_told(book: Book, asked: Asked) -> Book:
    genres = tuple(part.strip() for part in (asked.genres or "").split(",") if part.strip())
    return replace(book, genres=genres or book.genres, premise=asked.premise or book.premise)


def _by_chapter(book: Book, wanted: Wanted, brief: Brief, desk: Desk) -> None:
    """Where the book is read in pieces, each answer moves the progress on by the chapters of one piece."""
    from fabula.text.segments import segments

    if wanted.method != "one-pass":
        pieces = segments(book, brief.segment_tokens, unit="tokens")
        desk.slate.by_chapter("reading", [piece.chapters for piece in pieces])
