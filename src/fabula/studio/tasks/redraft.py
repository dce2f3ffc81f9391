"""The questions that reviewers sent back, drafted again as `fabula quiz redraft` does it, as a new set of the studio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.quiz.request import QuizRedraftRequest
from fabula.request import document
from fabula.studio.home import kept, store_text
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

Form = form_for(
    QuizRedraftRequest,
    __name__,
    files={"file": "quizzes", "book": "books"},
    further={"reviews": (str, Field(default="", max_length=64))},
)
"""`reviews` is the digest of the reviews, so that further reviews make another job."""


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `quiz redraft --json`, and the id of the new set, which has the reviews that still hold beside it."""
    from fabula.quiz.redrafting import run
    from fabula.quiz.review import reviews_file

    name = kept(context.home, "quizzes", form.model_dump()["file"]).name
    output = context.files / f"{name.rpartition('.')[0] or name}.redrafted.jsonl"
    request = await asyncio.to_thread(request_of, form, QuizRedraftRequest, context, output=output)
    context.progress.stage("redrafting")
    async with context.door(form, {"request": document(request)}) as door:
        answer = await run(request, door)
    if context.rehearsing:
        return {}
    stored = store_text(context.home, "quizzes", output.name, output.read_text(encoding="utf-8"))
    reviews, beside = reviews_file(output), reviews_file(stored.file)
    if reviews.is_file() and not beside.is_file():
        beside.write_bytes(reviews.read_bytes())
    return {"result": answer.result.json_document | {"output": output.name}, "set": stored.id}
