"""A summary against its story, fact by fact, as `fabula facts check` does it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from fabula.facts.request import FactCheckRequest
from fabula.request import document
from fabula.studio.tasks.request_form import EMBEDDERS, RequestForm, Source, form_for, request_of
from fabula.studio.tasks.searching import watched_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.facts.run import FactCheckAnswer, RefineAnswer
    from fabula.studio.tasks.context import TaskContext

FACTS = "facts.html"
"""The report among the files of the job, with a mark in place of each sentence."""
FILES: Mapping[str, Source] = {"book": "books", "summary": "summaries"}
LEAVE_OUT = {
    "summary_text": "a summary that was typed is kept as a file first",
    "checker": "whether a model is chosen settles it; the local entailment checker needs a path of this machine",
    "labels": "it belongs to a local classifier, which needs a path of this machine",
    "threshold": "it belongs to a small checker",
    "chunk_tokens": "a summary is made in a step of its own",
}
MOST: Mapping[str, float] = {"runs": 10, "graph_rounds": 10, "scenes": 20, "min_support": 10}
Form = form_for(
    FactCheckRequest,
    __name__,
    files=FILES,
    required=("summary",),
    choices={"embedder": EMBEDDERS},
    leave_out=LEAVE_OUT,
    limits=MOST,
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula facts check --json`, and what a page needs to mark the summary as it stands."""
    from fabula.facts.run import run_check

    request = await asyncio.to_thread(request_of, form, FactCheckRequest, context)
    context.progress.stage("checking")
    watch = watched_by(context.progress, "checking")
    if form.model is None:
        answer = await run_check(request, None, watch)
    else:
        async with context.door(form, {"request": document(request)}) as door:
            answer = await run_check(request, door, watch)
    if context.rehearsing:
        return {}
    leave(answer, context)
    return shown(answer)


def leave(answer: FactCheckAnswer | RefineAnswer, context: TaskContext) -> None:
    """The report as a page by itself, worded when somebody looks, and the document."""
    from fabula.reports.facts import facts_page
    from fabula.reports.later import Later

    (context.files / FACTS).write_text(facts_page(answer, Later()), encoding="utf-8", errors="replace")
    saved = json.dumps(answer.result.json_document, ensure_ascii=False, indent=1)
    (context.files / "facts.json").write_text(saved, encoding="utf-8", errors="replace")


def shown(answer: FactCheckAnswer | RefineAnswer) -> dict[str, Any]:
    """The document, and the summary cut into its sentences."""
    from fabula.reports.facts import pieces

    return {
        **answer.result.json_document,
        "pieces": [
            {name: piece[name] for name in ("before", "text", "number", "verdict")}
            for piece in pieces(answer.check)
        ],
        "runs": answer.check.runs,
        "language": answer.book.language,
    }
