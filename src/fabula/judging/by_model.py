"""A model, or a recording of one, judges a book: reads it, judges it by the chosen method, verifies every
quotation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.critique import judge_by_critique
from fabula.judging.critique_form import PROMPT as CRITIQUE
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.incremental import judge_incrementally
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.recorded import read_recording
from fabula.judging.renamed import Renamed
from fabula.judging.requoting import PROMPT as REQUOTE
from fabula.models.chat import Tally
from fabula.notices import Notice
from fabula.reading.excerpts import fitting
from fabula.reading.quotations import finder_of
from fabula.reading.renaming import PROMPT as RENAME
from fabula.reading.renaming import anonymise_with, renaming_of
from fabula.reading.saved import load_reading, story_read
from fabula.reading.story import StoryRead, read_story
from fabula.result import ModelUsed
from fabula.signature import sign
from fabula.text.guard.finding import Guarded
from fabula.workers.place import aside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from fabula.judging.judged import Judged
    from fabula.judging.plan import Plan
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.settings import JudgeSettings, Method
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict
    from fabula.text.book import Book
    from fabula.text.guard.finding import Instruction

_READING = (("reading", "story-first"), ("reading", "story-next"))
_JUDGING: Mapping[Method, tuple[tuple[str, str], ...]] = {
    "one-pass": (("judging", "one-pass"), REQUOTE),
    "summary": (("judging", "summary"), REQUOTE),
    "aggregation": (("judging", "segment"), ("judging", "summary"), REQUOTE),
    "incremental": (("judging", "revise"), REQUOTE),
}
"""The prompts that a method uses. The signature names all of them, whether or not each was asked."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a book before it is judged: a plan's summary, or a saved reading with its digest."""

    story: StoryRead
    digest: str | None = None
    instructions: tuple[Instruction, ...] = ()
    """What the file says to the judge."""

    @classmethod
    def saved_in(cls, path: Path, book: Book, shown: Book, *, instructions_kept: bool) -> Known:
        """The reading of this book in a file or folder, as the judge sees it."""
        saved = load_reading(path, book, instructions_kept=instructions_kept)
        return cls(story_read(saved, shown), saved.digest, saved.instructions)

    @classmethod
    def planned(cls, plan: Plan, *, instructions_kept: bool) -> Known:
        """What a plan says in place of a text, as the judge sees it."""
        seen = Guarded(plan.book.language, "plan")
        masked = plan.reading.in_words(seen)
        reading = plan.reading if instructions_kept or not seen.found else masked
        return cls(StoryRead(reading, ()), None, seen.found)


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
    renaming: tuple[Notice, ...] = ()
    """How the renaming went, if the judge saw other names."""
    saved: str | None = None
    """The digest of the saved reading that took the place of reading the book."""
    read_with: str | None = None
    """The digest of the prompts that the book was read with. A judge is the same whoever has read the book for it."""


def judging_prompts(
    door: Door, settings: JudgeSettings, method: Method, languages: Sequence[str]
) -> list[str]:
    """The digests of the prompts that a judge of books in these languages is asked with."""
    named = (CRITIQUE,) if settings.critique else _JUDGING[method]
    return [door.prompt(*prompt, each).digest for each in languages for prompt in named]


def reading_prompts(door: Door, languages: Sequence[str], *, reads: bool, renames: bool) -> str | None:
    """The digest of the prompts that books in these languages were read and renamed with."""
    named: list[tuple[str, str]] = [*(_READING if reads else ()), *([RENAME] if renames else [])]
    used = sorted(door.prompt(*prompt, each).digest for each in languages for prompt in named)
    return digest(used) if used else None


async def judged_by_model(
    book: Book, shown: Book, request: EvaluateRequest, door: Door, known: Known | None = None
) -> ByModel:
    """The model's verdicts on the book as shown to it, with the names of the book as the user gave it.

    What is `known` of the book is not read again.
    """
    settings = request.settings
    method = request.method or "summary"
    other, renaming = None, tuple[Notice, ...]()
    with door.share() as usage:
        if request.anonymise:
            named = await anonymise_with(door, shown, segment_tokens=settings.segment_tokens)
            other = Renamed.of(shown, named)
            renaming = await aside(renaming_of, shown, named)
        judged, read = await _judge(other.book if other else shown, method, settings, door, known)
    if other is not None:
        judged, read = other.own_judged(judged), read and other.own_reading(read)
    reads = method != "one-pass" and (known is None or known.digest is None)
    return ByModel(
        judged=replace(judged, verdicts=verified(book, judged.verdicts)),
        reading=read,
        judge=door.model_used,
        usage=usage,
        runs=settings.runs,
        sign=partial(door.sign, prompts=judging_prompts(door, settings, method, [book.language])),
        read_with=reading_prompts(door, [book.language], reads=reads, renames=other is not None),
        temperature=settings.temperature,
        other_names=other.names if other else None,
        renaming=renaming,
        saved=known.digest if known else None,
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
    finder = finder_of(book)

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
    book: Book, method: Method, settings: JudgeSettings, door: Door, known: Known | None
) -> tuple[Judged, Reading | None]:
    if method == "one-pass":
        return await judge_in_one_pass(book, settings, door), None
    story = known.story if known else await read_story(book, door, settings.segment_tokens)
    judged = await _after_reading(book, story, method, settings, door)
    pages = fitting(story.reading.excerpts, settings.context_tokens or door.context, book.language)
    return judged, replace(story.reading, excerpts=pages)


async def _after_reading(
    book: Book, story: StoryRead, method: Method, settings: JudgeSettings, door: Door
) -> Judged:
    if method == "summary":
        judge = judge_by_critique if settings.critique else judge_from_summary
        return await judge(book, story.reading, settings, door)
    if not story.steps:
        raise UsageError(f"this reading has no notes piece by piece: use --method summary, not {method}")
    if method == "aggregation":
        return await judge_by_aggregation(book, story, settings, door)
    return await judge_incrementally(book, story.steps, settings, door)
