"""Judge a book, as `fabula evaluate` does, and leave its report where the browser can read it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.judging.settings import Method
from fabula.studio.tasks import asked as ground

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    from fabula.judging.evaluate import evaluate

    book = _as_told(await asyncio.to_thread(desk.book, asked.book), asked)
    wanted = wanted_of(asked)
    if asked.method == "embedded":
        desk.slate.stage("measuring")
        evaluation = await evaluate(book, wanted, None)
    else:
        by_chapter([book], wanted, desk)
        desk.slate.stage("asking")
        about = {
            "book": book.id,
            "method": asked.method,
            "rubric": asked.rubric,
            "runs": wanted.settings.runs,
        }
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


def wanted_of(asked: Asked) -> Wanted:
    """How the judge is to read, as the form says it."""
    from fabula.judging.evaluate import Wanted
    from fabula.judging.settings import JudgeSettings, usual_runs
    from fabula.rubrics.files import load

    runs = asked.runs or usual_runs(asked.method)
    return Wanted(asked.method, JudgeSettings(load(asked.rubric), runs=runs, temperature=asked.temperature))


def by_chapter(books: Sequence[Book], wanted: Wanted, desk: Desk) -> None:
    """Where books are read in pieces, each answer moves the progress on by the chapters of one piece."""
    from fabula.text.segments import segments

    if wanted.method == "one-pass":
        return
    pieces: list[list[int]] = []
    before = 0
    for book in books:
        cut = segments(book, wanted.settings.segment_tokens, unit="tokens")
        pieces += [[before + number for number in piece.chapters] for piece in cut]
        before += max(chapter.number for chapter in book.chapters)
    desk.slate.by_chapter("reading", pieces)


def _as_told(book: Book, asked: Asked) -> Book:
    genres = ground.listed(asked.genres)
    return replace(book, genres=genres or book.genres, premise=asked.premise or book.premise)
