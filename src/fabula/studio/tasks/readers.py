"""A book before readers, as `fabula persona rate` does it: what each would say and score, and an audience's distribution."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.studio.home import kept
from fabula.studio.tasks.form import TaskForm, comma_list

if TYPE_CHECKING:
    from fabula.personas.request import PersonaRateRequest
    from fabula.studio.tasks.context import TaskContext
    from fabula.text.book import Book

USUAL_REPEATS = 5


class Form(TaskForm):
    """One book, and the readers of one profile file."""

    book: str
    profile: str
    readers: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Only these of the file; all where none is named."""
    past: int | None = Field(default=None, ge=0, le=10_000)
    """How many past judgements of each reader are shown; None for all."""
    repeats: int = Field(default=USUAL_REPEATS, ge=1, le=50)
    temperature: float = Field(default=0.8, ge=0, le=2)
    genres: str | None = Field(default=None, max_length=500)


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula persona rate --json`."""
    from fabula.personas.rating import run as rate

    book = await asyncio.to_thread(context.book, form.book)
    request = await asyncio.to_thread(_request, form, context, book)
    if not request.asks_model:
        context.progress.stage("expecting")
        return (await rate(request, None)).result.json_document
    _by_chapter(book, context)
    context.progress.stage("asking_readers")
    about = {"stories": [book.title], "profile": form.profile, "repeats": form.repeats}
    async with context.door(form, about) as door:
        return (await rate(request, door)).result.json_document


def _request(form: Form, context: TaskContext, book: Book) -> PersonaRateRequest:
    """The question; scores are shown on the scale of the readers who are asked."""
    from fabula.personas.groups import common_scale, readers_of
    from fabula.personas.request import PersonaRateRequest

    profile = kept(context.home, "profiles", form.profile).file
    own, _ = readers_of(profile, names=form.readers, past=form.past)
    return PersonaRateRequest(
        (book,),
        profile=profile,
        reader=form.readers,
        past=form.past,
        repeats=form.repeats,
        temperature=form.temperature,
        genres=comma_list(form.genres),
        scale=common_scale(own),
    ).for_model(form.model)


def _by_chapter(book: Book, context: TaskContext) -> None:
    """A long book is summarised to a plot first, and that takes the time."""
    from fabula.personas.personal import is_plot
    from fabula.text.segments import SEGMENT_TOKENS, segments

    if not is_plot(book):
        pieces = segments(book, SEGMENT_TOKENS, unit="tokens")
        context.progress.by_chapter("reading", [piece.chapters for piece in pieces])
