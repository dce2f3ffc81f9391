"""Reads LongStoryEval's dataset folder as released, whole or in part.

Metadata in `all_book_info.json` or `books*.jsonl`, the ids of test books in `test.txt`, summaries of whole books in
`summaries/`, and texts in the `chaps` format for those who have them. Missing or damaged files are named and skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import read_lines
from fabula.measures.scorefile import number
from fabula.readermodel.rating import BookFacts
from fabula.readermodel.training_books import facts_of
from fabula.reviews.reviews import ReviewedBook, at_most_named, book_of, fault

_INFO = ("all_book_info.json", "book_debug_info.json")
_TEXTS = ("books_json/*.json", "*_chapters.json")
_SHAPE = "all_book_info.json or books*.jsonl"


@dataclass(frozen=True, slots=True)
class Listed:
    """A book of the release. Fields that the release does not fill are empty or None."""

    id: str
    title: str
    author: str
    facts: BookFacts
    rating: float | None = None
    text: Path | None = None


@dataclass(slots=True)
class Shelf:
    """The books of a folder, and the files that could not be read."""

    books: dict[str, Listed] = field(default_factory=dict)
    tested: frozenset[str] = frozenset()
    """The test books, if the folder says which they are."""
    reviewed: dict[str, ReviewedBook] = field(default_factory=dict)
    """The books with a rating, as statistics of reviews take them."""
    skipped: list[str] = field(default_factory=list)


def read_shelf(folder: Path) -> Shelf:
    """Reads everything of the release in a folder. A folder with none of it is an error."""
    if not folder.is_dir():
        raise UsageError(f"--data {folder}: no such folder; give the release's dataset folder")
    shelf = Shelf()
    files = [
        *sorted(folder.glob("books*.jsonl")),
        *(folder / name for name in _INFO if (folder / name).is_file()),
    ]
    for file in files:
        _add_books(file, shelf)
    if not shelf.books:
        detail = f" ({shelf.skipped[0]})" if shelf.skipped else ""
        raise UsageError(f"--data {folder} lists no books: it needs {_SHAPE}{detail}")
    _add_summaries(folder / "summaries", shelf)
    _add_texts(folder, shelf)
    test = folder / "test.txt"
    if test.is_file():
        named = {line.strip() for line in test.read_text(encoding="utf-8", errors="replace").splitlines()}
        shelf.tested = frozenset(named & shelf.books.keys())
        shelf.skipped += at_most_named(
            [f"test.txt: no book {own!r}" for own in sorted(named - shelf.books.keys() - {""})], "test.txt"
        )
    return shelf


def _add_books(file: Path, shelf: Shelf) -> None:
    faults: list[str] = []
    for place, own, row in _rows(file, faults):
        try:
            shelf.books[own] = _listed(own, row, file.name, place)
            if shelf.books[own].rating is not None:
                shelf.reviewed[own] = book_of({**row, "id": own})
        except (UsageError, ValueError, TypeError, AttributeError) as error:
            faults.append(str(error) if isinstance(error, UsageError) else fault(file, place, error))
    shelf.skipped += at_most_named(faults, file.name)


def _rows(file: Path, faults: list[str]) -> Iterable[tuple[int, str, Mapping[str, Any]]]:
    """Reads one book with an id on each line, or one object of books by id."""
    try:
        if file.suffix == ".jsonl":
            for place, row in read_lines(file, faults, "books"):
                if isinstance(row, Mapping) and row.get("id"):
                    yield place, str(row["id"]), row
                else:
                    faults.append(f"{file.name}, line {place}: no book with an id")
        else:
            document = _json(file)
            if not isinstance(document, Mapping):
                raise UsageError(f"{file.name} is not an object of books by id")
            yield from ((place, own, row) for place, (own, row) in enumerate(document.items(), 1))
    except UsageError as error:
        faults.append(str(error))


def _listed(own: str, row: Mapping[str, Any], name: str, place: int) -> Listed:
    rating = number(row.get("score"))
    if rating is not None and not 1 <= rating <= 5:
        raise ValueError(f"score must be a mean of 1 to 5 stars, not {row.get('score')!r}")
    return Listed(
        id=own,
        title=str(row.get("title") or own),
        author=str(row.get("author") or ""),
        facts=facts_of(row, name, place, shelved=True),
        rating=rating,
    )


def _add_summaries(folder: Path, shelf: Shelf) -> None:
    for file in sorted(folder.glob("*.json")):
        book = shelf.books.get(file.stem)
        try:
            row = _json(file)
            plot, cast = row["overall_sum"], row.get("overall_char")
            if not isinstance(plot, str):
                raise ValueError("overall_sum must be a string")
        except (UsageError, ValueError, KeyError, TypeError, AttributeError) as error:
            shelf.skipped.append(str(error) if isinstance(error, UsageError) else fault(file, 1, error))
            continue
        if book is None:
            shelf.skipped.append(f"summaries/{file.name}: no book with that id")
            continue
        facts = replace(book.facts, plot=plot, cast=cast if isinstance(cast, str) else None)
        shelf.books[book.id] = replace(book, facts=facts)


def _add_texts(folder: Path, shelf: Shelf) -> None:
    for file in sorted(path for pattern in _TEXTS for path in folder.glob(pattern)):
        found = [book for book in shelf.books.values() if _names(file, book)]
        if len(found) == 1:
            shelf.books[found[0].id] = replace(found[0], text=file)
        else:
            shelf.skipped.append(f"{file.name}: {len(found) or 'no'} books with that name")


def _names(file: Path, book: Listed) -> bool:
    """Is the file named after the book's id or its title?"""
    stem = file.stem.removesuffix("_chapters")
    return stem == book.id or (stem != file.stem and _plain(stem) in _plain(book.title))


def _plain(name: str) -> str:
    return " ".join(["", *re.findall(r"[^\W_]+", name.lower()), ""])


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file.name} is damaged ({error})") from None
