"""Correct the people of a book: join two of them, give one another name, strike one out. Nothing is read again unasked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from fabula.reading.corrections import load_roster, roster_text
from fabula.reading.roster_edits import as_listed, joined, struck_out
from fabula.studio.books import ShelfBook, book_of, correct, corrections_of, read_again
from fabula.studio.jobs import Job
from fabula.studio.pages.forms import fields_of, on_to, start
from fabula.studio.place import Place
from fabula.studio.refusals import Refused
from fabula.studio.view import Studio, go, render, studio_of
from fabula.text.roster import Listed, Roster

router = APIRouter(prefix="/shelf/{book}/people")
_CHOSEN = "person"


@router.get("")
def people(request: Request, book: str) -> Response:
    """Everyone who was found, as corrected so far."""
    studio = studio_of(request)
    found = book_of(studio, book)
    roster = _roster(studio, book)
    counts = {one["name"]: one["mentions"] for one in _found(found)}
    rows = [
        (one, sum(counts[part.name] for part in parts)) for one, parts in as_listed(_listed(found), roster)
    ]
    return render(
        request,
        "shelf/people.html.j2",
        place=Place(found, "people"),
        book=found,
        rows=sorted(rows, key=lambda row: -row[1]),
        nobody=sorted(roster.nobody),
        corrected=bool(roster.people or roster.nobody),
        judged=_judged(studio, book),
    )


@router.post("")
async def change(request: Request, book: str) -> Response:
    """Join or rename those that are chosen, strike them out, or take all corrections back."""
    studio = studio_of(request)
    found, fields = book_of(studio, book), await fields_of(request)
    roster, chosen = _roster(studio, book), _chosen(fields, found, studio)
    deed = fields.get("deed")
    if deed == "undo":
        correct(studio, found, "")
    elif deed in ("join", "nobody"):
        everyone = [one for one, _ in as_listed(_listed(found), roster)]
        typed = fields.get("name", "")
        made = struck_out(roster, chosen) if deed == "nobody" else joined(roster, chosen, typed, everyone)
        correct(studio, found, roster_text(found.title, made.people, made.nobody))
    else:
        raise Refused("who-is-who")
    return go(f"/shelf/{found.id}/people", "undone" if deed == "undo" else "saved")


@router.get("/people.toml")
def file(request: Request, book: str) -> Response:
    """The corrections as a file for `--people`."""
    studio = studio_of(request)
    held = corrections_of(studio, book)
    text = held.file.read_text(encoding="utf-8") if held else roster_text(book_of(studio, book).title, ())
    headers = {"content-disposition": 'attachment; filename="people.toml"'}
    return PlainTextResponse(text, media_type="application/toml", headers=headers)


@router.post("/again")
async def again(request: Request, book: str) -> Response:
    """Read the book again with these people, or judge it again as an earlier job did."""
    studio = studio_of(request)
    found, fields = book_of(studio, book), await fields_of(request)
    if not fields.get("job"):
        return on_to(read_again(studio, found))
    earlier = next((job for job in _judged(studio, book) if job.id == fields["job"]), None)
    if earlier is None:
        raise Refused("other-book")
    held = corrections_of(studio, book)
    return on_to(
        start(studio, "evaluate", {**earlier.form, "people": held.id if held else None}, found.title)
    )


def _found(book: ShelfBook) -> list[Mapping[str, Any]]:
    """Who was found before any correction; outlines of earlier versions list fewer."""
    outline = book.outline or {}
    return list(outline.get("people") or outline.get("cast") or ())


def _listed(book: ShelfBook) -> list[Listed]:
    return [Listed(one["name"], tuple(one["aliases"]), one.get("gender", "")) for one in _found(book)]


def _roster(studio: Studio, book: str) -> Roster:
    held = corrections_of(studio, book)
    return load_roster(held.file) if held else Roster()


def _chosen(fields: Mapping[str, Any], book: ShelfBook, studio: Studio) -> list[Listed]:
    """The rows that are ticked, the most named first, with all names of those who were joined in them."""
    ticked = fields.get(_CHOSEN, [])
    names = set(ticked if isinstance(ticked, list) else [ticked])
    chosen = []
    for one, parts in as_listed(_listed(book), _roster(studio, book.id)):
        if one.name in names:
            forms = dict.fromkeys(form for each in (one, *parts) for form in each.names)
            chosen.append(Listed(one.name, tuple(form for form in forms if form != one.name), one.gender))
    return chosen


def _judged(studio: Studio, book: str) -> list[Job]:
    """Earlier evaluations of the book, once for each way of judging."""
    jobs = [job for job in studio.jobs.all() if job.kind == "evaluate" and job.form.get("book") == book]
    by_way = {
        tuple(sorted((k, str(v)) for k, v in job.form.items() if k != "people")): job for job in jobs[::-1]
    }
    return list(by_way.values())[::-1]
