"""The site of a leaderboard, as `fabula novelist site` writes it: to be looked at before it is published, and to be taken away."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fabula.novelists.ranking_request import SiteRequest
from fabula.studio.tasks.request_form import Identifier, RequestForm, form_for, request_of
from fabula.studio.tasks.webnovel import MOST_BOOKS, gathered

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

FOLDER = "site"
"""Where it lies among the files of the job; beside it the same as a ZIP file."""
Form = form_for(
    SiteRequest,
    __name__,
    files={"results": "results", "reference": "results"},
    required=("results",),
    leave_out={
        "shelf": "the human books are those of the shelf that were chosen",
        "no_human_text": "whether human books are chosen settles it",
    },
    further={
        "books": (tuple[Identifier, ...], Field(default=(), max_length=MOST_BOOKS)),
        "lang": (Literal["en", "zh"], "en"),
    },
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `novelist site --json`. A site is published in one language: the one that it was asked for in."""
    from fabula.novelists.site import run_site

    context.progress.stage("results")
    said = form.model_dump()
    human = await asyncio.to_thread(gathered, said["books"], context) if said["books"] else None
    request = request_of(
        form, SiteRequest, context,
        out=context.files / FOLDER, shelf=(human,) if human else (), no_human_text=human is None,
    )  # fmt: skip
    answer = await run_site(request)
    context.progress.stage("drawing")
    scripts = await asyncio.to_thread(_written, answer, said["lang"], context)
    if human:
        shutil.rmtree(human)
    return {"site": answer.result.json_document, "scripts": scripts}


def _written(answer: Any, language: str, context: TaskContext) -> list[str]:
    """Every page and the ZIP file. Returns the hashes of the scripts that its pages may run."""
    from fabula.novelists.asking import criteria
    from fabula.reports.novelists_site import site_script, write_site
    from fabula.reports.page import script_hash

    folder = context.files / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    write_site(answer, answer.result.json_document, criteria(), folder, language)
    shutil.make_archive(str(folder), "zip", folder)
    return [script_hash(site_script())]
