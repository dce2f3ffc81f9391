"""The books on the shelf, each with what is known about it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.reports.folder import MANUSCRIPT_VIEW, VIEW
from fabula.samples import NOVELLA, sample
from fabula.studio.home import (
    StoredFile,
    Version,
    all_stored,
    checked,
    if_changed,
    keep,
    kept,
    read_json,
    store_text,
    write_json,
)
from fabula.studio.jobs import RESULT, Job
from fabula.studio.refusals import NotFound
from fabula.studio.tasks import compare, evaluate
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
    def author(self) -> str | None:
        return (self.outline or {}).get("author")

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


def first_verdict(studio: Studio, book: StoredFile) -> Job:
    """The job that judges the book without a model, started if it has not been: it costs nothing, so nobody need ask."""
    corrections = corrections_of(studio, book.id)
    fields = {"book": book.id, "method": "embedded", "people": corrections.id if corrections else None}
    outline = outlined(studio, book)
    title = outline.result()["title"] if outline.has_result else None
    job = studio.jobs.started("evaluate", from_form(evaluate.Form, fields), title or book.name, behind=True)
    if job.status == "done" and not (job.folder / "files" / VIEW).is_file():
        studio.jobs.start(job.id)  # an earlier version judged it, and saved what this one does not show
        return studio.jobs.job(job.id)
    return job


def is_first_verdict(job: Job) -> bool:
    """Whether a job is of the kind that starts by itself."""
    return job.kind == "evaluate" and job.form.get("method") == "embedded"


def interrupted(studio: Studio) -> list[Job]:
    """Jobs that were running when the studio closed and can be continued; not those that start again by themselves."""
    return [
        job
        for job in studio.jobs.all()
        if job.status == "interrupted" and job.kind != "outline" and not is_first_verdict(job)
    ]


def verdicts(studio: Studio) -> dict[str, Mapping[str, Any]]:
    """The score and the rating of the latest verdict on each book that has one, by the book's id."""
    latest = _latest_verdicts(studio)
    return {book: if_changed(job.folder / RESULT, _score_and_rating) for book, job in latest.items()}


def measured_of(studio: Studio, books: Sequence[ShelfBook]) -> dict[str, Mapping[str, Any]]:
    """What was measured in each of these books that has a verdict, by the book's id."""
    latest = _latest_verdicts(studio)
    known = {book.id: latest[book.id].result()["evaluation"] for book in books if book.id in latest}
    return {book: said["measured"] for book, said in known.items() if said.get("measured")}


def _latest_verdicts(studio: Studio) -> dict[str, Job]:
    done = [job for job in studio.jobs.all() if job.kind == "evaluate" and job.has_result]
    return {job.form["book"]: job for job in _models_last(done)}


@lru_cache(maxsize=2048)
def _score_and_rating(place: Path, version: Version) -> Mapping[str, Any]:  # noqa: ARG001
    """What the shelf says of a verdict; the rest of the document is large."""
    said = json.loads(place.read_text(encoding="utf-8"))["evaluation"]
    return {"overall": said.get("overall"), "rating": said.get("rating")}


def verdicts_by_models(studio: Studio) -> list[tuple[Job, Mapping[str, Any]]]:
    """Every verdict of a model that has an overall score, the earliest first."""
    done = [job for job in reversed(studio.jobs.all()) if job.kind == "evaluate" and job.has_result]
    found = [(job, job.result()["evaluation"]) for job in done if job.form.get("model")]
    return [(job, verdict) for job, verdict in found if verdict["overall"] is not None]


def judge_once_read(studio: Studio, job: Job) -> None:
    """What follows an outline: the first verdict, so that Read and Report are there when the owner looks."""
    if job.kind == "outline":
        with suppress(NotFound):  # the book is gone already
            first_verdict(studio, kept(studio.home, "books", job.form["book"]))


async def shelve_sample(studio: Studio) -> None:
    """The sample novella, once: if it is removed it does not come back."""
    mark = studio.home.root / "sample-shown"
    if mark.exists():
        return
    outlined(studio, await keep(studio.home, "books", NOVELLA, at_once(sample(NOVELLA))))
    mark.touch()


async def at_once(raw: bytes) -> AsyncIterator[bytes]:
    """A file that is here already, as `keep` takes files."""
    yield raw


def jobs_about(studio: Studio, book: str) -> list[Job]:
    """The jobs with the book as an input: their only one, one of several, or a side of a comparison."""
    return [
        job
        for job in studio.jobs.all()
        if any(
            book in given if isinstance(given, list) else given in (book, f"book:{book}")
            for given in job.form.values()
        )
    ]


def reports_of(studio: Studio, book: str) -> list[Job]:
    """The evaluations of the book that left a report, the latest first; those without a model stand last."""
    done = [job for job in jobs_about(studio, book) if job.kind == "evaluate" and job.has_result]
    return _models_last(done)[::-1]


def _models_last(jobs: Sequence[Job]) -> list[Job]:
    """Evaluations from the earliest to the latest, those of a model behind those without one."""
    return sorted(jobs, key=lambda job: (job.form.get("model") is not None, job.at))


def has_manuscript(job: Job) -> bool:
    """Whether an evaluation left the text with its notes: earlier versions did not, and a plan has no text."""
    return (job.folder / "files" / MANUSCRIPT_VIEW).is_file()


def other_drafts(studio: Studio, book: ShelfBook) -> list[ShelfBook]:
    """The other books here with this one's title and author, the latest first."""
    return [
        each
        for each in shelf_books(studio)
        if each.id != book.id and each.outline and book.outline and _written_as(each) == _written_as(book)
    ]


def latest_drafts(studio: Studio) -> tuple[str, str]:
    """The last two drafts of one book by their ids, the earlier first. Two empty strings if no book has two."""
    return _latest_two((_written_as(each), each.id) for each in shelf_books(studio) if each.outline)


def latest_evaluations(jobs: Iterable[Job]) -> tuple[str, str]:
    """The last two evaluations of one title by their ids, the earlier first. Two empty strings if no title has two."""
    return _latest_two((job.about, job.id) for job in jobs)


def _latest_two(named: Iterable[tuple[object, str]]) -> tuple[str, str]:
    """Of ids from the latest to the earliest, each with what it is of: the first two of one thing."""
    later: dict[object, str] = {}
    for what, each in named:
        if what in later:
            return each, later[what]
        later[what] = each
    return "", ""


def drafts_of(studio: Studio, book: ShelfBook) -> list[ShelfBook]:
    """The book and its other drafts, the first first."""
    return sorted([book, *other_drafts(studio, book)], key=lambda each: each.file.at)


def side_by_side(studio: Studio, old: ShelfBook, new: ShelfBook) -> Job:
    """The job that compares two drafts without a model, started if it has not been."""
    form = from_form(compare.Form, {"old": f"book:{old.id}", "new": f"book:{new.id}"})
    about = " → ".join(f"{each.title} ({each.file.name})" for each in (old, new))
    return studio.jobs.started("compare", form, about, behind=True)


def _written_as(book: ShelfBook) -> tuple[str, str]:
    return book.title.casefold().strip(), (book.author or "").casefold().strip()


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
    return ShelfBook(book, job, read_json(job.folder / RESULT))
