"""A book before readers, as `fabula persona rate` does it: what each would say and score, and an audience's distribution."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.personas.request import PersonaRateRequest
from fabula.request import document
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of
from fabula.text.book import Book

if TYPE_CHECKING:
    from fabula.studio.tasks.context import TaskContext

_OF_AN_AUDIENCE = "readers of a table are drawn on the page and kept as a profile first"
_OF_THE_PROFILE = "the readers' own profile settles it"
Form = form_for(
    PersonaRateRequest,
    __name__,
    files={"stories": "books", "profile": "profiles"},
    required=("profile",),
    leave_out={
        "method": "whether a model is chosen settles it",
        **dict.fromkeys(("audience", "readers", "format"), _OF_AN_AUDIENCE),
        **dict.fromkeys(("scale", "profile_scale"), _OF_THE_PROFILE),
    },
    limits={"past": 10_000, "repeats": 50, "budget": 100_000},
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `fabula persona rate --json`."""
    from fabula.personas.rating import run as rate

    asked = await asyncio.to_thread(request_of, form, PersonaRateRequest, context)
    request = asked.but(scale=_scale(asked)).for_model(form.model)
    if not request.asks_model:
        context.progress.stage("expecting")
        return (await rate(request, None)).result.json_document
    _by_chapter(request, context)
    context.progress.stage("asking_readers")
    async with context.door(form, {"request": document(request)}) as door:
        return (await rate(request, door)).result.json_document


def _scale(request: PersonaRateRequest) -> str:
    """The scale of the readers who are asked, where they share one."""
    from fabula.personas.groups import common_scale, readers_of

    assert request.profile is not None
    own, _ = readers_of(request.profile, names=request.reader, past=request.past)
    return common_scale(own)


def _by_chapter(request: PersonaRateRequest, context: TaskContext) -> None:
    """A long book is summarised to a plot first, and that takes the time."""
    from fabula.personas.personal import is_plot
    from fabula.text.segments import SEGMENT_TOKENS, segments

    book = request.stories[0]
    if isinstance(book, Book) and not is_plot(book):
        pieces = segments(book, SEGMENT_TOKENS, unit="tokens")
        context.progress.by_chapter("reading", [piece.chapters for piece in pieces])
