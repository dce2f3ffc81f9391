"""Judge a book, as `fabula evaluate` does, and leave its report where the browser can read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.judging.settings import Method
from fabula.request import document
from fabula.studio.tasks.form import TaskForm, comma_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.request import EvaluateRequest
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
    """The document of `fabula evaluate --json`, and the report in the work's files."""
    from fabula.judging import evaluate
    from fabula.judging.result import EvaluateResult

    book = await asyncio.to_thread(context.book, form.book)
    request = request_of(form, book)
    if not request.asks_model:
        context.progress.stage("measuring")
        evaluation = await evaluate.run(request, None)
    else:
        by_chapter([book], request, context)
        context.progress.stage("asking")
        async with context.door(form, {"books": [book.id], "request": document(request)}) as door:
            evaluation = await evaluate.run(request, door)
    if context.rehearsing:
        return {}
    from fabula.reports.files import write_report
    from fabula.reports.page import script_hash

    context.progress.stage("drawing")
    await asyncio.to_thread(write_report, evaluation, context.files)
    result = EvaluateResult.of(evaluation).json_document
    return {"evaluation": result, "page": "report.html", "script": script_hash()}


def request_of(form: Form, book: Book) -> EvaluateRequest:
    """The same request that `fabula evaluate` makes, of what the form says."""
    from fabula.judging.request import EvaluateRequest

    return EvaluateRequest(
        book=book,
        method=form.method,
        rubric=form.rubric,
        runs=form.runs,
        temperature=form.temperature,
        genres=comma_list(form.genres),
        premise=form.premise,
    ).for_model(None if form.method == "embedded" else form.model)


def by_chapter(books: Sequence[Book], request: EvaluateRequest, context: TaskContext) -> None:
    """Where books are read in pieces, each answer moves the progress on by the chapters of one piece."""
    from fabula.text.segments import segments

    if request.method == "one-pass":
        return
    pieces: list[list[int]] = []
    before = 0
    for book in books:
        cut = segments(book, request.segment_tokens, unit="tokens")
        pieces += [[before + number for number in piece.chapters] for piece in cut]
        before += max(chapter.number for chapter in book.chapters)
    context.progress.by_chapter("reading", pieces)
