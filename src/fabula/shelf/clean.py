"""Many files to a clean shelf: no book twice, none too short. The ledger lists every book that left, and why."""

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
from fabula.shelf.catalogue import Catalogue, Facts
from fabula.shelf.duplicates import Copy, Group, find_groups
from fabula.shelf.locations import Location
from fabula.workers import Engine

FEWEST_CHAPTERS = 10
Seen = Callable[[str, int], None]
"""Called with what is being done and how many are done."""


@dataclass(frozen=True, slots=True)
class Left:
    """A book that left the shelf: at which step, why, and for which other book."""

    book: str
    step: str
    why: str
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What was kept of a shelf, and what left it."""

    files: int
    kept: int
    left: tuple[Left, ...]
    text: str
    """The digest of everything that was read."""

    def by_step(self) -> dict[str, int]:
        """How many left at each step, in the order of the steps."""
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
    """Read, drop copies, drop short books, drop the authors with the fewest works down to a target count, and write."""

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
            yield Left(book.name, "chapters", f"it has {book.chapters} of {fewest_chapters} chapters")
        if target is not None:
            yield from few_works((book for book in catalogue.books() if book.name not in gone), target)

    return _shelve(root, out, engine, seen, choose)


def cut_chapters(root: str, out: Path, engine: Engine, seen: Seen) -> Cleaned:
    """Every book as chapters; only files that are not books are left out."""
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
    """Find the files that are one novel; groups.jsonl and ledger.jsonl are written to `out`."""
    catalogue = _catalogue(out)
    try:
        files = catalogue.fill(root, engine, partial(seen, "read"), out)
        groups = list(find_groups(catalogue, files, engine, partial(seen, "compared")))
        unread = [Left(name, "read", why) for name, why in catalogue.unreadable()]
        text = catalogue.digest()
    finally:
        catalogue.close()
    _write_lines(out / "groups.jsonl", (asdict(group) for group in groups))
    _write_lines(out / "ledger.jsonl", (asdict(each) for each in unread))
    return Duplicates(len(files), tuple(groups), tuple(unread), text)


def few_works(books: Iterable[Facts], target: int) -> Iterator[Left]:
    """The works of the authors with the fewest, as long as the target count is kept; a book without an author counts alone."""
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
        author = works[0].author or "an author who is not named"
        for book in works:
            yield Left(
                book.name, "authors", f"{len(works)} of the shelf's works by {author}, among the fewest"
            )


def _shelve(
    root: str,
    out: Path,
    engine: Engine,
    seen: Seen,
    choose: Callable[[Catalogue, Sequence[Location]], Iterable[Left]],
) -> Cleaned:
    """Read the shelf, let `choose` say which books leave, write the others as chapters."""
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
    _write_lines(out / "ledger.jsonl", (asdict(each) for each in left))
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
        why = f"{copy.share:.0%} of it stands in {group.kept}, of which it is {copy.length:.0%} in length"
    elif copy.ratio is None:
        why = f"a copy of {group.kept} by way of other copies"
    else:
        why = f"a copy of {group.kept}: ratio {copy.ratio:.3f}, {copy.length:.0%} of its length"
    return Left(copy.name, "duplicates", why, group.kept)


def _write_books(
    files: Sequence[Location], kept: Sequence[Facts], out: Path, engine: Engine, seen: Seen
) -> None:
    """One JSON file for each book, unless it is there already, and a line for each in shelf.jsonl."""
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
        _write(folder / wanted[name], document)
        done += 1
        seen("written", done)
    _write_lines(
        out / "shelf.jsonl", ({"path": f"books/{_file_name(book)}", **asdict(book)} for book in kept)
    )


def chapters_of(location: Location) -> str:
    """A book as JSON that fabula reads back. Work for an engine."""
    book = location.book()
    return json.dumps(
        {
            "title": book.title,
            "author": book.author,
            "language": book.language,
            "genres": book.genres,
            "premise": book.premise,
            "source": location.name,
            "chapters": [asdict(chapter) for chapter in book.chapters],
            "left_out": [each.document for each in book.left_out],
            "warnings": [warning.document for warning in book.warnings],
        },
        ensure_ascii=False,
    )


def _file_name(book: Facts) -> str:
    """Named by the book and the file it came from: the same text in two files is two files here too."""
    return f"{book.id}-{hashlib.sha256(book.name.encode()).hexdigest()[:6]}.json"


def _write_lines(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    _write(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
