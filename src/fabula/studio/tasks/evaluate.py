"""Judge a book, as `fabula evaluate` does, and leave its report where the browser can read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.judging.request import EvaluateRequest
from fabula.request import document
from fabula.studio.home import decisions_id
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of
from fabula.text.book import Book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.result import EvaluateAnswer
    from fabula.studio.tasks.context import TaskContext

MOST_RUNS = 50
Form = form_for(
    EvaluateRequest,
    __name__,
    files={
        "book": "books",
        "people": "people",
        "reading": "readings",
        "rubric": "rubrics",
        "calibration": "calibrations",
    },
    choices={"rubric": ("longstory", "webnovel")},
    leave_out={"context": "it only refuses books that are too long, and the job says so itself"},
    limits={"runs": MOST_RUNS},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula evaluate --json`; what its report and the text with notes say is in the job's files."""
    from fabula.judging import evaluate

    asked = await asyncio.to_thread(request_of, form, EvaluateRequest, context)
    request = asked.for_model(None if asked.method == "embedded" else form.model)
    book = request.book
    if not isinstance(book, Book):
        raise UsageError("choose a book from the shelf first")
    if not request.asks_model:
        context.progress.stage("measuring")
        answer = await evaluate.run(request, None)
    else:
        show_chapters([book], request, context)
        context.progress.stage("asking")
        async with context.door(form, {"books": [book.id], "request": document(request)}) as door:
            answer = await evaluate.run(request, door)
    return {} if context.rehearsing else await _report(answer, context)


async def _report(answer: EvaluateAnswer, context: TaskContext) -> dict[str, Any]:
    from fabula.reports.files import write_views

    context.progress.stage("drawing")
    book = answer.evaluation.book
    keep_at = f"../../decisions/{decisions_id(book.title, book.author)}"
    await asyncio.to_thread(write_views, answer.evaluation, context.files, keep_at)
    return {"evaluation": answer.result.json_document}


def show_chapters(books: Sequence[Book], request: EvaluateRequest, context: TaskContext) -> None:
    """Show progress by chapter: each answer of the reading step has read the chapters of one piece."""
    from fabula.text.segments import segments

    if request.method == "one-pass" or request.reading is not None:
        return
    pieces: list[list[int]] = []
    before = 0
    for book in books:
        cut = segments(book, request.segment_tokens, unit="tokens")
        pieces += [[before + number for number in piece.chapters] for piece in cut]
        before += max(chapter.number for chapter in book.chapters)
    context.progress.by_chapter("reading", pieces)
