"""What a book is: chapters, words, language, encoding, cast."""

from __future__ import annotations

import asyncio
from typing import Any

from fabula.reading.outline_request import OutlineRequest
from fabula.studio.tasks.context import TaskContext
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

MOST_PEOPLE = 150
"""How many people can be corrected on the page."""
Form = form_for(OutlineRequest, __name__, files={"book": "books", "people": "people"})


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula outline --json`, and more of its people than it lists."""
    from fabula.reading.outline import run as outline

    request = await asyncio.to_thread(request_of, form, OutlineRequest, context)
    context.progress.stage("cast")
    answer = await outline(request)
    everyone = answer.cast.characters[:MOST_PEOPLE] if answer.cast else ()
    people = [
        {"name": one.name, "aliases": one.aliases, "gender": one.gender, "mentions": one.mentions}
        for one in everyone
    ]
    return answer.result.json_document | {"people": people}
