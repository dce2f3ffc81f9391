"""Judge one book from end to end: guard, measures, reading, verdicts, verified quotations, readers' rating."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.critique import judge_by_critique
from fabula.judging.critique_form import PROMPT as CRITIQUE
from fabula.judging.evaluation import (
    AspectResult,
    Estimate,
    Evaluation,
    aspect_results,
    overall_result,
    scores_by_length,
)
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.guard import find_instructions, mask
from fabula.judging.incremental import judge_incrementally
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.renamed import under_other_names
from fabula.judging.settings import Method
from fabula.models.chat import Tally
from fabula.readermodel.comparable import like
from fabula.readermodel.model import Abstained, BookFacts, ReaderRating, predict
from fabula.reading.measured import measure
from fabula.reading.quotations import QuoteFinder
from fabula.reading.story import StoryRead, cast_list, read_story
from fabula.rubrics.files import digest
from fabula.rubrics.rubric import Scale
from fabula.signature import Signature, short_digest
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.judging.judged import Judged
    from fabula.judging.plan import Plan
    from fabula.judging.recorded import Recording
    from fabula.judging.settings import JudgeSettings
    from fabula.models.door import Door
    from fabula.readermodel.comparable import Comparable
    from fabula.reading.measured import Measured
    from fabula.reading.reading import Reading
    from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict
    from fabula.text.book import Book

STARS = Scale(low=0, high=5)
"""The scale that scores are also reported on: 100 points are 5 stars."""

COMPARABLE_BOOKS = 5

_READING = (("reading", "story-first"), ("reading", "story-next"))
PROMPTS: dict[Method, tuple[tuple[str, str], ...]] = {
    "one-pass": (("judging", "one-pass"),),
    "summary": (*_READING, ("judging", "summary")),
    "aggregation": (*_READING, ("judging", "segment")),
    "incremental": (*_READING, ("judging", "revise")),
}
"""The prompts that a method's numbers rest on: a signature names them all, asked or not."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for, whichever face he used."""

    method: Method
    settings: JudgeSettings
    keep_instructions: bool = False
    recording: Recording | None = None
    """Evaluations that another system wrote, to be read in place of asking a model."""
    anonymise: bool = False
    """The judge reads the book under other names."""


async def evaluate(book: Book, wanted: Wanted, door: Door | None) -> Evaluation:
    """Judge a book. Without a door only `embedded` can: measured findings and the readers' rating."""
    instructions = find_instructions(book)
    seen = book if wanted.keep_instructions else mask(book, instructions)
    measured = await asyncio.to_thread(measure, book)
    if wanted.recording is not None:
        evaluation = _recorded(book, wanted, wanted.recording, measured)
    elif door is None:
        evaluation = _embedded(book, wanted, None, measured)
    else:
        evaluation = await _asked(book, seen, wanted, door, measured)
    return replace(evaluation, instructions=instructions, instructions_kept=wanted.keep_instructions)


async def _asked(book: Book, seen: Book, wanted: Wanted, door: Door, measured: Measured) -> Evaluation:
    """What a model says of the book as he is to see it, told of the book as it was handed in."""
    other = await asyncio.to_thread(under_other_names, seen) if wanted.anonymise else None
    with door.share() as spent:
        story, judged = await _judge(other.book if other else seen, wanted, door)
    reading = story.reading if story else None
    if other is not None:
        judged, reading = other.own_judged(judged), reading and other.own_reading(reading)
    judged = replace(judged, verdicts=_verified(book, judged.verdicts))
    judge = _judge_behind(door, wanted, book, spent)
    evaluation = _combined(book, wanted, judge, judged, reading, measured)
    return replace(evaluation, other_names=other.names if other else None)


async def evaluate_plan(plan: Plan, wanted: Wanted, door: Door | None) -> Evaluation:
    """Judge a plan in place of a text: by summary, or by the readers' model alone."""
    if wanted.method not in ("summary", "embedded"):
        raise UsageError(f"a plan has no text for --method {wanted.method}: use summary or embedded")
    if door is None:
        return replace(_embedded(plan.book, wanted, plan.reading, None), of_plan=True)
    with door.share() as spent:
        judged = await _from_summary(plan.book, plan.reading, wanted.settings, door)
    judge = _judge_behind(door, wanted, plan.book, spent)
    return replace(_combined(plan.book, wanted, judge, judged, plan.reading, None), of_plan=True)


async def _judge(book: Book, wanted: Wanted, door: Door) -> tuple[StoryRead | None, Judged]:
    settings = wanted.settings
    if wanted.method == "one-pass":
        return None, await judge_in_one_pass(book, settings, door)
    story = await read_story(book, door, settings.segment_tokens)
    if wanted.method == "summary":
        return story, await _from_summary(book, story.reading, settings, door)
    if wanted.method == "aggregation":
        return story, await judge_by_aggregation(book, story.steps, settings, door)
    return story, await judge_incrementally(book, story.steps, settings, door)


async def _from_summary(book: Book, reading: Reading, settings: JudgeSettings, door: Door) -> Judged:
    judge = judge_by_critique if settings.critique else judge_from_summary
    return await judge(book, reading, settings, door)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Who judged: what the signature and the bill say of him."""

    model: str
    usage: Tally
    prompt: str | None


def _judge_behind(door: Door, wanted: Wanted, book: Book, spent: Tally) -> _Judge:
    named = (*_READING, CRITIQUE) if wanted.settings.critique else PROMPTS[wanted.method]
    prompts = (door.prompt(*prompt, book.language).digest for prompt in named)
    return _Judge(door.model, spent, short_digest(prompts))


def _recorded(book: Book, wanted: Wanted, recording: Recording, measured: Measured) -> Evaluation:
    """The recorded verdicts on this book: the one book of the recording, or the one that bears its title."""
    books = recording.judged.get(wanted.method)
    if books is None:
        raise UsageError(
            f"{recording.name} records no {wanted.method}: it holds {', '.join(recording.judged)}"
        )
    named = [title for title in books if book.title.lower() in title.lower().replace("_", " ")]
    if len(books) > 1 and len(named) != 1:
        raise UsageError(f"{recording.name} records {len(books)} books and not one of them is {book.title!r}")
    judged = books[named[0] if named else next(iter(books))]
    runs = replace(wanted, settings=replace(wanted.settings, runs=len(judged.verdicts)))
    return _combined(book, runs, _Judge(f"replay:{recording.name}", Tally(), None), judged, None, measured)


def _combined(
    book: Book,
    wanted: Wanted,
    judge: _Judge,
    judged: Judged,
    reading: Reading | None,
    measured: Measured | None,
) -> Evaluation:
    settings = wanted.settings
    overall, assessment = overall_result(judged, settings.rubric)
    signature = Signature(
        f"{settings.rubric.id}.{'critique' if settings.critique else wanted.method}{'.anonymised' * wanted.anonymise}",
        model=judge.model,
        n=settings.runs,
        temperature=None if judge.prompt is None else settings.temperature,
        rubric=digest(settings.rubric),
        prompt=judge.prompt,
        text=_text_digest(book, reading),
    )
    facts = _facts(book, reading)
    return Evaluation(
        book=book,
        method=wanted.method,
        model=judge.model,
        rubric=settings.rubric,
        overall=overall,
        assessment=assessment,
        aspects=aspect_results(judged, settings.rubric, book.language),
        signature=str(signature),
        usage=judge.usage,
        verdicts=judged.verdicts,
        pieces=judged.pieces,
        by_length=scores_by_length(judged, settings.rubric),
        reading=reading,
        measured=measured,
        rating=predict(facts),
        comparables=_comparables(facts),
    )


def _embedded(book: Book, wanted: Wanted, reading: Reading | None, measured: Measured | None) -> Evaluation:
    """What can be said without a model: measures, and the rating of the model that learned from readers."""
    facts = _facts(book, reading)
    rating = predict(facts)
    rubric = wanted.settings.rubric
    signature = Signature(
        method=f"{rubric.id}.embedded",
        model="embedded",
        rubric=digest(rubric),
        text=_text_digest(book, reading),
    )
    return Evaluation(
        book=book,
        method="embedded",
        model=None,
        rubric=rubric,
        overall=None,
        assessment="",
        aspects=tuple(
            AspectResult(
                aspect.id, aspect.wording(book.language).label, _from_readers(rating, aspect.id, rubric.scale)
            )
            for aspect in rubric.scored_aspects
        ),
        signature=str(signature),
        usage=Tally(),
        reading=reading,
        measured=measured,
        rating=rating,
        comparables=_comparables(facts),
    )


def _text_digest(book: Book, reading: Reading | None) -> str:
    """What a signature says of the text: the book's own hash, and where there are no chapters the plan's."""
    if book.chapters or reading is None:
        return book.text_hash[:4]
    return short_digest(
        [reading.plot, cast_list(reading.cast), *(excerpt.text for excerpt in reading.excerpts)]
    )


def _from_readers(rating: ReaderRating | Abstained, aspect: str, scale: Scale) -> Estimate | None:
    """An aspect as readers of such books rate it, from stars onto the rubric's scale."""
    if isinstance(rating, Abstained) or aspect not in rating.aspects:
        return None
    said = rating.aspects[aspect]
    return Estimate(*(STARS.to(stars, scale) for stars in (said.score, said.low, said.high)))


def _facts(book: Book, reading: Reading | None) -> BookFacts:
    """What the readers' model may know of the book: never more than was given or read."""
    words = sum(count_words(chapter.text, book.language) for chapter in book.chapters)
    return BookFacts(
        genres=book.genres,
        premise=book.premise,
        words=words or None,
        plot=reading.plot if reading and reading.method != "extractive" else None,
        cast=cast_list(reading.cast) if reading and reading.cast else None,
        language=book.language,
    )


def _comparables(facts: BookFacts) -> tuple[Comparable, ...]:
    """The books most like it; none where the readers' model abstains, which its rating then says."""
    found = like(facts, COMPARABLE_BOOKS)
    return () if isinstance(found, Abstained) else found


def _verified(book: Book, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The verdicts with every quotation looked for in the book as it was handed in."""
    finder = QuoteFinder(book)

    def place(evidence: Evidence) -> Evidence:
        found = finder.find(evidence.quote)
        if found is None:
            return evidence
        return replace(evidence, chapter=found.chapter, offset=found.offset, verified=True)

    def looked_up(said: AspectVerdict) -> AspectVerdict:
        return replace(said, evidence=tuple(place(quote) for quote in said.evidence))

    return tuple(
        replace(verdict, aspects=tuple(looked_up(said) for said in verdict.aspects)) for verdict in verdicts
    )
