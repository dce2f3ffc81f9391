"""`quiz check`: the faults of a question set, and the score of guessing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from fabula.models.door import Door
from fabula.models.vectors.embeddings import embedder as embedder_named
from fabula.quiz.faults import Duplicate, Fault, answers, baselines, duplicates, faults
from fabula.quiz.files import read_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.request import QuizCheckRequest
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign


class QuizCheckResult(Result):
    """The document of `quiz check`."""

    KIND: ClassVar[str] = "quiz-check"

    kind: Literal["quiz-check"] = "quiz-check"
    questions: int
    titles: int
    answers: dict[str, int]
    """How often each letter is the key."""
    faults: tuple[Fault, ...]
    duplicates: tuple[Duplicate, ...]
    baselines: dict[str, float]


@dataclass(frozen=True, slots=True)
class QuizCheckAnswer:
    """The result, and the set that was checked."""

    result: QuizCheckResult
    quiz: QuizSet


async def run(request: QuizCheckRequest, door: Door | None = None) -> QuizCheckAnswer:
    """Checks a set without a language model. An embedder, if given, finds questions with the same meaning."""
    del door
    request.validate()
    quiz = read_set(request.file)
    embedder = embedder_named(request.embedder) if request.embedder else None
    by = embedder.name if embedder else "wording"
    result = QuizCheckResult(
        request=document(request),
        signature=sign(request, "quiz.check", engines={"embedder": by}, digests={"text": quiz.digest}),
        questions=len(quiz.questions),
        titles=len(quiz.titles),
        answers=answers(quiz.questions),
        faults=tuple(faults(quiz)),
        duplicates=tuple(duplicates(quiz.questions, embedder)),
        baselines=baselines(quiz.questions),
    )
    return QuizCheckAnswer(result, quiz)
