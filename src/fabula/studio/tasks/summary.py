"""A summary of a book: the user's own, from a file they handed in, or one that is made here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext


class Form(TaskForm):
    """One book of the shelf, and perhaps a summary that was handed in."""

    book: str
    given: str | None = None
    """The id of a kept summary; without one a summary is made."""
    source: Literal["given", "written", "mended", "example"] = "given"
    """Where a kept summary came from; nothing where one is made."""


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The summary's text. It is kept as a file of its own, so a check does not depend on this work."""
    from fabula.facts.request import FactCheckRequest
    from fabula.facts.run import summarise
    from fabula.studio.home import store_text
    from fabula.text.words import count_words

    book = await asyncio.to_thread(context.book, form.book)
    given = context.path("summaries", form.given) if form.given else None
    context.progress.stage("summing_up")
    request = FactCheckRequest(book=book, summary=given)
    if form.model is None or given is not None:
        found = await summarise(book, request, None)
    else:
        async with context.door(form, {"book": book.id}) as door:
            found = await summarise(book, request, door)
    if context.rehearsing:
        return {}
    return {
        "text": found.text,
        "source": form.source if given else found.source,
        "words": count_words(found.text, book.language),
        "sentences": len(found.sentences),
        "language": book.language,
        "kept": store_text(context.home, "summaries", "summary.txt", found.text).id,
    }
