"""One book and all that is known of it: its text with notes, its report, its quiz, its drafts, what was done with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import (
    ShelfBook,
    drafts_of,
    first_verdict,
    has_manuscript,
    jobs_about,
    measured_of,
    reports_of,
    side_by_side,
)
from fabula.studio.books import book_of as known
from fabula.studio.home import StoredFile, all_stored
from fabula.studio.jobs import Job
from fabula.studio.place import Place, Tab
from fabula.studio.view import Studio, render, studio_of

router = APIRouter(prefix="/books/{book}")


@router.get("")
def read(request: Request, book: str, report: str = "") -> Response:
    """The text with its notes in the margin."""
    studio = studio_of(request)
    reports = [job for job in reports_of(studio, book) if has_manuscript(job)]
    return _page(request, "read", book, reports=reports, shown=_wanted(reports, report))


@router.get("/report")
def report(request: Request, book: str, report: str = "") -> Response:
    """The latest report, or the one that was chosen."""
    reports = reports_of(studio_of(request), book)
    return _page(request, "report", book, reports=reports, shown=_wanted(reports, report))


@router.get("/quiz")
def quiz(request: Request, book: str) -> Response:
    """The question sets that ask about this book."""
    studio = studio_of(request)
    return _page(request, "quiz", book, sets=_sets_about(studio, known(studio, book)))


@router.get("/drafts")
def drafts(request: Request, book: str) -> Response:
    """The book's history: every draft on the shelf with what changed since the one before, and its measures."""
    studio = studio_of(request)
    history = drafts_of(studio, known(studio, book))
    steps = {new.id: side_by_side(studio, old, new) for old, new in pairwise(history)}
    compared = [
        job
        for job in jobs_about(studio, book)
        if job.kind == "compare" and job.id not in _ids(steps.values())
    ]
    return _page(
        request,
        "drafts",
        book,
        drafts=history,
        steps=steps,
        measured=measured_of(studio, history),
        compared=compared,
    )


def _ids(jobs: Iterable[Job]) -> set[str]:
    return {job.id for job in jobs}


@router.get("/activity")
def activity(request: Request, book: str) -> Response:
    """Every job of the book, the latest first."""
    return _page(request, "activity", book, jobs=jobs_about(studio_of(request), book))


def _page(request: Request, tab: Tab, book: str, **fields: Any) -> Response:
    """A tab. While the book or its first verdict is not there, the page says how far it is."""
    studio = studio_of(request)
    found = known(studio, book)
    verdict = first_verdict(studio, found.file) if found.outline else None
    coming = found.job if verdict is None else verdict if not verdict.has_result else None
    return render(
        request,
        f"book/{tab}.html.j2",
        place=Place(found, tab),
        book=found,
        coming=coming,
        **fields,
    )


def _wanted(reports: Sequence[Job], wanted: str) -> Job | None:
    return next((job for job in reports if job.id == wanted), reports[0] if reports else None)


def _sets_about(studio: Studio, book: ShelfBook) -> list[StoredFile]:
    """The sets whose check found this novel in them."""
    titled = {
        job.form["file"]
        for job in studio.jobs.all()
        if job.kind == "quiz" and job.has_result and book.title in job.result().get("novels", ())
    }
    return [each for each in all_stored(studio.home, "quizzes") if each.id in titled]
