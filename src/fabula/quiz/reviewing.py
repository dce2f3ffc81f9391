"""`quiz review`: which questions two reviewers have passed, and how far the reviewers agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from fabula.digests import digest
from fabula.models.door import Door
from fabula.quiz.files import read_set, write_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.request import QuizReviewRequest
from fabula.quiz.review import (
    CheckAgreement,
    QuestionSentBack,
    read_reviews,
    review_states,
    reviews_file,
)
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign


class QuizReviewResult(Result):
    """The document of `quiz review`, with questions given as row numbers."""

    KIND: ClassVar[str] = "quiz-review"

    kind: Literal["quiz-review"] = "quiz-review"
    questions: int
    passed: tuple[int, ...]
    sent_back: tuple[QuestionSentBack, ...]
    waiting: tuple[int, ...]
    agreement: dict[str, CheckAgreement]


@dataclass(frozen=True, slots=True)
class QuizReviewAnswer:
    """The result, and the set that was reviewed."""

    result: QuizReviewResult
    quiz: QuizSet


async def run(request: QuizReviewRequest, door: Door | None = None) -> QuizReviewAnswer:
    """Counts the reviews beside the set and, on request, writes the questions that passed."""
    del door
    request.validate()
    quiz = read_set(request.file)
    reviews = read_reviews(reviews_file(request.file))
    states = review_states(quiz.questions, reviews)
    if request.passed is not None:
        rows = set(states.passed)
        passed = [one for one in quiz.questions if one.row in rows]
        write_set(passed, request.passed)
    text = digest(f"{each.reviewer}:{each.question}:{sorted(each.checks.items())}" for each in reviews)
    result = QuizReviewResult(
        request=document(request),
        signature=sign(request, "quiz.review", digests={"text": quiz.digest, "reviews": text}),
        questions=len(quiz.questions),
        passed=states.passed,
        sent_back=states.sent_back,
        waiting=states.waiting,
        agreement=states.agreement,
    )
    return QuizReviewAnswer(result, quiz)
