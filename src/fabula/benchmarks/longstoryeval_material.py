"""What a judge of the comparison can see of a book: its text as it was read, or its summaries, under its own or other names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabula.judging.troubles import of_reading
from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.anonymise import anonymise
from fabula.reading.cast_texts import people_of
from fabula.reading.reading import Reading
from fabula.reading.renaming import anonymise_with, renaming_of
from fabula.reading.story import read_story
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from fabula.workers.place import aside

if TYPE_CHECKING:
    from fabula.benchmarks.release import Listed
    from fabula.judging.settings import JudgeSettings
    from fabula.models.door import Door
    from fabula.reading.story import StoryRead


@dataclass(frozen=True, slots=True)
class Material:
    """What a judge can see of a book. `story` is set only if its text was read."""

    book: Book
    reading: Reading | None
    story: StoryRead | None = None
    own_title: str = ""
    renaming: tuple[Notice, ...] = ()
    """How the renaming went, if the judge sees other names."""

    @property
    def texts(self) -> list[str]:
        """The content behind the signature's `text`: the chapters, or the summary if there is no text."""
        texts = [self.reading.plot] if self.reading is not None and not self.book.chapters else []
        return [self.book.title, *(chapter.text for chapter in self.book.chapters), *texts]


async def material_of(
    listed: Listed, settings: JudgeSettings, door: Door, reads: bool, anonymous: bool
) -> Material:
    facts = listed.facts
    known = {"title": listed.title, "author": listed.author, "genres": facts.genres, "premise": facts.premise}
    if listed.text is not None:
        book = replace(await aside(read, listed.text), **known)  # type: ignore[arg-type]
        book, renaming = await _shown(book, settings, door, anonymous)
        story = await read_story(book, door, settings.segment_tokens) if reads else None
        return Material(book, story.reading if story else None, story, listed.title, renaming)
    plan, renaming = await _shown(_summaries(listed), settings, door, anonymous, _people(listed))
    plot, cast = (chapter.text for chapter in plan.chapters)
    book = replace(plan, chapters=())
    reading = Reading(book.id, "plan", plot, people_of(cast), (), ())
    return Material(book, reading, None, listed.title, renaming)


async def _shown(
    book: Book, settings: JudgeSettings, door: Door, anonymous: bool, known: Sequence[str] = ()
) -> tuple[Book, tuple[Notice, ...]]:
    """The book as the judge sees it, and how the renaming went. The model that reads gives the names, as for `fabula evaluate`."""
    if not anonymous:
        return book, ()
    other = await anonymise_with(door, book, segment_tokens=settings.segment_tokens, known=known)
    return _untitled(other.book), await aside(renaming_of, book, other)


def anonymous_summaries(listed: Listed) -> Book:
    """The plot and the cast of a book under names that the rules give, as two chapters."""
    return _untitled(anonymise(_summaries(listed), known=_people(listed)).book)


def _people(listed: Listed) -> list[str]:
    return [person.name for person in people_of(listed.facts.cast or "")]


def _summaries(listed: Listed) -> Book:
    facts = listed.facts
    return Book(
        title=listed.title,
        author=listed.author,
        language=Language(facts.language),
        chapters=(Chapter(1, "", facts.plot or ""), Chapter(2, "", facts.cast or "")),
        genres=facts.genres,
        premise=facts.premise,
        format="plan",
    )


def _untitled(book: Book) -> Book:
    return replace(book, title=Language(book.language).writing.untitled)


def lost(material: Mapping[str, Material]) -> tuple[Notice, ...]:
    """What was lost while the books were read."""
    return tuple(lost for each in material.values() for lost in of_reading(each.reading, each.book.title))


def renamed(material: Mapping[str, Material]) -> tuple[Notice, ...]:
    """How the renaming of each book went."""
    return tuple(
        Notice.of("judging.of-book", title=each.own_title, why=one)
        for each in material.values()
        for one in each.renaming
    )
