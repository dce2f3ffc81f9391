"""Judge incrementally: one review of the book so far, revised after every segment. The last review is the verdict."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.judging.judged import Judged, PieceVerdict
from fabula.judging.prompt_fields import fields
from fabula.judging.question import ask_for, ask_judges, question
from fabula.judging.settings import JudgeSettings
from fabula.judging.troubles import by_segment
from fabula.models.prompts import fence
from fabula.reading.story import chapters_named
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.chat import ChatRequest
    from fabula.models.door import Door
    from fabula.reading.story import Step
    from fabula.rubrics.verdict import Verdict
    from fabula.text.book import Book


async def judge_incrementally(
    book: Book, steps: Sequence[Step], settings: JudgeSettings, door: Door
) -> Judged:
    """Judge segment by segment. Each replicate is its own chain over the same reading.

    The first segment is the same question for every replicate, so it is asked once for all.
    """
    opening = _request(book, steps[0], len(steps), None, settings, door)
    firsts = await ask_judges(book, opening, "incremental", settings, door)
    chains = await asyncio.gather(*(_chain(book, steps, first, settings, door) for first in firsts))
    return Judged(
        tuple(_standing(chain) for chain in chains), tuple(piece for chain in chains for piece in chain)
    )


def review_text(review: Verdict) -> str:
    """A verdict in the form that the next revision reads."""
    aspects = [
        f"- {part.aspect}: {'no score' if part.score is None else format(part.score, 'g')}\n  {part.critique}"
        for part in review.aspects
    ]
    overall = "no score" if review.overall is None else format(review.overall, "g")
    return "\n".join([*aspects, f"- overall: {overall}\n  {review.assessment}"])


async def _chain(
    book: Book, steps: Sequence[Step], first: Verdict, settings: JudgeSettings, door: Door
) -> list[PieceVerdict]:
    """The revisions of one replicate. Each revises the latest usable review."""
    pieces = [_piece(book, steps[0], first)]
    for step in steps[1:]:
        request = _request(book, step, len(steps), _standing(pieces), settings, door)
        (revised,) = await ask_for(book, request, "incremental", settings, door, [first.replicate])
        pieces.append(_piece(book, step, revised))
    return pieces


def _standing(pieces: Sequence[PieceVerdict]) -> Verdict:
    """The latest review, unless an earlier one has more scores: a refused or cut-off revision loses none.

    Its trouble names the segments whose revision could not be used.
    """
    standing = pieces[0].verdict
    for piece in pieces[1:]:
        if len(piece.verdict.missing) <= len(standing.missing):
            standing = piece.verdict
    return replace(standing, trouble=by_segment(pieces))


def _request(
    book: Book, step: Step, pieces: int, standing: Verdict | None, settings: JudgeSettings, door: Door
) -> ChatRequest:
    prompt = door.prompt("judging", "revise", book.language)
    messages = prompt.messages(
        **fields(book, settings),
        plot=fence(step.plot_before) if step.plot_before else "-",
        review=fence(review_text(standing)) if standing else "",
        piece=step.segment.number,
        pieces=pieces,
        chapters=chapters_named(book, step.segment),
        text=fence(step.segment.text),
    )
    return question("judging, revised", messages, settings)


def _piece(book: Book, step: Step, review: Verdict) -> PieceVerdict:
    return PieceVerdict(
        step.segment.number, step.segment.chapters, count_words(step.segment.text, book.language), review
    )
