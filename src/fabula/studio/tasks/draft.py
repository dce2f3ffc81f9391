"""Questions about a book of the shelf, as `fabula quiz make` drafts them, as a new set of the studio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.quiz.request import QuizMakeRequest
from fabula.request import document
from fabula.studio.home import safe_name, store_text
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of
from fabula.text.book import Book

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

Form = form_for(
    QuizMakeRequest,
    __name__,
    files={"book": "books"},
    leave_out={"reading": "the form of a quiz takes no file beside the book"},
    limits={"each": 50},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `quiz make --json`, and the id of the new set, which goes to review next."""
    from fabula.quiz.making import run

    asked = await asyncio.to_thread(request_of, form, QuizMakeRequest, context)
    assert isinstance(asked.book, Book)
    output = context.files / safe_name(f"{asked.book.title}.quiz.jsonl")
    request = asked.but(output=output)
    context.progress.stage("drafting")
    async with context.door(form, {"request": document(request)}) as door:
        answer = await run(request, door)
    if context.rehearsing:
        return {}
    made = answer.result.json_document | {"output": output.name}
    if not answer.result.questions:
        return {"result": made, "set": None}
    stored = store_text(context.home, "quizzes", output.name, output.read_text(encoding="utf-8"))
    return {"result": made, "set": stored.id}
