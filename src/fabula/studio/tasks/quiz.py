"""A question set: checked without a model, as `fabula quiz check` does, or put to one, as `fabula quiz run` does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from fabula.studio.home import kept
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.quiz.request import QuizRunRequest
    from fabula.studio.tasks.context import TaskContext


class Form(TaskForm):
    """One set; the other fields are for asking a model."""

    set: str
    shots: tuple[Annotated[int, Field(ge=0, le=5)], ...] = Field(default=(0,), min_length=1, max_length=6)
    """Every number of examples is asked; the smallest stands for the whole."""
    prompts: tuple[Literal["short", "long"], ...] = Field(default=("short",), min_length=1, max_length=2)
    by: Literal["text", "logprob"] = "text"
    permute: int = Field(default=1, ge=1, le=24)
    """Orders of the options that every question is asked in."""

    def request(self, file: Path) -> QuizRunRequest:
        """The question as every face asks it."""
        from fabula.quiz.request import QuizRunRequest

        prompt = "both" if len(dict.fromkeys(self.prompts)) > 1 else self.prompts[0]
        return QuizRunRequest(file, self.shots, prompt, by=self.by, permute=self.permute)


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `quiz run --json`; without a model that of `quiz check --json`, with the questions it names."""
    file = kept(context.home, "quizzes", form.set)
    if form.model is None:
        context.progress.stage("checking_set")
        return await asyncio.to_thread(_checked, file.file)
    from fabula.quiz.run import answered, read_inputs

    request = form.request(file.file)
    inputs = read_inputs(request)
    context.progress.stage("asking_questions")
    about = {"set": file.name, "questions": inputs.whole.digest, "seed": request.seed}
    async with context.door(form, about) as door:
        answer = await answered(inputs, door, inputs.settings(rehearsal=door.rehearsing))
    return {"result": answer.result.json_document | {"set": file.name}}


def _checked(file: Path) -> dict[str, Any]:
    from fabula.quiz.checking import run
    from fabula.quiz.files import document
    from fabula.quiz.request import QuizCheckRequest

    answer = asyncio.run(run(QuizCheckRequest(file)))
    found, quiz = answer.result, answer.quiz
    named = {fault.row for fault in found.faults} | {row for pair in found.duplicates for row in pair.rows}
    return {
        "check": found.json_document,
        "language": quiz.language,
        "encoding": quiz.encoding,
        "novels": list(quiz.titles),
        "rows": {str(each.row): document(each) for each in quiz.questions if each.row in named},
    }
