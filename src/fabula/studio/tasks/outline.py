"""What a book is: chapters, words, language, encoding, cast."""

from __future__ import annotations

import asyncio
from typing import Any

from fabula.reading.outline_request import OutlineRequest
from fabula.studio.tasks.context import TaskContext
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

Form = form_for(OutlineRequest, __name__, files={"book": "books"})


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula outline --json`."""
    from fabula.reading.outline import run as outline

    request = await asyncio.to_thread(request_of, form, OutlineRequest, context)
    context.progress.stage("cast")
    return (await outline(request)).result.json_document
