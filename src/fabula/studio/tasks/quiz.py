"""A question set: looked over without a model, as `fabula quiz check` does, or put to one, as `fabula quiz run` does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from fabula.studio.home import kept
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.studio.tasks.context import TaskContext


class Form(TaskForm):
    """One set; the rest is said to a model."""

    set: str
    shots: tuple[Annotated[int, Field(ge=0, le=5)], ...] = Field(default=(0,), min_length=1, max_length=6)
    """Every number of examples is asked; the smallest stands for the whole."""
    prompts: tuple[Literal["short", "long"], ...] = Field(default=("short",), min_length=1, max_length=2)
    by: Literal["text", "logprob"] = "text"
    permute: int = Field(default=1, ge=1, le=24)
    """Orders of the options that every question is asked in."""


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `quiz run --json`; without a model that of `quiz check --json` with the questions it speaks of."""
    file = kept(context.home, "quizzes", form.set)
    if form.model is None:
        context.progress.stage("checking_set")
        return await asyncio.to_thread(_checked, file.file)
    from fabula.quiz import asked as quiz

    wanted = quiz.Asked(form.shots, form.prompts, by=form.by, permute=form.permute)
    ready = quiz.make_ready(file.file, wanted, rehearsal=context.rehearsing)
    context.progress.stage("asking_questions")
    about = {"set": file.name, "questions": ready.whole.digest, "seed": wanted.seed}
    async with context.door(form, about) as door:
        return {"result": await quiz.answered(ready, door) | {"set": file.name}}


def _checked(file: Path) -> dict[str, Any]:
    from fabula.quiz.faults import check
    from fabula.quiz.files import document, read_set

    quiz = read_set(file)
    found = check(quiz)
    spoken_of = {fault["row"] for fault in found["faults"]} | {
        row for pair in found["duplicates"] for row in pair["rows"]
    }
    return {
        "check": found,
        "language": quiz.language,
        "encoding": quiz.encoding,
        "novels": list(quiz.titles),
        "rows": {str(each.row): document(each) for each in quiz.questions if each.row in spoken_of},
    }
