"""A summary of a book: the user's own, from a file they handed in, or one that is made here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from fabula.facts.request import FactCheckRequest
from fabula.request import document
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

Source = Literal["given", "written", "mended", "example"]
"""Where a kept summary came from; it says nothing where one is made."""
_OF_A_CHECK = "it belongs to the check, which is a step of its own"
Form = form_for(
    FactCheckRequest,
    __name__,
    files={"book": "books", "summary": "summaries"},
    leave_out={
        "summary_text": "a summary that was typed is kept as a file first",
        **dict.fromkeys(
            (
                "checker",
                "labels",
                "threshold",
                "runs",
                "temperature",
                "scenes",
                "no_graph",
                "graph_rounds",
                "min_support",
                "embedder",
            ),
            _OF_A_CHECK,
        ),
    },
    further={"source": (Source, "given")},
    limits={"chunk_tokens": 100_000},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The summary's text. It is kept as a file of its own, so a check does not depend on this work."""
    from fabula.facts.run import opened, summarise
    from fabula.studio.home import store_text
    from fabula.text.words import count_words

    request = await asyncio.to_thread(request_of, form, FactCheckRequest, context)
    book = opened(request.book)
    context.progress.stage("summing_up")
    if form.model is None or request.summary is not None:
        found = await summarise(book, request, None)
    else:
        async with context.door(form, {"request": document(request)}) as door:
            found = await summarise(book, request, door)
    if context.rehearsing:
        return {}
    return {
        "text": found.text,
        "source": getattr(form, "source", None) if request.summary is not None else found.source,
        "words": count_words(found.text, book.language),
        "sentences": len(found.sentences),
        "language": book.language,
        "kept": store_text(context.home, "summaries", "summary.txt", found.text).id,
    }
