"""Judge a book: choose how, see what it costs, watch it go on, read the report."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from fabula.confined import confined
from fabula.errors import FabulaError
from fabula.reading.saved import title_read
from fabula.studio.books import book_of, books_to_choose, corrections_of
from fabula.studio.home import Home, keep, remove_stored
from fabula.studio.labels import studio_labels
from fabula.studio.pages.calibrate import kept_calibrations
from fabula.studio.pages.forms import chunks_of, done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.pages.rubrics import own_rubrics
from fabula.studio.place import place_of
from fabula.studio.tasks import evaluate
from fabula.studio.view import language_of, render, studio_of

router = APIRouter(prefix="/evaluate")
PLACED = ("method", "rubric", "runs", "genres", "premise", "calibration")
"""Options that the page places itself; the others are folded away below them."""

_OF_A_MODEL = (
    "temperature", "definitions", "source", "critique", "critique_at_once", "segment_tokens", "anonymise", "keep_instructions"
)  # fmt: skip
"""What matters only where a model is asked."""


@router.get("")
def form(request: Request, book: str = "", rubric: str = "", calibration: str = "") -> Response:
    """What to judge and how; below it what was judged before."""
    studio = studio_of(request)
    return render(
        request,
        "evaluate/front.html.j2",
        place=place_of(studio, book, "report"),
        books=books_to_choose(studio),
        chosen=book,
        models=models_offered(studio),
        own_rubrics=own_rubrics(studio),
        rubric_chosen=rubric,
        calibrations=kept_calibrations(studio.home),
        calibration_chosen=calibration,
        more=option_fields(evaluate.Form, studio_labels(language_of(request)), PLACED, _OF_A_MODEL),
        before=done_before_of(studio, "evaluate", book),
    )


@router.post("")
async def ask(request: Request) -> Response:
    """To the job's own page. Without a model it starts at once; with one its cost is estimated first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    upload = (await request.form()).get("reading_file")
    fields.pop("reading_file", None)
    if fields.get("model") and isinstance(upload, UploadFile) and upload.filename:
        fields["reading"] = await _taken_in(studio.home, upload)
    if fields.get("model") and fields.get("method", "embedded") == "embedded":
        fields["method"] = "summary"
    if not fields.get("model"):
        fields["method"] = "embedded"
        fields.pop("calibration", None)
    book = book_of(studio, fields.get("book", ""))
    corrections = corrections_of(studio, book.id)
    if corrections is not None:
        fields["people"] = corrections.id
    return on_to(start(studio, "evaluate", fields, book.title))


async def _taken_in(home: Home, upload: UploadFile) -> str:
    """The id of a reading that was handed in. It is kept only if it is one, which a process of its own finds out."""
    file = await keep(home, "readings", upload.filename or "", chunks_of(upload))
    try:
        await asyncio.to_thread(confined, title_read, file.file, file.name)
    except FabulaError:
        remove_stored(home, "readings", file.id)
        raise
    return file.id
