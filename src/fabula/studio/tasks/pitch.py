"""What a query letter needs, as `fabula pitch` writes it: every sentence is held against the book."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.editing.pitch_request import PitchRequest
from fabula.request import document
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

MARKDOWN, DATA = "pitch.md", "pitch.json"
Form = form_for(
    PitchRequest,
    __name__,
    files={"book": "books"},
    leave_out={"reading": "a book that was read here is not read again: its answers are kept"},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula pitch --json`; the texts to work on lie in the files."""
    from fabula.editing.pitch import run_pitch
    from fabula.reports.pitch import pitch_markdown

    request = await asyncio.to_thread(request_of, form, PitchRequest, context)
    context.progress.stage("pitching")
    async with context.door(form, {"request": document(request)}) as door:
        answer = await run_pitch(request, door)
    if context.rehearsing:
        return {}
    answer.result.save(context.files / DATA)
    (context.files / MARKDOWN).write_text(pitch_markdown(answer.result), encoding="utf-8", errors="replace")
    return answer.result.json_document | {"faulty": answer.result.faulty}
