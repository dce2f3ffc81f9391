"""The questions of a result that a page shows: those of one sort and kind, some at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fabula.quiz.results import AnswerRecord, QuizRunResult

Which = Literal["wrong", "unreadable", "right", "all"]
A_PAGE = 25
"""Questions that a page shows."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The questions that were asked for, a page of them."""

    which: Which
    category: str
    page: int
    pages: int
    found: int
    shown: tuple[AnswerRecord, ...]
    counts: Mapping[str, int]
    """Questions of each kind that there are to see."""


def cut(result: QuizRunResult, which: Which, category: str, page: int) -> Cut:
    """The answers of one sort and kind; a page beyond the last is the last."""
    sorted_out = [each for each in result.answers if _is(each, which)]
    counts = Counter(each.category for each in sorted_out)
    found = [each for each in sorted_out if not category or each.category == category]
    pages = max(1, -(-len(found) // A_PAGE))
    page = min(max(page, 1), pages)
    shown = tuple(found[(page - 1) * A_PAGE : page * A_PAGE])
    return Cut(which, category, page, pages, len(found), shown, counts)


def _is(answer: AnswerRecord, which: Which) -> bool:
    if which == "all":
        return True
    if which == "right":
        return answer.right
    if which == "unreadable":
        return answer.state == "unreadable"
    return not answer.right and answer.state != "failed"
