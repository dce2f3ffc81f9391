"""Where a page stands in a book: the header with the book's tabs, shown by every page that knows its book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabula.studio.books import ShelfBook, book_of
from fabula.studio.jobs import Job
from fabula.studio.refusals import NotFound
from fabula.studio.view import Studio

Tab = Literal["read", "report", "people", "facts", "readers", "quiz", "drafts", "activity", "about"]
_ADDRESSES: dict[Tab, str] = {
    "read": "/books/{}",
    "report": "/books/{}/report",
    "people": "/shelf/{}/people",
    "facts": "/facts/{}",
    "readers": "/readers?book={}",
    "quiz": "/books/{}/quiz",
    "drafts": "/books/{}/drafts",
    "activity": "/books/{}/activity",
    "about": "/shelf/{}",
}
_TAB_OF: dict[str, Tab] = {
    "outline": "about",
    "evaluate": "report",
    "graph": "facts",
    "summary": "facts",
    "check": "facts",
    "refine": "facts",
    "readers": "readers",
    "compare": "drafts",
    "pitch": "drafts",
}
"""The tab that a job of that kind belongs to; jobs on several books belong to none."""


@dataclass(frozen=True, slots=True)
class Place:
    """A book, and which of its tabs is open."""

    book: ShelfBook
    tab: Tab

    @property
    def tabs(self) -> list[tuple[Tab, str]]:
        """Every tab and its address."""
        return [(tab, address.format(self.book.id)) for tab, address in _ADDRESSES.items()]


def place_of(studio: Studio, book: str, tab: Tab) -> Place | None:
    """The place of a page that may know a book: None where none was named, or it is gone."""
    try:
        return Place(book_of(studio, book), tab) if book else None
    except NotFound:
        return None


def place_of_job(studio: Studio, job: Job) -> Place | None:
    """The place of a job's page."""
    tab = _TAB_OF.get(job.kind)
    return place_of(studio, _book_of(job), tab) if tab else None


def _book_of(job: Job) -> str:
    """The one book that a job is about; of two drafts the new one."""
    form = job.form
    stories = form.get("stories") or []
    if len(stories) == 1:
        return str(stories[0])
    return str(form.get("book") or str(form.get("new") or "").removeprefix("book:"))
