"""Two drafts, or two evaluations, side by side, as `fabula compare` sets them. A draft is judged here first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.comparison.request import CompareRequest
from fabula.judging.request import EvaluateRequest
from fabula.request import document
from fabula.studio.tasks.evaluate import MOST_RUNS, show_chapters
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.comparison.run import CompareAnswer
    from fabula.judging.result import AspectScore
    from fabula.studio.tasks.context import TaskContext

COMPARISON = "compare.json"
"""The whole comparison among the files of its job."""
Form = form_for(CompareRequest, __name__, files={"old": "sides", "new": "sides"}, limits={"runs": MOST_RUNS})


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """What moved, what is gone and what is new."""
    from fabula.comparison.run import run as compare

    request = await asyncio.to_thread(request_of, form, CompareRequest, context)
    books = [side for side in (request.old, request.new) if not isinstance(side, Path)]
    asks = bool(books) and request.asks_a_model(with_model=form.model is not None)
    if books:
        context.progress.stage("asking" if asks else "measuring")
    if asks:
        show_chapters(books, EvaluateRequest(book=books[0], method=request.method), context)
        async with context.door(form, {"request": document(request)}) as door:
            answer = await compare(request, door)
    else:
        answer = await compare(request, None)
    if context.rehearsing:
        return {}
    context.progress.stage("comparing")
    return await asyncio.to_thread(_document, answer, context)


def _document(answer: CompareAnswer, context: TaskContext) -> dict[str, Any]:
    """What the page shows that needs no words, and in the files the whole comparison, worded when somebody looks."""
    from fabula.reports.comparison_views import counts, text_counts

    found, shown = answer.result, answer.result.json_document
    found.save(context.files / COMPARISON)
    return {
        "old": shown["old"],
        "new": shown["new"],
        "critiques": _critiques(answer),
        "findings": shown["findings"],
        "counts": counts(found.chapters),
        "paragraphs": text_counts(found) if found.text is not None else None,
        "chapters": [one for one in shown["chapters"] if one["status"] != "same"],
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
