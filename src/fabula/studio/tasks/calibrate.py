"""How many stars does a judge's score mean? What `fabula calibrate` does; the result is kept, to be chosen when a book is judged."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.measures.calibrate_request import CalibrateRequest
from fabula.studio.home import store_text
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

ENDING = ".calibration.json"
FILE = f"judge{ENDING}"
"""The document among the files of the job."""
Form = form_for(CalibrateRequest, __name__, files={"scores": "scores", "truth": "scores"})


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula calibrate --json`, and under which id it is kept: None if the scores name no judge, as no book can
    be judged with it then."""
    from fabula.measures.calibrating import run as calibrate

    context.progress.stage("calibrating")
    request = await asyncio.to_thread(request_of, form, CalibrateRequest, context, out=context.files / FILE)
    result = (await calibrate(request)).result
    kept = None
    if result.judge:
        name = result.judge.get("m", request.scores.stem) + ENDING
        kept = store_text(context.home, "calibrations", name, request.out.read_text(encoding="utf-8")).id
    return {"calibration": result.json_document, "kept": kept}
