"""A pitch of a book: a logline, two synopses and comparable titles, from the drafts of the book."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.errors import UsageError
from fabula.studio.books import book_of
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.place import Place
from fabula.studio.tasks import pitch
from fabula.studio.view import language_of, render, studio_of

router = APIRouter(prefix="/books/{book}/pitch")
PLACED = ("checker",)
"""Options that the page places itself; the others are folded away below them."""


@router.get("")
def form(request: Request, book: str) -> Response:
    """What will be written and who checks it; below it the pitches of this book that are there."""
    studio = studio_of(request)
    found = book_of(studio, book)
    return render(
        request,
        "pitch/front.html.j2",
        place=Place(found, "drafts"),
        book=found,
        models=models_offered(studio),
        more=option_fields(pitch.Form, studio_labels(language_of(request)), PLACED),
        before=done_before_of(studio, "pitch", book),
    )


@router.post("")
async def ask(request: Request, book: str) -> Response:
    """To the job's own page, which first says what it would cost."""
    studio = studio_of(request)
    fields = await fields_of(request)
    found = book_of(studio, book)
    if not fields.get("model"):
        raise UsageError(studio_labels(language_of(request))("pitch.needs_model"))
    return on_to(start(studio, "pitch", fields | {"book": found.id}, found.title))
