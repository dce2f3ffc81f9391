"""How one particular reader would judge a story: first their review, then their score, asked several times."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.judging.troubles import of_reading
from fabula.languages import Language
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.personas.nearest import nearest
from fabula.personas.profiles import TEN, Profile
from fabula.personas.prompt_fields import fit, review_fields
from fabula.personas.prompt_settings import PersonaSettings
from fabula.reading.hierarchy import summarise
from fabula.reading.saved import SavedReading, readings_for
from fabula.reading.story import read_story
from fabula.text.book import Book, Chapter
from fabula.text.guard.finding import find_instructions, mask, told
from fabula.text.language import detect
from fabula.text.segments import whole_text

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.personas.request import ReaderOptions
    from fabula.reading.reading import Reading

PLOT_WORDS = 1_500
"""Up to this length, a text counts as a plot or a summary and is used directly. A longer text is first reduced to a plot."""

_ANSWER_TOKENS = 1_500
_EXPECTED_TOKENS = 260


class PersonalReview(BaseModel):
    """What a judge in a reader's place answers: the words come first and the score follows from them."""

    review: str
    score: float = Field(ge=TEN.low, le=TEN.high)


SUMMARY_WORDS = 250


@dataclass(frozen=True, slots=True)
class Story:
    """The subject of a question: a plot with a name and a language."""

    name: str
    text: str
    language: str = "en"
    troubles: tuple[Notice, ...] = ()
    """What was lost while the book was read for its plot."""
    notes: tuple[Notice, ...] = ()
    """What in the book or its reading addresses the judge."""


@dataclass(frozen=True, slots=True)
class PersonalRating:
    """One reader's answers about one story, one per repeat. Scores are from 1 to 10, or None if unusable."""

    reader: str
    story: str
    scores: tuple[float | None, ...]
    reviews: tuple[str, ...]
    troubles: tuple[Notice, ...] = ()
    notes: tuple[Notice, ...] = ()
    """What had to be cut to fit."""
    past: int = 0
    """How many past judgements were shown."""

    @property
    def given(self) -> tuple[float, ...]:
        """The usable scores."""
        return tuple(score for score in self.scores if score is not None)

    @property
    def mean(self) -> float | None:
        """The mean over the repeats."""
        return sum(self.given) / len(self.given) if self.given else None

    @property
    def spread(self) -> float | None:
        """The standard deviation over the repeats. None for fewer than two."""
        if len(self.given) < 2:
            return None
        mean = sum(self.given) / len(self.given)
        return float((sum((score - mean) ** 2 for score in self.given) / (len(self.given) - 1)) ** 0.5)

    @property
    def review(self) -> str:
        """The review to show: the one with the score nearest to the mean."""
        if self.mean is None:
            return ""
        mean = self.mean
        ranked = [(abs(score - mean), place) for place, score in enumerate(self.scores) if score is not None]
        return self.reviews[min(ranked)[1]]


async def rate(story: Story, profile: Profile, door: Door, settings: PersonaSettings) -> PersonalRating:
    """Ask for this reader's review and score, as often as the settings say."""
    known = shown(profile, [story.text], settings)
    fitted = fit(known, [story.text], settings.room(door.context, _ANSWER_TOKENS))
    prompt = door.prompt("personas", "rate", story.language)
    request = ChatRequest(
        step="a reader's review",
        messages=prompt.messages(
            low=f"{TEN.low:g}",
            high=f"{TEN.high:g}",
            past=review_fields(fitted.profile, settings.with_reviews),
            story=fence(fitted.stories[0]),
        ),
        temperature=settings.temperature,
        max_tokens=_ANSWER_TOKENS,
        expected_tokens=_EXPECTED_TOKENS,
    )
    answers = await door.ask_replicates(request, PersonalReview, settings.repeats)
    return PersonalRating(
        profile.reader,
        story.name,
        tuple(None if isinstance(answer, Unusable) else answer.score for answer in answers),
        tuple("" if isinstance(answer, Unusable) else answer.review.strip() for answer in answers),
        tuple(answer.explained for answer in answers if isinstance(answer, Unusable)),
        fitted.notes,
        len(known.pasts),
    )


def shown(profile: Profile, asked: Sequence[str], settings: PersonaSettings) -> Profile:
    """The reader with the part of their past that the settings show for these stories."""
    return profile if settings.nearest is None else nearest(profile, asked, settings.nearest)


async def rate_all(
    stories: Sequence[Story], profiles: Sequence[Profile], door: Door, settings: PersonaSettings
) -> list[PersonalRating]:
    """Ask about every story for each of these readers, story by story."""
    return list(
        await asyncio.gather(
            *(rate(story, profile, door, settings) for story in stories for profile in profiles)
        )
    )


def is_plot(book: Book) -> bool:
    """Is the text short enough to use directly?"""
    return book.words <= PLOT_WORDS


async def story_of(
    book: Book, door: Door, *, keep_instructions: bool = False, saved: SavedReading | None = None
) -> Story:
    """The subject of a file: the text itself if it is a plot or a summary, else the plot from reading the book.

    Passages that address the judge are masked first, as in `evaluate`. A long book shares its reading with `evaluate`;
    a `saved` reading takes its place.
    """
    if saved is not None:
        return _from_reading(book, saved.reading, saved.notices)
    found = find_instructions(book)
    seen, notes = book if keep_instructions else mask(book, found), told(found, kept=keep_instructions)
    if is_plot(seen):
        return Story(book.title, whole_text(seen), book.language, notes=notes)
    return _from_reading(book, (await read_story(seen, door)).reading, notes)


def _from_reading(book: Book, reading: Reading, notes: tuple[Notice, ...]) -> Story:
    return Story(book.title, reading.plot, book.language, of_reading(reading, book.title), notes)


async def stories_of(books: Sequence[Book], request: ReaderOptions, door: Door) -> list[Story]:
    """The subjects of several files, with the saved readings that the request names."""
    saved = readings_for(request.reading, books, instructions_kept=request.keep_instructions)
    return [
        await story_of(
            book,
            door,
            keep_instructions=request.keep_instructions,
            saved=saved.get(book.text_hash),
        )
        for book in books
    ]


def plot_story(name: str, text: str, *, keep_instructions: bool = False) -> Story:
    """A plot from a table, masked as a book would be."""
    language = detect(text)
    book = Book(name, None, language, (Chapter(1, "", text),))
    if not keep_instructions:
        book = mask(book, find_instructions(book))
    return Story(name, book.chapters[0].text, language)


async def shortened(story: Story, door: Door) -> str:
    """A story shortened by the model, without its title."""
    book = Book("", None, Language(story.language), (Chapter(1, "", story.text),))
    return await summarise(book, door, final_words=SUMMARY_WORDS)
