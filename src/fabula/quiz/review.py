"""Two reviewers check every question in four ways. Their answers are stored and their agreement is measured.

A question passes if both reviewers pass it in all checks. If either rejects it, it goes back to its author with the
reason. A corrected question counts as a new one and is reviewed again.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.languages import Language
from fabula.measures.agreement import accuracy, cohen_kappa
from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.quiz.classify import kind_of
from fabula.quiz.questions import Question

CHECKS = ("clear", "kind", "answer", "options")
"""The checks. Each language provides their wording."""
MEASURED = ("clear", "kind", "contrary", "answer", "options", "passed")
"""What agreement is measured of: the second check apart for counterfactual questions, and all checks together."""
REVIEWERS = 2


@dataclass(frozen=True, slots=True)
class Review:
    """One reviewer's answers about one question."""

    reviewer: str
    question: str
    """The digest of the question, so that a corrected question has no reviews."""
    checks: dict[str, bool]
    note: str = ""

    @property
    def passed(self) -> bool:
        return all(self.checks.values())


class Refusal(BaseModel):
    """One reviewer's reasons for sending a question back."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reviewer: str
    checks: tuple[str, ...]
    """The checks that the question failed."""
    note: str


class QuestionSentBack(BaseModel):
    """A question that at least one reviewer sent back."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: int
    question: str
    by: tuple[Refusal, ...]


class CheckAgreement(BaseModel):
    """How far two reviewers agree on one check. A notice in `kappa` says why it is missing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    yes: float | None
    """The share of all answers to this check that are yes, as the paper gives it."""
    n: int
    """The questions that two reviewers have seen."""
    same: float | None
    kappa: float | Notice


@dataclass(frozen=True, slots=True)
class ReviewStates:
    """The review status of a set, with questions given as row numbers."""

    passed: tuple[int, ...]
    sent_back: tuple[QuestionSentBack, ...]
    waiting: tuple[int, ...]
    agreement: dict[str, CheckAgreement]


def supposes(question: Question) -> bool:
    """A counterfactual question: its second check is whether it contradicts the book, and not its kind."""
    return kind_of(question.category or "") == "counterfactual-reasoning"


def checks_for(question: Question, language: str) -> dict[str, str]:
    """The wording of the four checks. A counterfactual question must suppose something that contradicts the book."""
    rules = Language(language).quiz
    kind = rules.contrary if supposes(question) else rules.kind
    return {"clear": rules.clear, "kind": kind, "answer": rules.sound, "options": rules.options}


def reviews_file(path: Path) -> Path:
    """The file for reviews beside a set."""
    return path.with_name(f"{path.stem}.reviews.jsonl")


def read_reviews(path: Path) -> list[Review]:
    if not path.is_file():
        return []
    found = []
    for number, line in numbered_lines(path.read_text(encoding="utf-8")):
        try:
            data = json.loads(line)
            checks = {name: data["checks"][name] is True for name in CHECKS}
            found.append(Review(data["reviewer"], data["question"], checks, data.get("note", "")))
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{path.name} line {number} is not a review: correct or remove it") from None
    return found


def keep(path: Path, review: Review) -> None:
    """Appends each review at once, so that reviewers can stop without losing work."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(review), ensure_ascii=False) + "\n")


def waiting(questions: Sequence[Question], reviews: Iterable[Review], reviewer: str) -> list[Question]:
    """The questions left for this reviewer. A third reviewer has none."""
    by = _by_question(reviews)
    return [
        each for each in questions if reviewer not in by[each.digest] and len(by[each.digest]) < REVIEWERS
    ]


def refusals(question: Question, reviews: Iterable[Review]) -> list[Review]:
    """The reviews that send this question back."""
    return [each for each in _by_question(reviews)[question.digest].values() if not each.passed]


def review_states(questions: Sequence[Question], reviews: Iterable[Review]) -> ReviewStates:
    """Which questions passed, were sent back or are waiting, and the reviewers' agreement on each check."""
    by = _by_question(reviews)
    passed: list[int] = []
    back: list[QuestionSentBack] = []
    open_rows: list[int] = []
    for question in questions:
        own = list(by[question.digest].values())
        if refused := [each for each in own if not each.passed]:
            back.append(_sent_back(question, refused))
        elif len(own) >= REVIEWERS:
            passed.append(question.row)
        else:
            open_rows.append(question.row)
    seen = agreement(
        (review for question in questions for review in by[question.digest].values()),
        {question.digest for question in questions if supposes(question)},
    )
    return ReviewStates(tuple(passed), tuple(back), tuple(open_rows), seen)


def agreement(reviews: Iterable[Review], supposing: Collection[str] = ()) -> dict[str, CheckAgreement]:
    """How far the first two reviewers of each question agree, by check.

    `supposing` are the digests of counterfactual questions. As in the paper, their second check stands by itself.
    """
    answers: dict[str, list[list[bool]]] = {name: [] for name in MEASURED}
    for digest, own in _by_question(reviews).items():
        said = list(own.values())
        for name in CHECKS:
            place = "contrary" if name == "kind" and digest in supposing else name
            answers[place].append([each.checks[name] for each in said])
        answers["passed"].append([each.passed for each in said])
    return {name: _agreement(given) for name, given in answers.items()}


def _sent_back(question: Question, refused: Sequence[Review]) -> QuestionSentBack:
    by = [
        Refusal(
            reviewer=each.reviewer,
            checks=tuple(name for name, ok in each.checks.items() if not ok),
            note=each.note,
        )
        for each in refused
    ]
    return QuestionSentBack(row=question.row, question=question.text, by=tuple(by))


def _agreement(answers: Sequence[Sequence[bool]]) -> CheckAgreement:
    """`answers` are those of all reviewers of each question."""
    pairs = [each[:REVIEWERS] for each in answers if len(each) >= REVIEWERS]
    first, second = [one for one, _ in pairs], [two for _, two in pairs]
    same, kappa = accuracy(first, second), cohen_kappa(first, second)
    every = [answer for each in answers for answer in each]
    return CheckAgreement(
        yes=round(sum(every) / len(every), 4) if every else None,
        n=len(pairs),
        same=None if isinstance(same, Refused) else round(same, 4),
        kappa=kappa.notice if isinstance(kappa, Refused) else round(kappa, 4),
    )


def _by_question(reviews: Iterable[Review]) -> dict[str, dict[str, Review]]:
    """Each question's reviews by reviewer. A later review replaces an earlier one by the same reviewer."""
    by: dict[str, dict[str, Review]] = defaultdict(dict)
    for review in reviews:
        by[review.question][review.reviewer] = review
    return by
