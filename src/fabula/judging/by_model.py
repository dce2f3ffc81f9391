"""A model, or a recording of one, judges a book: reads it, judges it by the chosen method, verifies every
quotation."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.critique import judge_by_critique
from fabula.judging.critique_form import PROMPT as CRITIQUE
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.incremental import judge_incrementally
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.recorded import read_recording
from fabula.judging.renamed import under_other_names
from fabula.models.chat import Tally
from fabula.reading.quotations import QuoteFinder
from fabula.reading.story import read_story
from fabula.result import ModelUsed
from fabula.signature import sign

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabula.judging.judged import Judged
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.settings import JudgeSettings, Method
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.reading.story import StoryRead
    from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict
    from fabula.text.book import Book

_READING = (("reading", "story-first"), ("reading", "story-next"))
PROMPTS: Mapping[Method, tuple[tuple[str, str], ...]] = {
    "one-pass": (("judging", "one-pass"),),
    "summary": (*_READING, ("judging", "summary")),
    "aggregation": (*_READING, ("judging", "segment")),
    "incremental": (*_READING, ("judging", "revise")),
}
"""The prompts that a method uses. The signature names all of them, whether or not each was asked."""


@dataclass(frozen=True, slots=True)
class ByModel:
    """The verdicts, what they are based on, and how the judge was asked."""

    judged: Judged
    reading: Reading | None
    judge: ModelUsed
    """The model, or the recording's name."""
    usage: Tally
    runs: int
    sign: Callable[..., str]
    """The signature, with what only the door knows: the model, what its server refused, the prompts."""
    temperature: float | None = None
    """None if nothing was asked in this run."""
    other_names: Mapping[str, str] | None = None


async def judged_by_model(
    book: Book, shown: Book, request: EvaluateRequest, door: Door, reading: Reading | None = None
) -> ByModel:
    """The model's verdicts on the book as shown to it, with the names of the book as the user gave it."""
    settings = request.settings
    method = request.method or "summary"
    other = await asyncio.to_thread(under_other_names, shown) if request.anonymise else None
    with door.share() as usage:
        judged, read = await _judge(other.book if other else shown, method, settings, door, reading)
    if other is not None:
        judged, read = other.own_judged(judged), read and other.own_reading(read)
    named = (*_READING, CRITIQUE) if settings.critique else PROMPTS[method]
    return ByModel(
        judged=replace(judged, verdicts=verified(book, judged.verdicts)),
        reading=read,
        judge=door.model_used,
        usage=usage,
        runs=settings.runs,
        sign=partial(door.sign, prompts=[door.prompt(*prompt, book.language).digest for prompt in named]),
        temperature=settings.temperature,
        other_names=other.names if other else None,
    )


def judged_from_recording(book: Book, request: EvaluateRequest) -> ByModel:
    """The recorded verdicts on this book: the only book of the recording, or the one with its title."""
    assert request.recording is not None
    recording = read_recording(request.recording, request.settings.rubric)
    method = request.method or "summary"
    books = recording.judged.get(method)
    if books is None:
        raise UsageError(f"{recording.name} records no {method}: it holds {', '.join(recording.judged)}")
    named = [title for title in books if book.title.lower() in title.lower().replace("_", " ")]
    if len(books) > 1 and len(named) != 1:
        raise UsageError(f"{recording.name} records {len(books)} books and not one of them is {book.title!r}")
    judged = books[named[0] if named else next(iter(books))]
    judge = ModelUsed(name=f"replay:{recording.name}")
    return ByModel(judged, None, judge, Tally(), len(judged.verdicts), partial(sign, model=judge.name))


def verified(book: Book, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The verdicts, with every quotation looked up in the book as the user gave it."""
    finder = QuoteFinder(book)

    def place(evidence: Evidence) -> Evidence:
        found = finder.find(evidence.quote)
        if found is None:
            return evidence
        return replace(evidence, chapter=found.chapter, offset=found.offset, verified=True)

    def looked_up(aspect: AspectVerdict) -> AspectVerdict:
        return replace(aspect, evidence=tuple(place(quote) for quote in aspect.evidence))

    return tuple(
        replace(verdict, aspects=tuple(looked_up(own) for own in verdict.aspects)) for verdict in verdicts
    )


async def _judge(
    book: Book, method: Method, settings: JudgeSettings, door: Door, reading: Reading | None
) -> tuple[Judged, Reading | None]:
    if reading is not None:
        return await _from_summary(book, reading, settings, door), reading
    if method == "one-pass":
        return await judge_in_one_pass(book, settings, door), None
    story = await read_story(book, door, settings.segment_tokens)
    return await _after_reading(book, story, method, settings, door), story.reading


async def _after_reading(
    book: Book, story: StoryRead, method: Method, settings: JudgeSettings, door: Door
) -> Judged:
    if method == "summary":
        return await _from_summary(book, story.reading, settings, door)
    if method == "aggregation":
        return await judge_by_aggregation(book, story.steps, settings, door)
    return await judge_incrementally(book, story.steps, settings, door)


async def _from_summary(book: Book, reading: Reading, settings: JudgeSettings, door: Door) -> Judged:
    judge = judge_by_critique if settings.critique else judge_from_summary
    return await judge(book, reading, settings, door)
