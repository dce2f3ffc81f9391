"""`quiz export`: writes a question set as a task for another evaluation harness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from fabula.digests import digest
from fabula.models.door import Door
from fabula.quiz.classify import known_labels
from fabula.quiz.difficulty import of_difficulty, read_difficulties
from fabula.quiz.export import exported, left_out
from fabula.quiz.files import read_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.request import QuizExportRequest
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign


class QuizExportResult(Result):
    """The document of `quiz export`."""

    KIND: ClassVar[str] = "quiz-export"

    kind: Literal["quiz-export"] = "quiz-export"
    files: tuple[str, ...]
    left_out: tuple[int, ...]
    """Rows of questions whose key names no option."""


@dataclass(frozen=True, slots=True)
class QuizExportAnswer:
    """The result, and the set that was exported."""

    result: QuizExportResult
    quiz: QuizSet


async def run(request: QuizExportRequest, door: Door | None = None) -> QuizExportAnswer:
    """Writes every question that has a right answer."""
    del door
    request.validate()
    quiz = read_set(request.file)
    if request.difficulty:
        quiz = of_difficulty(quiz, read_difficulties(request.file), request.difficulty)
    request.folder.mkdir(parents=True, exist_ok=True)
    labels = known_labels(request.file, quiz, request.labels)
    files = exported(quiz, request.to, labels)
    for name, content in files.items():
        (request.folder / name).write_text(content, encoding="utf-8")
    result = QuizExportResult(
        request=document(request),
        signature=sign(
            request,
            "quiz.export",
            digests={"text": quiz.digest, "labels": digest(f"{each.row}:{each.category}" for each in labels)},
        ),
        files=tuple(str(request.folder / name) for name in files),
        left_out=tuple(one.row for one in left_out(quiz)),
    )
    return QuizExportAnswer(result, quiz)
