"""How readers would receive a book: who they are by what they said about other books, and what each would say about this one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi import UploadFile as File
from fastapi.responses import Response
from starlette.datastructures import FormData, UploadFile

from fabula.errors import FabulaError, UsageError
from fabula.measures.scorefile import number
from fabula.personas.audiences import READERS
from fabula.personas.profiles import OffScale
from fabula.personas.prompt_settings import REPEATS
from fabula.reports.labels import Labels
from fabula.studio.books import book_of, books_to_choose
from fabula.studio.home import StoredFile, remove_stored
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.pages.reader_files import Sheet, Upload, draw, named, read_table, sheet_of, sheets, take_in
from fabula.studio.place import place_of
from fabula.studio.refusals import Refused
from fabula.studio.tasks import readers
from fabula.studio.view import go, language_of, render, studio_of

router = APIRouter(prefix="/readers")

ROWS = 3
"""Empty rows of the form for one's own reader; the page's script adds more."""
MOST_CHOSEN = 40
"""A file with more readers is asked as a whole: nobody ticks hundreds of boxes."""
PLACED = ("reader", "repeats", "past", "genres")
"""Options that the page places itself; the others are folded away below them."""
_OF_A_MODEL = ("repeats", "temperature", "without_reviews", "budget", "keep_instructions", "max_cost")
"""What matters only where a model is asked."""
Way = Literal["", "written", "table", "drawn"]
"""How readers were brought."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was written into a form for new readers, to be shown again beside what was wrong with it."""

    way: Way = ""
    trouble: str = ""
    name: str = ""
    scale: str = ""
    rows: tuple[Mapping[str, str], ...] = ()
    pasted: str = ""


@router.get("")
def page(request: Request, book: str = "", profile: str = "") -> Response:
    """Book, readers, judge; below it how to bring one's own readers, and who was asked before."""
    return _page(request, book, profile)


@router.post("")
async def ask(request: Request) -> Response:
    """Without a model the answer comes at once; with one the cost is estimated first."""
    studio = studio_of(request)
    form = await request.form()
    fields = await fields_of(request)
    book = book_of(studio, fields.pop("book", ""))
    sheet = sheet_of(studio.home, fields.get("profile", ""))
    fields |= {"stories": [book.id], "reader": _chosen(sheet, form)}
    for name in ("genres",) if fields.get("model") else _OF_A_MODEL:
        fields.pop(name, None)
    who = fields["reader"][0] if len(fields["reader"]) == 1 else sheet.name
    return on_to(start(studio, "readers", fields, f"{book.title} · {who}"))


@router.post("/profiles")
async def hand_in(request: Request) -> Response:
    """A table of readers, pasted or as a file. Errors are shown next to the pasted text."""
    form = await request.form()
    file, pasted, scale = form.get("file"), _text(form, "pasted"), _text(form, "scale")
    name = _text(form, "name") or studio_labels(language_of(request))("readers.unnamed_file")
    upload = Upload(name, pasted.encode("utf-8", "replace"))
    if isinstance(file, UploadFile) and file.filename:
        upload = Upload(file.filename, await file.read())
    try:
        profiles = await asyncio.to_thread(read_table, upload, scale)
    except FabulaError as error:
        trouble = _worded(error, studio_labels(language_of(request)))
        typed = Typed("table", trouble, _text(form, "name"), scale, pasted=pasted)
        return _page(request, typed=typed)
    return _taken(take_in(studio_of(request).home, named(upload.name), profiles))


@router.post("/profiles/written")
async def write_down(request: Request) -> Response:
    """One reader from the rows of the form."""
    form = await request.form()
    name, scale = _text(form, "reader"), _text(form, "scale")
    say = studio_labels(language_of(request))
    called = name or say("readers.unnamed")
    rows = _rows(form)
    trouble = _incomplete(rows, say)
    lines = "".join(json.dumps({"reader": called, **row}, ensure_ascii=False) + "\n" for row in rows)
    try:
        if trouble:
            raise UsageError(trouble)
        profiles = read_table(Upload(f"{called}.jsonl", lines.encode("utf-8", "replace")), scale)
    except FabulaError as error:
        trouble = _worded(error, say, "readers.row")
        return _page(request, typed=Typed("written", trouble, name, scale, tuple(rows)))
    return _taken(take_in(studio_of(request).home, called, profiles))


@router.post("/profiles/drawn")
async def draw_audience(
    request: Request,
    table: File,
    wanted: Annotated[str, Form(max_length=200)],
    kind: Annotated[Literal["mpst", "amazon", "longstoryeval"], Form()] = "longstoryeval",
    items: File | None = None,
    count: Annotated[int, Form(ge=1, le=200)] = READERS,
) -> Response:
    """Readers of a kind, drawn from a table of many readers' ratings and kept as any others."""
    ratings = Upload(table.filename or "", await table.read())
    stories = Upload(items.filename, await items.read()) if items and items.filename else None
    try:
        name, profiles = await asyncio.to_thread(draw, ratings, stories, kind, wanted, count)
    except FabulaError as error:
        return _page(request, typed=Typed("drawn", str(error), wanted))
    return _taken(take_in(studio_of(request).home, name, profiles))


@router.get("/profiles/{identifier}")
def show(request: Request, identifier: str) -> Response:
    """What the readers of a file said about what they read."""
    return render(request, "readers/profile.html.j2", sheet=sheet_of(studio_of(request).home, identifier))


@router.post("/profiles/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Let these readers go. What they were asked stays among the runs."""
    remove_stored(studio_of(request).home, "profiles", identifier)
    return go("/readers", "removed")


def _page(request: Request, book: str = "", profile: str = "", typed: Typed | None = None) -> Response:
    studio = studio_of(request)
    found = sheets(studio.home, language_of(request))
    return render(
        request,
        "readers/front.html.j2",
        400 if typed else 200,
        place=place_of(studio, book, "readers"),
        books=books_to_choose(studio),
        chosen=book,
        sheets=found,
        profile=next((each.id for each in found if each.id == profile), found[0].id if found else ""),
        most=MOST_CHOSEN,
        repeats=REPEATS,
        more=option_fields(readers.Form, studio_labels(language_of(request)), PLACED, _OF_A_MODEL),
        drawn=READERS,
        models=models_offered(studio),
        typed=typed or Typed(),
        rows=ROWS,
        before=done_before_of(studio, "readers", book),
    )


def _taken(file: StoredFile) -> Response:
    return go(f"/readers?profile={file.id}", "added")


def _chosen(sheet: Sheet, form: FormData) -> list[str]:
    """The readers that were ticked; nobody by name where all of them were."""
    if len(sheet.readers) == 1 or len(sheet.readers) > MOST_CHOSEN:
        return []
    ticked = {str(value) for value in form.getlist("reader")}
    names = [each.reader for each in sheet.readers if f"{sheet.id}:{each.reader}" in ticked]
    if not names:
        raise Refused("nobody")
    return [] if len(names) == len(sheet.readers) else names


def _rows(form: FormData) -> list[dict[str, str]]:
    """The rows that hold anything; the first line of what was read is its title."""
    columns = [form.getlist(name) for name in ("read", "review", "score")]
    told = [[str(cell).strip() for cell in row] for row in zip(*columns, strict=False)]
    return [
        {"title": read.partition("\n")[0].strip(), "text": read, "review": review, "score": score}
        for read, review, score in told
        if read or review or score
    ]


def _incomplete(rows: Sequence[Mapping[str, str]], say: Labels) -> str:
    """What the form's rows still need, in the form's words; nothing where they can be read."""
    if not rows:
        return say("readers.wrong.nothing")
    for place, row in enumerate(rows, 1):
        judgement = say("readers.row", n=place)
        if not row["text"]:
            return say("readers.wrong.read", row=judgement)
        if number(row["score"]) is None:
            return say("readers.wrong.score", row=judgement)
    return ""


def _worded(error: FabulaError, say: Labels, row: str = "readers.table_row") -> str:
    """What the reading of a table says, without the options of a command line that a form does not have."""
    if not isinstance(error, OffScale):
        return str(error)
    ends = {"low": f"{error.scale.low:g}", "high": f"{error.scale.high:g}"}
    return say("readers.wrong.scale", row=say(row, n=error.row), score=f"{error.score:g}", **ends)


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""
