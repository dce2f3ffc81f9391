"""`quiz classify`: sorts the questions of a set into the eight kinds and writes the labels beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Literal

from fabula.digests import digest
from fabula.models.door import Door
from fabula.quiz.classify import (
    LabelAgreement,
    Labelled,
    classify,
    labels_file,
    names,
    read_labels,
    write_labels,
)
from fabula.quiz.files import read_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.request import QuizClassifyRequest
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign


class QuizClassifyResult(Result):
    """The document of `quiz classify`."""

    KIND: ClassVar[str] = "quiz-classify"

    kind: Literal["quiz-classify"] = "quiz-classify"
    questions: int
    by_category: dict[str, int]
    by_source: dict[str, int]
    unlabelled: tuple[int, ...]
    agreement: LabelAgreement | None
    output: str


@dataclass(frozen=True, slots=True)
class QuizClassifyAnswer:
    """The result, the labels and the set that they belong to."""

    result: QuizClassifyResult
    found: Labelled
    quiz: QuizSet


async def run(request: QuizClassifyRequest, door: Door | None) -> QuizClassifyAnswer:
    """Labels every question and writes the labels. Without a door, only the rules decide."""
    request.validate()
    quiz = read_set(request.file)
    given = read_labels(request.labels) if request.labels else None
    truth = {label.row: label.category for label in given if label.category} if given else None
    found = await classify(door, quiz, quiz.language, truth)
    place = request.output or labels_file(request.file)
    if door is None or not door.rehearsing:
        write_labels(place, found.labels)
    digests = {
        "text": quiz.digest,
        "labels": digest(f"{each.row}:{each.category}" for each in given) if given else None,
    }
    signature = (
        door.sign(request, "quiz.classify", digests=digests)
        if door
        else sign(request, "quiz.classify", engines={"by": "rules"}, digests=digests)
    )
    sources = Counter(label.source.partition(":")[0] for label in found.labels if label.category)
    result = QuizClassifyResult(
        request=document(request),
        model=door.model_used if door else None,
        signature=signature,
        questions=len(found.labels),
        by_category={kind: sum(each.category == kind for each in found.labels) for kind in names("en")},
        by_source=dict(sources),
        unlabelled=tuple(label.row for label in found.labels if label.category is None),
        agreement=found.agreement,
        output=str(place),
    )
    return QuizClassifyAnswer(result, found, quiz)
