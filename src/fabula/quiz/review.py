"""Two reviewers look at every question: four checks each, their answers kept, their agreement counted.

A question passes where two reviewers pass it in all checks. What either of them refuses goes back to its maker, with
the reason; mended, it is another question and is looked at anew.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.measures.agreement import accuracy, cohen_kappa
from fabula.measures.refusal import Refused
from fabula.quiz.questions import Question

CHECKS = {
    "clear": (
        "Is it clear, without mistakes, and about this novel?",
        "题目是否通顺、明白，而且针对这部小说？",
    ),
    "kind": ("Is it of the kind it says?", "题目是否属于所标的类别？"),
    "answer": (
        "Does the book prove the answer, and no other option?",
        "原著能否证明这个答案，而且只有这个答案？",
    ),
    "options": (
        "Could someone who has not read the book believe each wrong option?",
        "没有读过书的人是否会觉得每个错误选项可信？",
    ),
}
CONTRARY = (
    "Is what it supposes contrary to the book?",
    "题目的假设是否与原著相反？",
)
REVIEWERS = 2


@dataclass(frozen=True, slots=True)
class Review:
    """One reviewer's answers on one question."""

    reviewer: str
    question: str
    """The question's digest: a mended question has no reviews."""
    checks: dict[str, bool]
    note: str = ""

    @property
    def passed(self) -> bool:
        return all(self.checks.values())


def checks_for(question: Question, language: str) -> dict[str, str]:
    """The four checks in words; a counterfactual question's kind is checked by its being contrary to the book."""
    column = 1 if language == "zh" else 0
    asked = {name: said[column] for name, said in CHECKS.items()}
    if question.category == "counterfactual-reasoning":
        asked["kind"] = CONTRARY[column]
    return asked


def reviews_file(path: Path) -> Path:
    """Where reviews of a set are kept: beside it."""
    return path.with_name(f"{path.stem}.reviews.jsonl")


def read_reviews(path: Path) -> list[Review]:
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
            checks = {name: data["checks"][name] is True for name in CHECKS}
            found.append(Review(data["reviewer"], data["question"], checks, data.get("note", "")))
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{path.name} line {number} is no review: mend or remove it") from None
    return found


def keep(path: Path, review: Review) -> None:
    """Add a review to the file as soon as it is given: a reviewer who stops loses nothing."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(review), ensure_ascii=False) + "\n")


def waiting(questions: Sequence[Question], reviews: Iterable[Review], reviewer: str) -> list[Question]:
    """What this reviewer has still to look at; a third reviewer finds nothing to do."""
    by = _by_question(reviews)
    return [
        each for each in questions if reviewer not in by[each.digest] and len(by[each.digest]) < REVIEWERS
    ]


def summary(questions: Sequence[Question], reviews: Iterable[Review]) -> dict[str, Any]:
    """Passed, sent back and waiting, by row; agreement of the two reviewers on each check and on the whole."""
    by = _by_question(reviews)
    passed, back, open_rows = [], [], []
    pairs: dict[str, list[tuple[bool, bool]]] = {name: [] for name in (*CHECKS, "passed")}
    for question in questions:
        own = list(by[question.digest].values())
        if refused := [each for each in own if not each.passed]:
            back.append(_sent_back(question, refused))
        elif len(own) >= REVIEWERS:
            passed.append(question.row)
        else:
            open_rows.append(question.row)
        if len(own) >= REVIEWERS:
            first, second = own[:REVIEWERS]
            for name in CHECKS:
                pairs[name].append((first.checks[name], second.checks[name]))
            pairs["passed"].append((first.passed, second.passed))
    return {
        "questions": len(questions),
        "passed": passed,
        "sent_back": back,
        "waiting": open_rows,
        "agreement": {name: _agreement(said) for name, said in pairs.items()},
    }


def _sent_back(question: Question, refused: Sequence[Review]) -> dict[str, Any]:
    return {
        "row": question.row,
        "question": question.text,
        "by": [
            {"reviewer": each.reviewer, "checks": [name for name, ok in each.checks.items() if not ok], "note": each.note}
            for each in refused
        ],
    }  # fmt: skip


def _agreement(pairs: Sequence[tuple[bool, bool]]) -> dict[str, Any]:
    first, second = [one for one, _ in pairs], [two for _, two in pairs]
    same, kappa = accuracy(first, second), cohen_kappa(first, second)
    return {
        "n": len(pairs),
        "same": None if isinstance(same, Refused) else round(same, 4),
        "kappa": str(kappa) if isinstance(kappa, Refused) else round(kappa, 4),
    }


def _by_question(reviews: Iterable[Review]) -> dict[str, dict[str, Review]]:
    """Each question's reviews by reviewer; who looks again replaces his own."""
    by: dict[str, dict[str, Review]] = defaultdict(dict)
    for review in reviews:
        by[review.question][review.reviewer] = review
    return by
