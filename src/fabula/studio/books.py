"""The books on the shelf, each with what is known about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.samples import NOVELLA, sample
from fabula.studio.home import StoredFile, all_stored, checked, kept, read_json, store_text, write_json
from fabula.studio.jobs import Job
from fabula.studio.tasks.form import from_form
from fabula.studio.tasks.outline import Form
from fabula.studio.view import Studio


@dataclass(frozen=True, slots=True)
class ShelfBook:
    """A book on the shelf."""

    file: StoredFile
    job: Job
    """The job that outlines it."""
    outline: Mapping[str, Any] | None
    twin: bool = False
    """Another book here has the same title: often two drafts."""

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> str:
        """Its title once it is read; before that, its file name."""
        return (self.outline and self.outline["title"]) or self.file.name

    @property
    def label(self) -> str:
        """What tells it from every other book here."""
        return f"{self.title} · {self.file.name}" if self.twin else self.title

    @property
    def language(self) -> str:
        return str(self.outline["language"]) if self.outline else "en"


def shelf_books(studio: Studio) -> list[ShelfBook]:
    """Every book, the latest first."""
    books = [_known(studio, book) for book in all_stored(studio.home, "books")]
    counts = Counter(book.title for book in books)
    return [replace(book, twin=counts[book.title] > 1) for book in books]


def books_to_choose(studio: Studio) -> list[ShelfBook]:
    """The books that jobs can use: not those whose file is not a book."""
    return [book for book in shelf_books(studio) if book.job.status != "failed"]


def book_of(studio: Studio, identifier: str) -> ShelfBook:
    """One book by its id."""
    return _known(studio, kept(studio.home, "books", identifier))


@cache
def sample_id() -> str:
    """The id that the sample novella has on any shelf: the hash of its bytes."""
    return sha256(sample(NOVELLA)).hexdigest()[:16]


def outlined(studio: Studio, book: StoredFile) -> Job:
    """The job that outlines the book, started if it has not been."""
    return studio.jobs.started("outline", from_form(Form, {"book": book.id}), book.name)


def read_again(studio: Studio, book: ShelfBook) -> Job:
    """The job that outlines the book with the corrections of its people."""
    corrections = corrections_of(studio, book.id)
    fields = {"book": book.id, "people": corrections.id if corrections else None}
    return studio.jobs.started("outline", from_form(Form, fields), book.title)


def corrections_of(studio: Studio, book: str) -> StoredFile | None:
    """What was corrected of the book's people: a file as `--people` takes it."""
    chosen = read_json(_chosen(studio, book))
    return kept(studio.home, "people", chosen["file"]) if chosen and chosen["file"] else None


def correct(studio: Studio, book: ShelfBook, text: str) -> None:
    """Keep new corrections of the book's people. Jobs that used earlier ones keep theirs."""
    file = store_text(studio.home, "people", "people.toml", text).id if text else None
    write_json(_chosen(studio, book.id), {"file": file})


def _chosen(studio: Studio, book: str) -> Path:
    folder = studio.home.root / "people"
    folder.mkdir(exist_ok=True)
    return folder / f"{checked(book)}.json"


def _known(studio: Studio, book: StoredFile) -> ShelfBook:
    job = outlined(studio, book)
    return ShelfBook(book, job, job.result() if job.has_result else None)
