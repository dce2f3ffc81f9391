"""Books before readers: what each would say and score, which of two he would choose, what he may be expected to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.personas.baselines import Expectations, expect
from fabula.personas.groups import everyone
from fabula.personas.pairwise import Pair, PersonalChoice, choose
from fabula.personas.personal import (
    Manner,
    PersonalRating,
    is_plot,
    plot_story,
    rate_all,
    shortened,
    story_of,
)
from fabula.personas.questions import Asked, plots, retold
from fabula.personas.rating_tables import Item
from fabula.reading.extract import read as extract
from fabula.rubrics.files import digest
from fabula.text.segments import whole_text

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.personas.profiles import Profile
    from fabula.personas.rating_tables import Table
    from fabula.rubrics.rubric import Rubric
    from fabula.text.book import Book

Groups = Mapping[str, Sequence["Profile"]]
"""Readers by the name of their group; one reader may be of several."""


def by_title(books: Iterable[tuple[str, Book]]) -> dict[str, Book]:
    """Books that came with the names of their files, by title; two of one title are told apart by their files."""
    named: dict[str, Book] = {}
    for file, book in books:
        name = book.title if book.title not in named else f"{book.title} ({file})"
        if name in named:
            raise UsageError(f"{file} is named twice")
        named[name] = book
    return named


async def rate_books(
    books: Mapping[str, Book], groups: Groups, door: Door, manner: Manner, *, keep_instructions: bool = False
) -> tuple[list[PersonalRating], str]:
    """What a model says in the place of every reader about every book, and the signature of it."""
    stories = [
        replace(await story_of(book, door, keep_instructions=keep_instructions), name=name)
        for name, book in books.items()
    ]
    told = await rate_all(stories, everyone(groups), door, manner)
    return told, str(door.signature("persona.rate", n=manner.repeats, temperature=manner.temperature))


def expect_books(
    books: Mapping[str, Book], groups: Groups, table: Table | None = None, genres: Sequence[str] = ()
) -> Expectations:
    """What every reader may be expected to give every book, by ratings alone; `genres` stand for the books' own."""
    stories = {
        name: Item(whole_text(book) if is_plot(book) else extract(book).plot, tuple(genres) or book.genres)
        for name, book in books.items()
    }
    return expect(everyone(groups), stories, table)


async def choose_between(
    books: tuple[Book, Book],
    profiles: Sequence[Profile],
    door: Door,
    manner: Manner,
    rubric: Rubric,
    *,
    premise: str = "",
    keep_instructions: bool = False,
) -> tuple[list[PersonalChoice], str]:
    """Which of two books each reader would choose, aspect by aspect, and the signature of it."""
    one, two = [await story_of(book, door, keep_instructions=keep_instructions) for book in books]
    pair = Pair(one, two, premise)
    choices = await asyncio.gather(*(choose(pair, each, door, manner, rubric) for each in profiles))
    signature = door.signature(
        "persona.compare", n=manner.repeats, temperature=manner.temperature, rubric=digest(rubric)
    )
    return list(choices), str(signature)


async def told_shorter(asked: Sequence[Asked], door: Door) -> list[Asked]:
    """Questions with every plot told shorter by the model, one call a plot whoever judged it."""
    wanted = sorted({text for each in asked for text in plots(each)})
    short = await asyncio.gather(*(shortened(plot_story("", text), door) for text in wanted))
    return [retold(each, dict(zip(wanted, short, strict=True))) for each in asked]
