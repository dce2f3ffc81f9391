"""Aggregation: judges every segment as a part of its story and averages the verdicts."""

from __future__ import annotations

import asyncio
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.judging.judged import Judged, PieceVerdict
from fabula.judging.prompt_fields import fields
from fabula.judging.question import ask_judges, question
from fabula.judging.settings import JudgeSettings
from fabula.judging.troubles import by_segment
from fabula.models.prompts import fence
from fabula.reading.story import chapters_named
from fabula.rubrics.verdict import AspectVerdict, Verdict
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.reading.story import Step
    from fabula.rubrics.rubric import Rubric
    from fabula.text.book import Book


async def judge_by_aggregation(
    book: Book, steps: Sequence[Step], settings: JudgeSettings, door: Door
) -> Judged:
    """Judge each segment with a summary of what came before. After the reading, all segments are judged at once."""
    judged = await asyncio.gather(*(_judge_segment(book, step, settings, door) for step in steps))
    pieces = tuple(piece for segment in judged for piece in segment)
    verdicts = tuple(
        mean_verdict([piece for piece in pieces if piece.verdict.replicate == replicate], settings.rubric)
        for replicate in range(settings.runs)
    )
    return Judged(verdicts, pieces)


def mean_verdict(pieces: Sequence[PieceVerdict], rubric: Rubric, *, by_length: bool = False) -> Verdict:
    """Join the segments of one replicate into one Verdict: average the scores, plainly or by length, and list
    the critiques.

    A segment without a score for an aspect does not count towards that aspect's mean. It stays visible among
    the pieces.
    """
    first = pieces[0].verdict
    aspects = tuple(
        AspectVerdict(
            aspect.id,
            _mean([(_score_of(piece, aspect.id), piece.words if by_length else 1) for piece in pieces]),
            "\n\n".join(_critiques(pieces, aspect.id)),
            tuple(quote for piece in pieces for quote in _aspect_of(piece, aspect.id).evidence),
        )
        for aspect in rubric.scored_aspects
    )
    overall = _mean([(piece.verdict.overall, piece.words if by_length else 1) for piece in pieces])
    return Verdict(
        book=first.book,
        rubric=first.rubric,
        method=first.method,
        model=first.model,
        replicate=first.replicate,
        overall=overall,
        assessment="\n\n".join(piece.verdict.assessment for piece in pieces if piece.verdict.assessment),
        aspects=aspects,
        trouble=by_segment(pieces),
    )


async def _judge_segment(book: Book, step: Step, settings: JudgeSettings, door: Door) -> list[PieceVerdict]:
    prompt = door.prompt("judging", "segment", book.language)
    messages = prompt.messages(
        **fields(book, settings),
        plot=fence(step.plot_before) if step.plot_before else "-",
        chapters=chapters_named(book, step.segment),
        text=fence(step.segment.text),
    )
    request = question("judging segments", messages, settings)
    words = count_words(step.segment.text, book.language)
    return [
        PieceVerdict(step.segment.number, step.segment.chapters, words, verdict)
        for verdict in await ask_judges(book, request, "aggregation", settings, door)
    ]


def _aspect_of(piece: PieceVerdict, aspect: str) -> AspectVerdict:
    return next(each for each in piece.verdict.aspects if each.aspect == aspect)


def _score_of(piece: PieceVerdict, aspect: str) -> float | None:
    return _aspect_of(piece, aspect).score


def _critiques(pieces: Sequence[PieceVerdict], aspect: str) -> list[str]:
    return [
        f"[{piece.segment}] {found.critique}"
        for piece in pieces
        if (found := _aspect_of(piece, aspect)).critique
    ]


def _mean(weighted: Sequence[tuple[float | None, int]]) -> float | None:
    known = [(score, weight) for score, weight in weighted if score is not None]
    if not known:
        return None
    return fmean([score for score, _ in known], weights=[max(weight, 1) for _, weight in known])
