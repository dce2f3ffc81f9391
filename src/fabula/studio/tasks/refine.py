"""A summary refined round by round, as `fabula facts refine` does it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.facts.request import RefineRequest
from fabula.request import document
from fabula.studio.tasks import check
from fabula.studio.tasks.request_form import EMBEDDERS, RequestForm, form_for, request_of
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

Form = form_for(
    RefineRequest,
    __name__,
    files=check.FILES,
    required=("summary",),
    choices={"embedder": EMBEDDERS},
    leave_out=check.LEAVE_OUT,
    limits={**check.MOST, "rounds": 10},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """Every round with its changes word by word. The refined summary is kept and lies among the files."""
    from fabula.facts.run import run_refine
    from fabula.studio.home import store_text

    request = await asyncio.to_thread(request_of, form, RefineRequest, context)
    context.progress.stage("mending")
    async with context.door(form, {"request": document(request)}) as door:
        answer = await run_refine(request, door, watched_by(context.progress, "mending"))
    if context.rehearsing:
        return {}
    check.leave(answer, context)
    refined = answer.check.summary.text
    (context.files / "mended.txt").write_text(refined + "\n", encoding="utf-8", errors="replace")
    shown = check.shown(answer)
    for made in shown["rounds"]:
        for change in made["diff"]:
            change["words"] = _words(change, answer.book.language)
    return {**shown, "kept": store_text(context.home, "summaries", "summary.txt", refined).id}


def _words(change: dict[str, Any], language: str) -> list[tuple[str, str]]:
    from fabula.reports.word_changes import word_changes

    return list(word_changes(change["before"], change["after"], language))
