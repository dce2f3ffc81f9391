"""Order several books of the shelf, as `fabula rank` does, and leave the page where the browser can read it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.ranking.request import RankRequest
from fabula.request import document
from fabula.studio.labels import LANGUAGES
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

Form = form_for(
    RankRequest,
    __name__,
    files={"books": "books", "rubric": "rubrics"},
    choices={"rubric": ("longstory", "webnovel")},
    limits={"pairs": 2_000},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula rank --json`, and its page in every language of the studio."""
    from fabula.ranking.run import run as rank

    request = await asyncio.to_thread(request_of, form, RankRequest, context)
    context.progress.stage("asking")
    async with context.door(form, {"request": document(request)}) as door:
        result = (await rank(request, door)).result
    if context.rehearsing:
        return {}
    from fabula.reports.page import script_hash
    from fabula.reports.ranking import write_ranking

    context.progress.stage("drawing")
    for language in LANGUAGES:
        write_ranking(result, context.files / f"rank.{language}.html", language)
    result.save(context.files / "rank.json")
    pages = {language: f"rank.{language}.html" for language in LANGUAGES}
    return {"ranking": result.json_document, "pages": pages, "scripts": [script_hash()]}
