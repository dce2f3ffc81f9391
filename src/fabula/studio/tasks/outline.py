"""What a book is: chapters, words, language, encoding, cast."""

from __future__ import annotations

import asyncio
from typing import Any

from fabula.studio.tasks.context import TaskContext
from fabula.studio.tasks.form import TaskForm


class Form(TaskForm):
    """One book of the shelf."""

    book: str


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula outline --json`."""
    from fabula.reading.outline import run as outline
    from fabula.reading.outline_request import OutlineRequest

    book = await asyncio.to_thread(context.book, form.book)
    context.progress.stage("cast")
    return (await outline(OutlineRequest(book=book))).result.json_document
