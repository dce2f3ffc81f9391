"""Judge a book, as `fabula evaluate` does, and leave its report where the browser can read it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.judging.settings import Method
from fabula.studio.tasks.form import TaskForm, comma_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluate import Wanted
    from fabula.studio.tasks.context import TaskContext
    from fabula.text.book import Book


class Form(TaskForm):
    """One book, and how it is to be judged."""

    book: str
    method: Method = "embedded"
    rubric: str = Field(default="longstory", pattern=r"^[a-z][a-z-]{0,40}$")
    runs: int | None = Field(default=None, ge=1, le=50)
    temperature: float = Field(default=0.0, ge=0, le=2)
    genres: str | None = Field(default=None, max_length=500)
    premise: str | None = Field(default=None, max_length=5_000)


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula evaluate --json`, and the report in the job's files."""
    from fabula.judging.evaluate import evaluate

    book = _as_told(await asyncio.to_thread(context.book, form.book), form)
    wanted = wanted_of(form)
    if form.method == "embedded":
        context.progress.stage("measuring")
        evaluation = await evaluate(book, wanted, None)
    else:
        by_chapter([book], wanted, context)
        context.progress.stage("asking")
        about = {"book": book.id, "method": form.method, "rubric": form.rubric, "runs": wanted.settings.runs}
        async with context.door(form, about) as door:
            evaluation = await evaluate(book, wanted, door)
    if context.rehearsing:
        return {}
    from fabula.reports.document import book_document
    from fabula.reports.files import write_report
    from fabula.reports.page import script_hash

    context.progress.stage("drawing")
    await asyncio.to_thread(write_report, evaluation, context.files)
    return {"evaluation": book_document(evaluation), "page": "report.html", "script": script_hash()}


def wanted_of(form: Form) -> Wanted:
    """How the judge is to read, as the form says it."""
    from fabula.judging.evaluate import Wanted
    from fabula.judging.settings import JudgeSettings, usual_runs
    from fabula.rubrics.files import load

    runs = form.runs or usual_runs(form.method)
    return Wanted(form.method, JudgeSettings(load(form.rubric), runs=runs, temperature=form.temperature))


def by_chapter(books: Sequence[Book], wanted: Wanted, context: TaskContext) -> None:
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
    context.progress.by_chapter("reading", pieces)


def _as_told(book: Book, form: Form) -> Book:
    genres = comma_list(form.genres)
    return replace(book, genres=genres or book.genres, premise=form.premise or book.premise)
