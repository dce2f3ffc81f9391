"""Can a judge be trusted? Choose stories and a judge, or two; what came of it is the judge's passport."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import book_of, books_to_choose
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.pages.reader_files import sheets
from fabula.studio.refusals import Refused
from fabula.studio.tasks import audit
from fabula.studio.view import language_of, render, studio_of

router = APIRouter(prefix="/audit")
PLACED = ("model", "second_model")
"""Options that the page places itself; the others are folded away below them."""
FEWEST = 6
"""Stories that can bear a verdict."""


@router.get("")
def page(request: Request) -> Response:
    """Stories, reader, judge and second judge; below it the passports there are."""
    studio = studio_of(request)
    return render(
        request,
        "audit/front.html.j2",
        books=books_to_choose(studio),
        fewest=FEWEST,
        sheets=sheets(studio.home, language_of(request)),
        models=models_offered(studio),
        more=option_fields(audit.Form, studio_labels(language_of(request)), PLACED),
        before=done_before_of(studio, "audit"),
    )


@router.post("")
async def ask(request: Request) -> Response:
    """The cost of all audits is estimated first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    chosen = fields.get("paths") or []
    books = [book_of(studio, each) for each in ([chosen] if isinstance(chosen, str) else chosen)]
    if not books:
        raise Refused("no-story")
    if not fields.get("model"):
        raise Refused("audit-model")
    judges = [str(fields[name]) for name in ("model", "second_model") if fields.get(name)]
    return on_to(start(studio, "audit", fields | {"paths": [book.id for book in books]}, " / ".join(judges)))
