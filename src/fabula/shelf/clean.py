"""Turns many files into a clean shelf without copies or short books. The ledger lists every removed book, and why."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError
from fabula.jsonl import write_lines
from fabula.notices import Notice
from fabula.shelf.catalogue import Catalogue, Facts
from fabula.shelf.duplicates import Copy, Group, find_groups
from fabula.shelf.locations import Location
from fabula.whole_files import write_whole
from fabula.workers.engines import Engine

FEWEST_CHAPTERS = 10
Seen = Callable[[str, int], None]
"""Called with the current step and how many items are done."""


@dataclass(frozen=True, slots=True)
class Left:
    """A book that was removed: at which step, why, and in favour of which other book."""

    book: str
    step: str
    why: Notice
    instead: str | None = None

    @property
    def document(self) -> dict[str, Any]:
        """The book's line in the ledger."""
        return {"book": self.book, "step": self.step, "why": self.why.document, "instead": self.instead}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What was kept of a shelf, and what was removed."""

    files: int
    kept: int
    left: tuple[Left, ...]
    text: str
    """The digest of everything that was read."""

    def by_step(self) -> dict[str, int]:
        """How many books were removed at each step, in the order of the steps."""
        counts: dict[str, int] = {}
        for each in self.left:
            counts[each.step] = counts.get(each.step, 0) + 1
        return counts


def clean(
    root: str,
    out: Path,
    engine: Engine,
    seen: Seen,
    fewest_chapters: int = FEWEST_CHAPTERS,
    target: int | None = None,
) -> Cleaned:
    """Reads a shelf, drops copies, short books and (down to a target) authors with the fewest works, and writes it."""

    def choose(catalogue: Catalogue, files: Sequence[Location]) -> Iterator[Left]:
        gone: set[str] = set()
        for group in find_groups(catalogue, files, engine, partial(seen, "compared")):
            gone |= {copy.name for copy in group.copies}
            yield from (_as_copy(copy, group) for copy in group.copies)
        short = [
            book for book in catalogue.books() if book.name not in gone and book.chapters < fewest_chapters
        ]
        gone |= {book.name for book in short}
        for book in short:
            why = Notice.of("shelf.few-chapters", n=book.chapters, least=fewest_chapters)
            yield Left(book.name, "chapters", why)
        if target is not None:
            yield from few_works((book for book in catalogue.books() if book.name not in gone), target)

    return _shelve(root, out, engine, seen, choose)


def cut_chapters(root: str, out: Path, engine: Engine, seen: Seen) -> Cleaned:
    """Writes every book as chapters. Leaves out only files that are not books."""
    return _shelve(root, out, engine, seen, lambda _catalogue, _files: ())


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Which files of a shelf are one novel, and which are not books."""

    files: int
    groups: tuple[Group, ...]
    unreadable: tuple[Left, ...]
    text: str
    """The digest of everything that was read."""


def duplicates(root: str, out: Path, engine: Engine, seen: Seen) -> Duplicates:
    """Finds files of the same novel and writes groups.jsonl and ledger.jsonl to `out`."""
    catalogue = _catalogue(out)
    try:
        files = catalogue.fill(root, engine, partial(seen, "read"), out)
        groups = list(find_groups(catalogue, files, engine, partial(seen, "compared")))
        unread = [Left(name, "read", why) for name, why in catalogue.unreadable()]
        text = catalogue.digest()
    finally:
        catalogue.close()
    write_lines((asdict(group) for group in groups), out / "groups.jsonl")
    write_lines((each.document for each in unread), out / "ledger.jsonl")
    return Duplicates(len(files), tuple(groups), tuple(unread), text)


def few_works(books: Iterable[Facts], target: int) -> Iterator[Left]:
    """The works to drop: authors with the fewest first, down to the target. A book without an author counts alone."""
    by_author: dict[str, list[Facts]] = defaultdict(list)
    for book in books:
        by_author[" ".join((book.author or f"\0{book.name}").lower().split())].append(book)
    count = sum(map(len, by_author.values()))
    order = sorted(
        by_author, key=lambda name: (len(by_author[name]), sum(b.words for b in by_author[name]), name)
    )
    for name in order:
        works = by_author[name]
        if count - len(works) < target:
            return
        count -= len(works)
        author = works[0].author or Notice.of("shelf.unnamed-author")
        why = Notice.of("shelf.few-works", author=author, n=len(works))
        yield from (Left(book.name, "authors", why) for book in works)


def _shelve(
    root: str,
    out: Path,
    engine: Engine,
    seen: Seen,
    choose: Callable[[Catalogue, Sequence[Location]], Iterable[Left]],
) -> Cleaned:
    """Reads the shelf, removes the books that `choose` names, and writes the others as chapters."""
    catalogue = _catalogue(out)
    try:
        files = catalogue.fill(root, engine, partial(seen, "read"), out)
        left = [Left(name, "read", why) for name, why in catalogue.unreadable()]
        left += choose(catalogue, files)
        gone = {each.book for each in left}
        kept = [book for book in catalogue.books() if book.name not in gone]
        text = catalogue.digest()
    finally:
        catalogue.close()
    write_lines((each.document for each in left), out / "ledger.jsonl")
    _write_books(files, kept, out, engine, seen)
    return Cleaned(len(files), len(kept), tuple(left), text)


def _catalogue(out: Path) -> Catalogue:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FabulaError(f"cannot write to {out}: {error.strerror}") from None
    return Catalogue(out / "catalogue.sqlite")


def _as_copy(copy: Copy, group: Group) -> Left:
    if copy.kind == "part":
        why = Notice.of("shelf.part", kept=group.kept, share=copy.share, length=copy.length)
    elif copy.ratio is None:
        why = Notice.of("shelf.copy-through-others", kept=group.kept)
    else:
        why = Notice.of("shelf.copy", kept=group.kept, ratio=copy.ratio, length=copy.length)
    return Left(copy.name, "duplicates", why, group.kept)


def _write_books(
    files: Sequence[Location], kept: Sequence[Facts], out: Path, engine: Engine, seen: Seen
) -> None:
    """Writes a JSON file for each book, unless it exists, and a line for each in shelf.jsonl."""
    folder = out / "books"
    folder.mkdir(exist_ok=True)
    where = {location.name: location for location in files}
    wanted = {book.name: _file_name(book) for book in kept}
    for old in set(folder.glob("*.json")) - {folder / name for name in wanted.values()}:
        old.unlink()
    missing = [name for name, file in wanted.items() if not (folder / file).exists()]
    done = len(kept) - len(missing)
    for name, document in zip(
        missing, engine.map(chapters_of, (where[name] for name in missing)), strict=True
    ):
        write_whole(folder / wanted[name], document)
        done += 1
        seen("written", done)
    write_lines(({"path": f"books/{_file_name(book)}", **asdict(book)} for book in kept), out / "shelf.jsonl")


def chapters_of(location: Location) -> str:
    """Writes a book as JSON that fabula can read, as a task for an engine."""
    book = location.book()
    return json.dumps(
        {
            "title": book.title,
            "author": book.author,
            "language": book.language,
            "genres": book.genres,
            "premise": book.premise,
            "source": location.name,
            "in_sections": book.in_sections,
            "chapters": [asdict(chapter) for chapter in book.chapters],
            "left_out": [each.document for each in book.left_out],
            "warnings": [warning.document for warning in book.warnings],
        },
        ensure_ascii=False,
    )


def _file_name(book: Facts) -> str:
    """A name made from the book and its source file, so that the same text in two files gives two names."""
    return f"{book.id}-{hashlib.sha256(book.name.encode()).hexdigest()[:6]}.json"
