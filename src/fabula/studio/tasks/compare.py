"""Two drafts, or two evaluations, side by side, as `fabula compare` sets them. A draft is judged here first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_validator

from fabula.errors import UsageError
from fabula.judging.settings import Method
from fabula.studio.home import NotFound, checked
from fabula.studio.labels import LANGUAGES
from fabula.studio.tasks.evaluate import show_chapters
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from fabula.comparison.run import CompareAnswer
    from fabula.judging.result import AspectScore
    from fabula.studio.tasks.context import TaskContext
    from fabula.text.book import Book

Side = Annotated[str, Field(pattern=r"^(book|job):[0-9a-f]{16}$")]
"""A book of the shelf, or the job that evaluated one."""


class Form(TaskForm):
    """The two sides, and how both are judged where they are books."""

    old: Side
    new: Side
    method: Method | None = None
    """How the model reads the books; None measures them without one, as `embedded` does."""
    runs: int | None = Field(default=None, ge=1, le=50)

    @model_validator(mode="after")
    def _two(self) -> Form:
        if self.old == self.new:
            raise UsageError("both sides are the same: choose two different ones")
        return self


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """What moved, what is gone and what is new, in every language of the studio; the page lies in the files."""
    from fabula.comparison.request import CompareRequest
    from fabula.comparison.run import run as compare

    old, new = [await asyncio.to_thread(_side, side, context) for side in (form.old, form.new)]
    request = CompareRequest(old=old, new=new, method=form.method, runs=form.runs)
    books = [side for side in (old, new) if not isinstance(side, Path)]
    asks = bool(books) and request.asks_a_model(with_model=form.model is not None)
    if books:
        context.progress.stage("asking" if asks else "measuring")
    if asks:
        _show_chapters(books, form, context)
        about = {"books": [book.id for book in books], "method": form.method}
        async with context.door(form, about) as door:
            answer = await compare(request, door)
    else:
        answer = await compare(request, None)
    if context.rehearsing:
        return {}
    context.progress.stage("comparing")
    return await asyncio.to_thread(_document, answer, context)


def _side(side: str, context: TaskContext) -> Path | Book:
    """A book of the shelf, or the report of an evaluation."""
    from fabula.comparison.sides import REPORT

    kind, _, identifier = side.partition(":")
    if kind == "book":
        return context.book(identifier)
    report = context.home.jobs / checked(identifier) / "files" / REPORT
    if not report.is_file():
        raise NotFound("one of the two evaluations has no report: finish it first")
    return report


def _show_chapters(books: list[Book], form: Form, context: TaskContext) -> None:
    """Progress by chapter, over both books."""
    from fabula.judging.request import EvaluateRequest

    show_chapters(books, EvaluateRequest(book=books[0], method=form.method), context)


def _document(answer: CompareAnswer, context: TaskContext) -> dict[str, Any]:
    from fabula.reports.comparison_views import counts, rows, write_comparison
    from fabula.reports.labels import labels
    from fabula.reports.page import script_hash

    found, document = answer.result, answer.result.json_document
    write_comparison(found, context.files)
    kinds = {one.kind for one in (*found.findings.gone, *found.findings.new)}
    told = {
        language: {
            "scores": rows(found.scores, say),
            "measures": rows(found.measures, say),
            "kinds": {kind: say.known("finding", kind) for kind in kinds},
        }
        for language in LANGUAGES
        for say in (labels(language),)
    }
    return {
        "old": document["old"],
        "new": document["new"],
        "told": told,
        "critiques": _critiques(answer),
        "findings": document["findings"],
        "counts": counts(found.chapters),
        "chapters": [one for one in document["chapters"] if one["status"] != "same"],
        "page": "compare.html",
        "script": script_hash(),
        "signature": found.signature,
    }


def _critiques(answer: CompareAnswer) -> list[dict[str, Any]]:
    """What each judge wrote about an aspect, where one of them wrote something."""

    def shown(aspect: AspectScore | None) -> dict[str, Any] | None:
        return {"score": aspect.score, "critique": aspect.critique} if aspect else None

    before = {aspect.id: aspect for aspect in answer.old.aspects}
    pairs = [(aspect.label, before.get(aspect.id), aspect) for aspect in answer.new.aspects]
    return [
        {"label": label, "old": shown(old), "new": shown(new)}
        for label, old, new in pairs
        if new.critique or (old and old.critique)
    ]
