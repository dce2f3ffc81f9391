"""Judge a book: choose how, see what it costs, watch it go on, read the report."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import book_of, books_to_choose, corrections_of
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.tasks import evaluate
from fabula.studio.view import language_of, render, studio_of

router = APIRouter(prefix="/evaluate")
PLACED = ("method", "rubric", "runs", "genres", "premise")
"""Options that the page places itself; the others are folded away below them."""

_OF_A_MODEL = (
    "temperature", "definitions", "source", "critique", "critique_at_once", "segment_tokens", "anonymise", "keep_instructions"
)  # fmt: skip
"""What matters only where a model is asked."""


@router.get("")
def form(request: Request, book: str = "") -> Response:
    """What to judge and how; below it what was judged before."""
    studio = studio_of(request)
    return render(
        request,
        "evaluate/front.html.j2",
        books=books_to_choose(studio),
        chosen=book,
        models=models_offered(studio),
        more=option_fields(evaluate.Form, studio_labels(language_of(request)), PLACED, _OF_A_MODEL),
        before=done_before_of(studio, "evaluate"),
    )


@router.post("")
async def ask(request: Request) -> Response:
    """To the job's own page. Without a model it starts at once; with one its cost is estimated first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    if fields.get("model") and fields.get("method", "embedded") == "embedded":
        fields["method"] = "summary"
    if not fields.get("model"):
        fields["method"] = "embedded"
    book = book_of(studio, fields.get("book", ""))
    corrections = corrections_of(studio, book.id)
    if corrections is not None:
        fields["people"] = corrections.id
    return on_to(start(studio, "evaluate", fields, book.title))
