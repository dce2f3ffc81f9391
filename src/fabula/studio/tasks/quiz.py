"""A question set: checked without a model, as `fabula quiz check` does, or put to one, as `fabula quiz run` does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.quiz.request import QuizCheckRequest, QuizRunRequest
from fabula.request import document
from fabula.studio.home import kept
from fabula.studio.tasks.request_form import EMBEDDERS, RequestForm, form_for, request_of

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.studio.tasks.context import TaskContext


Form = form_for(
    QuizRunRequest,
    __name__,
    files={"file": "quizzes"},
    choices={"embedder": EMBEDDERS},
    leave_out={
        "with_book": "the page of a set offers no books beside it",
        "difficulty": "no panel answers a set in the browser",
    },
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `quiz run --json`; without a model that of `quiz check --json`, with the questions it names."""
    from fabula.quiz.run import answered, read_inputs

    request = await asyncio.to_thread(request_of, form, QuizRunRequest, context)
    if form.model is None:
        context.progress.stage("checking_set")
        return await asyncio.to_thread(_checked, request.file)
    inputs = read_inputs(request)
    context.progress.stage("asking_questions")
    about = {"request": document(request), "questions": inputs.whole.digest}
    async with context.door(form, about) as door:
        answer = await answered(inputs, door, inputs.settings(rehearsal=door.rehearsing))
    name = kept(context.home, "quizzes", form.model_dump()["file"]).name
    return {"result": answer.result.json_document | {"set": name}}


def _checked(file: Path) -> dict[str, Any]:
    from fabula.quiz.checking import run
    from fabula.quiz.files import document as question

    answer = asyncio.run(run(QuizCheckRequest(file)))
    found, quiz = answer.result, answer.quiz
    named = {fault.row for fault in found.faults} | {row for pair in found.duplicates for row in pair.rows}
    return {
        "check": found.json_document,
        "language": quiz.language,
        "encoding": quiz.encoding,
        "novels": list(quiz.titles),
        "rows": {str(each.row): question(each) for each in quiz.questions if each.row in named},
    }
