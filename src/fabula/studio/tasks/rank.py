"""Order several books of the shelf, as `fabula rank` does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.ranking.request import RankRequest
from fabula.request import document
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

RANKING = "rank.json"
"""The document among the files of the job."""
Form = form_for(
    RankRequest,
    __name__,
    files={"books": "books", "rubric": "rubrics"},
    choices={"rubric": ("longstory", "webnovel")},
    limits={"pairs": 2_000},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula rank --json`. Its page is made when somebody looks."""
    from fabula.ranking.run import run as rank

    request = await asyncio.to_thread(request_of, form, RankRequest, context)
    context.progress.stage("asking")
    async with context.door(form, {"request": document(request)}) as door:
        result = (await rank(request, door)).result
    if context.rehearsing:
        return {}
    result.save(context.files / RANKING)
    return {"ranking": result.json_document}
