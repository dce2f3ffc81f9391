"""Can this judge be trusted? Every audit at once, as `fabula audit all` asks it, for one judge or for two."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from fabula.audits.request import AuditAllRequest
from fabula.request import document
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

PASSPORT = "passport.json"
Form = form_for(
    AuditAllRequest,
    __name__,
    files={"paths": "books", "profile": "profiles"},
    choices={"rubric": ("plot-preference", "longstory")},
    leave_out={"profile_scale": "the readers' own profile settles it"},
    limits={"repeats": 20, "stories": 200, "pairs": 200},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `audit all --json`, which also lies in the files."""
    from fabula.audits.passport import run as audit

    asked = await asyncio.to_thread(request_of, form, AuditAllRequest, context)
    request = asked.for_model(form.model)
    context.progress.stage("auditing")
    async with context.doors(form, request.judges, {"request": document(request)}) as doors:
        result = (await audit(request, doors)).result
    if not context.rehearsing:
        saved = json.dumps(result.json_document, ensure_ascii=False, indent=1)
        (context.files / PASSPORT).write_text(saved, encoding="utf-8")
    return result.json_document
