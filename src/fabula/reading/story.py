"""A model reads a book from start to end and keeps notes: plot, cast, a summary of every chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.errors import FabulaError
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.reading.excerpts import excerpts
from fabula.reading.parsed import parse
from fabula.reading.reading import ChapterSummary, Character, Reading
from fabula.text.segments import SEGMENT_TOKENS, segments

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book, Segment

_SHRUNK = 0.25
"""A plot that shrinks to less than this share of its length was lost, not shortened."""


class CastNote(BaseModel):
    """One person as described in a step of the reading."""

    name: str
    aliases: list[str] = []
    profile: str
    current: str = ""
    experience: str


class ChapterNote(BaseModel):
    """What happens in one chapter of the piece."""

    chapter: int = Field(description="the chapter's number as given with the piece")
    summary: str


class Notes(BaseModel):
    """The answer of every step of the reading."""

    chapters: list[ChapterNote]
    plot: str = Field(description="the plot so far")
    cast: list[CastNote]


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of the book, with the notes on everything before it."""

    segment: Segment
    plot_before: str
    cast_before: tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class StoryRead:
    """A whole reading and the steps that led to it. Judging segment by segment needs both."""

    reading: Reading
    steps: tuple[Step, ...]


async def read_story(book: Book, door: Door, segment_tokens: int = SEGMENT_TOKENS) -> StoryRead:
    """Read the book in order; each step updates the notes.

    If a step returns something unusable, empty or far too short, the earlier notes are kept, and the step is
    counted in `Reading.kept`.
    """
    door = door.reading
    pieces = segments(book, segment_tokens, unit="tokens")
    plot, kept, trouble = "", 0, "no plot"
    cast: tuple[Character, ...] = ()
    summaries: list[ChapterSummary] = []
    steps: list[Step] = []
    for piece in pieces:
        steps.append(Step(piece, plot, cast))
        answer = await door.ask(_request(book, door, steps[-1], len(pieces)), Notes)
        if isinstance(answer, Unusable):
            kept, trouble = kept + 1, str(answer.explained)
            continue
        if _is_lost(answer.plot, plot):
            kept += 1
        else:
            plot = answer.plot.strip()
        cast = tuple(_character(note) for note in answer.cast) or cast
        summaries += _chapter_summaries(book, piece, answer.chapters)
    if not plot:
        raise FabulaError(
            f"{door.model} gave no usable summary of {book.title!r} in {len(pieces)} steps ({trouble}): "
            "`fabula models check` shows what it can do"
        )
    reading = Reading(
        book_id=book.id,
        method="incremental",
        plot=plot,
        cast=cast,
        chapter_summaries=_joined(summaries),
        excerpts=excerpts(book, parse(book)),
        kept=kept,
    )
    return StoryRead(reading, tuple(steps))


def cast_list(cast: tuple[Character, ...]) -> str:
    """The cast as prompts and pages list it, one paragraph per person."""
    return "\n".join(
        f"- {person.name}"
        + (f" ({', '.join(person.aliases)})" if person.aliases else "")
        + ": "
        + " ".join(part for part in (person.profile, person.experience) if part)
        for person in cast
    )


def chapters_named(book: Book, segment: Segment) -> str:
    """The chapters in a segment, by number and title: `chapter 3 (The Storm), chapter 4 (After)`."""
    word = book.language.writing.titled_chapter
    return ", ".join(
        word.format(n=number, title=book.chapters[number - 1].title) for number in segment.chapters
    )


def _request(book: Book, door: Door, step: Step, pieces: int) -> ChatRequest:
    first = not step.plot_before
    prompt = door.prompt("reading", "story-first" if first else "story-next", book.language)
    fields = {
        "title": book.title,
        "author": book.author,
        "premise": book.premise,
        "pieces": pieces,
        "chapters": chapters_named(book, step.segment),
        "text": fence(step.segment.text),
    }
    if not first:
        fields |= {
            "plot": fence(step.plot_before),
            "cast": fence(cast_list(step.cast_before)),
            "piece": step.segment.number,
        }
    return ChatRequest("reading", prompt.messages(**fields), max_tokens=6_000, expected_tokens=2_200)


def _is_lost(plot: str, former: str) -> bool:
    return len(plot.strip()) < max(1, _SHRUNK * len(former))


def _character(note: CastNote) -> Character:
    return Character(
        name=note.name,
        aliases=tuple(note.aliases),
        profile=note.profile,
        current=note.current,
        experience=note.experience,
    )


def _chapter_summaries(book: Book, piece: Segment, notes: list[ChapterNote]) -> list[ChapterSummary]:
    """Notes by chapter: by number, or by order if the model numbered them differently."""
    numbers = [note.chapter for note in notes]
    if not set(numbers) <= set(piece.chapters) and len(notes) == len(piece.chapters):
        numbers = list(piece.chapters)
    return [
        ChapterSummary(number, book.chapters[number - 1].title, note.summary)
        for number, note in zip(
            (number if number in piece.chapters else piece.chapters[0] for number in numbers),
            notes,
            strict=True,
        )
    ]


def _joined(summaries: list[ChapterSummary]) -> tuple[ChapterSummary, ...]:
    """One summary per chapter. If a chapter was read in several pieces, they are joined."""
    texts: dict[int, list[str]] = {}
    titles: dict[int, str] = {}
    for summary in summaries:
        texts.setdefault(summary.chapter, []).append(summary.text)
        titles[summary.chapter] = summary.title
    return tuple(
        ChapterSummary(number, titles[number], "\n\n".join(texts[number])) for number in sorted(texts)
    )
