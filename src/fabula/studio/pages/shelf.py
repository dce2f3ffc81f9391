"""The shelf: the books and what each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response

from fabula.studio.books import (
    book_of,
    corrections_of,
    interrupted,
    jobs_about,
    outlined,
    sample_id,
    shelf_books,
    verdicts,
)
from fabula.studio.home import StoredFile, keep, remove_stored
from fabula.studio.jobs import Job
from fabula.studio.pages.forms import chunks_of
from fabula.studio.pages.lists import Number, Words, is_found, pages, part
from fabula.studio.place import Place
from fabula.studio.refusals import Refused
from fabula.studio.view import Studio, go, render, studio_of
from fabula.text.formats.folder import READABLE, WHOLE_BOOKS

router = APIRouter(prefix="/shelf")
_FEW, _BOOKS = 12, 100
"""From how many books on one can look for some of them, and how many a page shows."""


@router.get("")
def shelf(request: Request, page: Number = 1, find: Words = "") -> Response:
    """The books with their first verdict, a page at a time; at the first start the sample novella is there."""
    studio = studio_of(request)
    books, judged = shelf_books(studio), verdicts(studio)
    found = [book for book in books if is_found(find, book.title, book.author, book.file.name)]
    return render(
        request,
        "shelf/front.html.j2",
        books=[(book, judged.get(book.id)) for book in part(found, page, _BOOKS)],
        counted={"books": len(books), "found": len(found)},
        find=find,
        many=len(books) > _FEW,
        pages_of=(page, pages(len(found), _BOOKS)),
        sample=sample_id() if any(book.id == sample_id() for book in books) else None,
        interrupted=interrupted(studio),
    )


@router.post("")
async def hand_in(request: Request, file: Annotated[list[UploadFile], ...]) -> Response:
    """Add books. The outline that starts here reports a file that is not a book. Of a folder, what cannot be one stays out."""
    studio = studio_of(request)
    taken = [await _take(studio, each) for each in file if each.filename and _may_be_a_book(each.filename)]
    if not taken:
        raise Refused("no-book")
    return go(f"/books/{taken[0].id}") if len(taken) == 1 else go("/shelf", "added")


@router.get("/{book}")
def one(request: Request, book: str) -> Response:
    """One book: chapters, words, language, people, warnings."""
    studio = studio_of(request)
    found = book_of(studio, book)
    outline = _as_corrected(studio, book, jobs_about(studio, book)) or found.outline
    place = Place(found, "about")
    return render(request, "shelf/book.html.j2", place=place, book=found, job=found.job, outline=outline)


@router.post("/{book}/remove")
def remove(request: Request, book: str) -> Response:
    """Take a book off the shelf. What was made of it stays among the runs."""
    remove_stored(studio_of(request).home, "books", book)
    return go("/shelf", "removed")


def _may_be_a_book(name: str) -> bool:
    """Whether to take in a file: one that was chosen always, one of a folder by its ending."""
    folder, slash, own = name.replace("\\", "/").rpartition("/")
    hidden = any(part.startswith(".") for part in (*folder.split("/"), own))
    return not slash or (not hidden and Path(own).suffix.lower() in READABLE | WHOLE_BOOKS)


def _as_corrected(studio: Studio, book: str, jobs: Sequence[Job]) -> Mapping[str, Any] | None:
    """The book as it was read with the corrections that hold now, if it was."""
    held = corrections_of(studio, book)
    read = (job for job in jobs if job.kind == "outline" and held and job.form.get("people") == held.id)
    return next((job.result() for job in read if job.has_result), None)


async def _take(studio: Studio, upload: UploadFile) -> StoredFile:
    name = (upload.filename or "").rstrip("/").rpartition("/")[2]
    found = await keep(studio.home, "books", name, chunks_of(upload))
    outlined(studio, found)
    return found
