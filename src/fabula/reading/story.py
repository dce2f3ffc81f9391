"""A model reads a book from start to end and keeps notes: plot, cast, themes, threads, a summary of every chapter."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.excerpts import excerpts
from fabula.reading.notes import Notebook, Notes, theme_list, thread_list
from fabula.reading.parsed import parse
from fabula.reading.reading import Character, Method, Reading
from fabula.reading.statements import statements, unmarked
from fabula.text.segments import SEGMENT_TOKENS, segments
from fabula.workers.place import aside

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book, Segment

_STORY_FOR_A_WORD = 100
"""Words of the book for one word of its plot, where the book is long enough for more than the usual length."""
_LONGEST = 3.0
"""The plot of a very long book, as a multiple of the usual length."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of the book, with the notes on everything before it."""

    segment: Segment
    plot_before: str


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
    length = plot_words(book)
    notes, trouble = Notebook(), None
    steps: list[Step] = []
    for piece in pieces:
        steps.append(Step(piece, unmarked(notes.plot)))
        answer = await door.ask(request_for(book, door, piece, notes, len(pieces), length), Notes)
        if isinstance(answer, Unusable):
            notes, trouble = notes.skipped(), answer
        else:
            notes = notes.after(answer, book, piece)
    if not notes.plot:
        raise no_plot(book, door, len(pieces), trouble)
    return StoryRead(await aside(reading_of, book, notes, "incremental"), tuple(steps))


def reading_of(book: Book, notes: Notebook, method: Method) -> Reading:
    """The reading that the notes on a whole book make."""
    plot = unmarked(notes.plot)
    return Reading(
        book_id=book.id,
        method=method,
        plot=plot,
        cast=tuple(_placed(person, book) for person in notes.cast),
        chapter_summaries=notes.by_chapter,
        excerpts=excerpts(book, parse(book)),
        kept=notes.kept,
        statements=statements(notes.plot, book),
        scenes=notes.scenes,
        themes=notes.themes,
        threads=notes.threads,
    )


def no_plot(book: Book, door: Door, pieces: int, trouble: Unusable | None) -> FabulaError:
    """What stops a reading that has nothing to show."""
    steps = f"any of {pieces} steps" if pieces > 1 else "one step"
    advice = "`fabula models check` shows what it can do"
    if trouble and trouble.reason == "refusal":
        advice = "another model may read it (--reading-model); this one is not asked the same again"
    why = trouble.explained if trouble else "no plot"
    return FabulaError(f"{door.model} gave no usable summary of {book.title!r} in {steps} ({why}): {advice}")


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
    """The chapters in a segment, by number and title: `chapter 3 (The Storm), chapter 4 (After)`. A section has
    only its title, which is its number."""
    word = "{title}" if book.in_sections else book.language.writing.titled_chapter
    return fence_line(
        ", ".join(word.format(n=number, title=book.chapters[number - 1].title) for number in segment.chapters)
    )


def plot_words(book: Book) -> int:
    """How long the plot may be: the usual length, and more for a book of more than 100 times that."""
    usual = book.language.excerpting.plot_length
    return round(usual * min(_LONGEST, max(1.0, book.words / usual / _STORY_FOR_A_WORD)) / 100) * 100


def request_for(
    book: Book, door: Door, piece: Segment, notes: Notebook, pieces: int, length: int
) -> ChatRequest:
    """The question about one piece, with the notes on everything before it."""
    first = not notes.plot
    prompt = door.prompt("reading", "story-first" if first else "story-next", book.language)
    fields: dict[str, Any] = {
        "title": fence_line(book.title),
        "author": fence_line(book.author),
        "premise": fence(book.premise) if book.premise else "",
        "piece": piece.number,
        "pieces": pieces,
        "chapters": chapters_named(book, piece),
        "plot_words": f"{length:,}",
        "text": fence(piece.text),
    }
    if not first:
        fields |= {
            "plot": fence(notes.plot),
            "cast": fence(cast_list(notes.cast)),
            "themes": fence(theme_list(notes.themes)) if notes.themes else "",
            "threads": fence(thread_list(notes.threads)) if notes.threads else "",
        }
    scale = length / book.language.excerpting.plot_length
    return ChatRequest(
        "reading",
        prompt.messages(**fields),
        max_tokens=round(5_000 + 2_000 * scale),
        expected_tokens=round(1_300 + 1_300 * scale),
    )


def _placed(person: Character, book: Book) -> Character:
    """The person, with how often each chapter names them."""
    forms = sorted({person.name, *person.aliases} - {""}, key=len, reverse=True)
    edge = r"\b" if book.language.joiner else ""
    pattern = re.compile(edge + f"(?:{'|'.join(map(re.escape, forms))})" + edge)
    counts = tuple(len(pattern.findall(chapter.text)) for chapter in book.chapters)
    return replace(person, mentions=sum(counts), mentions_by_chapter=counts)
