"""A book before readers, as `fabula persona rate` puts it: what each would say and score, and an audience's distribution."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.home import kept
from fabula.studio.tasks import asked as ground

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.personas.profiles import Profile
    from fabula.rubrics.rubric import Scale
    from fabula.studio.tasks.desk import Desk
    from fabula.text.book import Book

USUAL_REPEATS = 5


class Asked(ground.Asked):
    """One book, and the readers of one profile file."""

    book: str
    profile: str
    readers: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Only these of the file; none named, all."""
    past: int | None = Field(default=None, ge=0, le=10_000)
    """How many of his past judgements a reader is known by; None for all."""
    repeats: int = Field(default=USUAL_REPEATS, ge=1, le=50)
    temperature: float = Field(default=0.8, ge=0, le=2)
    genres: str | None = Field(default=None, max_length=500)


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """The document of `fabula persona rate --json`, and what a user should be told besides."""
    from fabula.personas.groups import group, readers_of

    notes: list[str] = []
    file = kept(desk.home, "profiles", asked.profile)
    own = readers_of(file.file, notes.append, names=asked.readers, past=asked.past)
    groups = group(own, file.name.removesuffix(".jsonl"), (), None, notes.append)
    books = {(book := await asyncio.to_thread(desk.book, asked.book)).title: book}
    if asked.model is None:
        desk.slate.stage("expecting")
        document = await asyncio.to_thread(_expected, books, groups, asked, _scale_of(own))
    else:
        document = await _told(books, groups, asked, desk, _scale_of(own))
    return document | {"notes": [*notes, *document.get("notes", ())]}


def _expected(
    books: Mapping[str, Book], groups: Mapping[str, list[Profile]], asked: Asked, scale: Scale
) -> dict[str, Any]:
    from fabula.personas.readership import expect_books
    from fabula.reports.audience import embedded_document

    found = expect_books(books, groups, None, ground.listed(asked.genres))
    return embedded_document(found, groups, scale)


async def _told(
    books: Mapping[str, Book],
    groups: Mapping[str, list[Profile]],
    asked: Asked,
    desk: Desk,
    scale: Scale,
) -> dict[str, Any]:
    from fabula.personas.groups import everyone
    from fabula.personas.personal import Manner
    from fabula.personas.readership import rate_books
    from fabula.reports.audience import modelled_document

    _by_chapter(books, desk)
    desk.slate.stage("asking_readers")
    about = {"stories": list(books), "readers": len(everyone(groups)), "repeats": asked.repeats}
    async with desk.door(asked, about) as door:
        told, signature = await rate_books(books, groups, door, Manner(asked.repeats, asked.temperature))
    return modelled_document(told, groups, scale, signature)


def _scale_of(own: list[Profile]) -> Scale:
    """The scale that these readers score on; where they differ, the judge's own."""
    from fabula.personas.profiles import TEN

    scales = {profile.scale for profile in own}
    return scales.pop() if len(scales) == 1 else TEN


def _by_chapter(books: Mapping[str, Book], desk: Desk) -> None:
    """A long book is read to a plot first, and that is what takes time."""
    from fabula.personas.personal import is_plot
    from fabula.reading.story import SEGMENT_TOKENS
    from fabula.text.segments import segments

    for book in books.values():
        if not is_plot(book):
            pieces = segments(book, SEGMENT_TOKENS, unit="tokens")
            desk.slate.by_chapter("reading", [piece.chapters for piece in pieces])
