"""Two writers' chapters from one synopsis, side by side: who is shown, what of it, and what else can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from fabula.notices import Notice
from fabula.novelists.lines import problem_kind, reason_of
from fabula.studio.books import ShelfBook

MOST_SHOWN = 30_000
"""Characters of a story that are shown: a chapter of a thousand words has six thousand."""


@dataclass(frozen=True, slots=True)
class Side:
    """One writer's chapter as the page shows it."""

    writer: str
    human: bool
    text: str
    left: int
    """Characters that are not shown."""
    book: ShelfBook | None
    """Where a human's chapter was found."""
    fault: str
    """What kind of problem the writing had: `refusal`, `cut off`. Empty if there was none."""
    detail: Notice | None
    """What exactly the problem was."""
    words: int
    language: str
    scores: Mapping[str, float]
    judgements: int
    unjudged: Sequence[Notice]
    """Why judgements are missing, by judge."""
    remarks: Sequence[tuple[str, str]] = ()
    """What each judge said beside its scores."""


def two_of(by: Sequence[int], left: int, right: int) -> tuple[int, int | None]:
    """Who is shown: those asked for where they wrote this chapter, else the first two; a human comes first."""
    one = left if left in by else next(each for each in by if each != right or len(by) == 1)
    others = [each for each in by if each != one]
    return one, right if right in others else (others[0] if others else None)


def side(written: Mapping[str, Any], document: Mapping[str, Any], books: Mapping[str, ShelfBook]) -> Side:
    """What one writer made of the chapter; a human's text is read from their book, if it is on the shelf."""
    text, book = written["text"], None
    if text is None and written["human"] and (book := books.get(document["story"])):
        text = _chapters(book.file.file).get(document["chapter"])
    text, problem = text or "", reason_of(written["trouble"])
    return Side(
        writer=written["writer"], human=written["human"], text=text[:MOST_SHOWN],
        left=max(0, len(text) - MOST_SHOWN), book=book, fault=problem_kind(problem) if problem else "",
        detail=problem and _detail(problem), words=written["words"], language=written["language"],
        scores=written["scores"], judgements=written["judgements"], unjudged=[found for each in written["unjudged"][:20] if (found := reason_of(each))],
        remarks=written["remarks"][:20],
    )  # fmt: skip


def _detail(problem: Notice) -> Notice | None:
    """What a problem says beyond its kind, such as the words of a refusal."""
    why = problem.fields.get("why") or problem.fields.get("said")
    return (
        why
        if isinstance(why, Notice) or not why
        else Notice.of("novelists.noted", said=str(why)[:MOST_SHOWN])
    )


@lru_cache(maxsize=4)
def _chapters(file: Path) -> Mapping[int, str]:
    from fabula.text.files import read

    return {chapter.number: chapter.text for chapter in read(file).chapters}


def rows(sides: Sequence[Side], language: str) -> list[dict[str, Any]]:
    """The dimensions with a score of each side, and how long its bar is in hundredths of the scale."""
    from fabula.novelists.asking import criteria

    rubric = criteria()
    low, high = rubric.scale.low, rubric.scale.high

    def cell(side: Side, dimension: str) -> dict[str, Any] | None:
        score = side.scores.get(dimension)
        share = 0.0 if score is None else 100 * min(1.0, max(0.0, (score - low) / (high - low)))
        return None if score is None else {"score": score, "bar": f"{share:.1f}"}

    return [
        {"label": aspect.wording(language).label, "cells": [cell(side, aspect.id) for side in sides]}
        for aspect in rubric.scored_aspects
    ]


def choice(
    laid: Mapping[str, Any],
    books: Mapping[str, ShelfBook],
    by: Sequence[int],
    one: int,
    two: int | None,
) -> dict[str, Any]:
    """What the form above the stories offers: every chapter by its story, and everyone who wrote this one."""
    numbered = list(enumerate(laid["chapters"]))
    groups = [
        (books[story].title if story in books else story, [(index, each["chapter"]) for index, each in own])
        for story, own in groupby(numbered, key=lambda pair: pair[1]["story"])
    ]
    return {
        "groups": groups,
        "writers": [(each, laid["writers"][each]) for each in by],
        "left": one,
        "right": two,
        "last": len(numbered) - 1,
    }
