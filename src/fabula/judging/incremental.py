"""Incremental: one review of the whole so far, revised after every segment; the last revision is the verdict."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fabula.judging.answers import answer_type, verdict
from fabula.judging.brief import ANSWER_TOKENS, EXPECTED_TOKENS, Brief, fields
from fabula.judging.judged import Judged, PieceVerdict
from fabula.models.chat import Request
from fabula.models.prompts import fence
from fabula.reading.story import chapters_named
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.reading.story import Step
    from fabula.rubrics.verdict import Verdict
    from fabula.text.book import Book


async def judge_incrementally(book: Book, steps: Sequence[Step], brief: Brief, door: Door) -> Judged:
    """Judge segment by segment, each replicate a chain of its own over the same reading.

    The first segment is the same question to every replicate, so it is asked once for all of them.
    """
    opening = _request(book, steps[0], len(steps), None, brief, door)
    answers = await door.ask_replicates(opening, answer_type(brief.rubric), brief.runs)
    firsts = [
        verdict(
            answer, brief.rubric, book=book.id, method="incremental", model=door.model, replicate=replicate
        )
        for replicate, answer in enumerate(answers)
    ]
    chains = await asyncio.gather(*(_chain(book, steps, first, brief, door) for first in firsts))
    return Judged(
        tuple(chain[-1].verdict for chain in chains), tuple(piece for chain in chains for piece in chain)
    )


def review_text(said: Verdict) -> str:
    """A verdict as the next revision reads it."""
    aspects = [
        f"- {part.aspect}: {'no score' if part.score is None else format(part.score, 'g')}\n  {part.critique}"
        for part in said.aspects
    ]
    overall = "no score" if said.overall is None else format(said.overall, "g")
    return "\n".join([*aspects, f"- overall: {overall}\n  {said.assessment}"])


async def _chain(
    book: Book, steps: Sequence[Step], first: Verdict, brief: Brief, door: Door
) -> list[PieceVerdict]:
    """The revisions of one replicate. An unusable one is shown, and the next starts from the last usable review."""
    pieces = [_piece(book, steps[0], first)]
    standing = first
    for step in steps[1:]:
        request = _request(book, step, len(steps), standing, brief, door)
        answer = await door.ask(request, answer_type(brief.rubric), replicate=first.replicate)
        revised = verdict(
            answer,
            brief.rubric,
            book=book.id,
            method="incremental",
            model=door.model,
            replicate=first.replicate,
        )
        pieces.append(_piece(book, step, revised))
        if not revised.missing:
            standing = revised
    return pieces


def _request(
    book: Book, step: Step, pieces: int, standing: Verdict | None, brief: Brief, door: Door
) -> Request:
    prompt = door.prompt("judging", "revise", book.language)
    messages = prompt.messages(
        **fields(book, brief),
        plot=fence(step.plot_before) if step.plot_before else "-",
        review=fence(review_text(standing)) if standing else "",
        piece=step.segment.number,
        pieces=pieces,
        chapters=chapters_named(book, step.segment),
        text=fence(step.segment.text),
    )
    return Request(
        step="judging, revised",
        messages=messages,
        temperature=brief.temperature,
        max_tokens=ANSWER_TOKENS,
        expected_tokens=EXPECTED_TOKENS,
    )


def _piece(book: Book, step: Step, said: Verdict) -> PieceVerdict:
    return PieceVerdict(
        step.segment.number, step.segment.chapters, count_words(step.segment.text, book.language), said
    )
