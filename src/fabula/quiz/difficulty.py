"""`quiz difficulty`: how hard each question of a set is for a panel of models, written beside the set.

A question is easy if three of four models or more are right, and hard if no more of them are right than would be by
guessing. Whoever chooses questions by these groups should test a model that was not on the panel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.languages import Language
from fabula.measures.agreement import pearson
from fabula.measures.proportions import share_near
from fabula.measures.refusal import Refused
from fabula.models.several import Doors
from fabula.quiz.asking import ASKS, Answer, Examples, Setting, ask_all
from fabula.quiz.choices import DIFFICULTIES, Difficulty
from fabula.quiz.files import read_set
from fabula.quiz.questions import LANGUAGES, Question, QuizSet
from fabula.quiz.request import QuizDifficultyRequest
from fabula.quiz.results import Share
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign

EASY = 0.75
"""The share of a panel from which a question is easy."""


class QuestionDifficulty(BaseModel):
    """How a panel did on one question."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    row: int
    question: str
    """The digest of the question, so that a corrected question has no difficulty."""
    models: int
    """Models whose answers count; failed calls do not."""
    right: Share
    """The share of the panel that is right, with its interval over models."""
    discrimination: float | None
    """The correlation over models of being right here and on the other questions. None if it cannot be measured."""
    difficulty: Difficulty | None
    """None if no model gave an answer."""


class QuizDifficultyResult(Result):
    """The document of `quiz difficulty`."""

    KIND: ClassVar[str] = "quiz-difficulty"

    kind: Literal["quiz-difficulty"] = "quiz-difficulty"
    models: dict[str, float | None]
    """The panel, and the share of questions that each model gets right."""
    counts: dict[Difficulty, int]
    questions: tuple[QuestionDifficulty, ...]
    output: str


@dataclass(frozen=True, slots=True)
class QuizDifficultyAnswer:
    """The result, and the set that the panel answered."""

    result: QuizDifficultyResult
    quiz: QuizSet


async def run(request: QuizDifficultyRequest, doors: Doors) -> QuizDifficultyAnswer:
    """Asks every model of the panel every question without the book, and writes what each question is for them."""
    request.validate()
    quiz = read_set(request.file)
    asked = [each for each in quiz.questions if each.right is not None]
    language = quiz.language.among(LANGUAGES)
    setting = Setting(language=language, seed=request.seed, asks=1 if doors.rehearsing else ASKS)
    panel: dict[str, list[float | None]] = {}
    for door in doors.side_by_side(request.model):
        answers = await ask_all(door, asked, setting, Examples(()), request.permute)
        panel[door.model] = [_score(own) for own in answers]
    own = list(panel.values())
    totals = [_total(scores) for scores in own]
    questions = tuple(
        _question(each, [scores[place] for scores in own], totals) for place, each in enumerate(asked)
    )
    place = request.output or difficulty_file(request.file)
    if not doors.rehearsing:
        place.write_text("".join(f"{each.model_dump_json()}\n" for each in questions), encoding="utf-8")
    counts = Counter(each.difficulty for each in questions)
    result = QuizDifficultyResult(
        request=document(request),
        signature=_signature(request, quiz, doors, Language(language)),
        models={name: _mean(scores) for name, scores in panel.items()},
        counts={name: counts[name] for name in DIFFICULTIES},
        questions=questions,
        output=str(place),
        usage=doors.usage,
    )
    return QuizDifficultyAnswer(result, quiz)


def difficulty_file(path: Path) -> Path:
    """The file beside a set that says how hard its questions are."""
    return path.with_name(f"{path.stem}.difficulty.jsonl")


def read_difficulties(file: Path) -> dict[str, Difficulty]:
    """The difficulties beside a set, by the digest of the question; none if no panel has answered it."""
    place = difficulty_file(file)
    if not place.is_file():
        return {}
    found = {}
    for number, line in numbered_lines(place.read_text(encoding="utf-8")):
        try:
            each = QuestionDifficulty.model_validate_json(line)
        except ValidationError:
            raise UsageError(
                f"{place.name} line {number} is no difficulty: run `fabula quiz difficulty` again"
            ) from None
        if each.difficulty:
            found[each.question] = each.difficulty
    return found


def of_difficulty(quiz: QuizSet, known: Mapping[str, Difficulty], wanted: Sequence[Difficulty]) -> QuizSet:
    """Only the questions of these difficulties, with their row numbers unchanged."""
    if not wanted:
        return quiz
    if not known:
        raise UsageError(
            f"--difficulty: nobody knows how hard the questions of {quiz.name} are;"
            " run `fabula quiz difficulty` on it first"
        )
    questions = tuple(each for each in quiz.questions if known.get(each.digest) in wanted)
    if not questions:
        raise UsageError(f"--difficulty: {quiz.name} has no question that is {' or '.join(wanted)}")
    return replace(quiz, questions=questions)


def _score(answers: Sequence[Answer]) -> float | None:
    """The share of orders in which a model is right; None if every call failed."""
    told = [each.right for each in answers if each.state != "failed"]
    return fmean(told) if told else None


def _question(
    question: Question, scores: Sequence[float | None], totals: Sequence[tuple[float, int]]
) -> QuestionDifficulty:
    """`scores` are the models' on this question, `totals` their sums over all questions with how many they answered."""
    count, value = _total(scores)[1], _mean(scores)
    near = share_near(value, count) if value is not None else None
    return QuestionDifficulty(
        row=question.row,
        question=question.digest,
        models=count,
        right=Share(
            value=value,
            low=round(near.low, 6) if near else None,
            high=round(near.high, 6) if near else None,
        ),
        discrimination=_discrimination(scores, totals),
        difficulty=None if value is None else _difficulty(value, len(question.options)),
    )


def _difficulty(value: float, options: int) -> Difficulty:
    return "easy" if value >= EASY else "hard" if value <= 1 / options else "middle"


def _discrimination(scores: Sequence[float | None], totals: Sequence[tuple[float, int]]) -> float | None:
    """Being right here against being right on the other questions, over the models."""
    both = [
        (score, (total - score) / (count - 1))
        for score, (total, count) in zip(scores, totals, strict=True)
        if score is not None and count > 1
    ]
    here, elsewhere = [one for one, _ in both], [two for _, two in both]
    found = pearson(here, elsewhere)
    return None if isinstance(found, Refused) else round(found, 4)


def _total(scores: Sequence[float | None]) -> tuple[float, int]:
    told = [score for score in scores if score is not None]
    return sum(told), len(told)


def _mean(scores: Sequence[float | None]) -> float | None:
    total, count = _total(scores)
    return round(total / count, 6) if count else None


def _signature(request: QuizDifficultyRequest, quiz: QuizSet, doors: Doors, language: Language) -> str:
    first = doors.to(request.model[0])
    return sign(
        request,
        "quiz.difficulty",
        digests={
            "text": quiz.digest,
            "m": doors.signed(request.model),
            "prompt": first.prompt("quiz", "short", language).digest,
        },
    )
