"""Aggregation: judges every segment as a part of its story and averages the verdicts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.judging.from_summary import judge_from_summary
from fabula.judging.judged import Judged, PieceVerdict
from fabula.judging.prompt_fields import fields
from fabula.judging.question import ask_judges, question
from fabula.judging.settings import JudgeSettings
from fabula.judging.troubles import by_segment, together
from fabula.models.prompts import fence
from fabula.reading.story import chapters_named
from fabula.rubrics.verdict import AspectVerdict, Verdict
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.reading.story import Step, StoryRead
    from fabula.rubrics.rubric import Aspect, Rubric
    from fabula.text.book import Book


async def judge_by_aggregation(book: Book, story: StoryRead, settings: JudgeSettings, door: Door) -> Judged:
    """Judge each segment with a summary of what came before. After the reading, all segments are judged at once.

    Aspects that only a whole book has are judged once, from its summary.
    """
    aspects = settings.rubric.scored_aspects
    of_segments = [aspect for aspect in aspects if not aspect.whole] or list(aspects)
    of_whole = [aspect for aspect in aspects if aspect not in of_segments]
    asked = replace(settings, rubric=settings.rubric.only(of_segments))
    judged, whole = await asyncio.gather(
        asyncio.gather(*(_judge_segment(book, step, asked, door) for step in story.steps)),
        _of_whole(book, story, of_whole, settings, door),
    )
    pieces = tuple(_padded(piece, settings.rubric) for segment in judged for piece in segment)
    verdicts = tuple(
        _with_whole(
            mean_verdict(
                [piece for piece in pieces if piece.verdict.replicate == replicate], settings.rubric
            ),
            whole[replicate] if whole else None,
        )
        for replicate in range(settings.runs)
    )
    return Judged(verdicts, pieces)


async def _of_whole(
    book: Book, story: StoryRead, aspects: Sequence[Aspect], settings: JudgeSettings, door: Door
) -> tuple[Verdict, ...]:
    """The verdicts on the aspects that no segment has by itself."""
    if not aspects:
        return ()
    asked = replace(settings, rubric=settings.rubric.only(aspects), source="overall")
    return (await judge_from_summary(book, story.reading, asked, door)).verdicts


def _padded(piece: PieceVerdict, rubric: Rubric) -> PieceVerdict:
    """The verdict on a segment with a place for every aspect: those that were not asked have no score."""
    known = {each.aspect: each for each in piece.verdict.aspects}
    aspects = tuple(known.get(each.id, AspectVerdict(each.id, None)) for each in rubric.scored_aspects)
    return replace(piece, verdict=replace(piece.verdict, aspects=aspects))


def _with_whole(verdict: Verdict, whole: Verdict | None) -> Verdict:
    """The mean of the segments, with the aspects that were judged on the whole book."""
    if whole is None:
        return verdict
    known = {each.aspect: each for each in whole.aspects}
    troubles = [each for each in (verdict.trouble, whole.trouble) if each is not None]
    return replace(
        verdict,
        aspects=tuple(known.get(each.aspect, each) for each in verdict.aspects),
        trouble=together(troubles),
    )


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
