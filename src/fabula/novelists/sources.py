"""The inputs of a run: synopses, stories and human books. An unreadable book does not stop the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.errors import FabulaError, UsageError
from fabula.notices import Notice
from fabula.novelists.line_files import read_lines, stories_of
from fabula.novelists.lines import Story, Synopsis
from fabula.novelists.released import is_released, read_released
from fabula.novelists.settings import CHAPTERS
from fabula.novelists.synopsis import human_stories
from fabula.text.book import Book
from fabula.text.files import read
from fabula.workers.place import spread


@dataclass(frozen=True, slots=True)
class ShelfBook:
    """A book and its folder."""

    book: Book
    group: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The books that were read, and those that were not, with the reason."""

    books: tuple[ShelfBook, ...]
    left_out: tuple[Notice, ...]

    @property
    def short(self) -> tuple[str, ...]:
        """Books with fewer chapters than requested. All their chapters are used."""
        return tuple(one.book.title for one in self.books if one.book.chapter_count < CHAPTERS)


def read_synopses(path: Path) -> list[Synopsis]:
    """Reads a file from `novelist synopsis`, or the paper's released JSON."""
    found = (
        [each for novel in read_released(path) for each in novel.synopses()]
        if is_released(path)
        else read_lines(path, Synopsis)
    )
    if not found:
        raise UsageError(f"{path.name} contains no synopsis")
    return found


def read_to_judge(
    paths: Sequence[Path], shelves: Sequence[Path], chapters: int = CHAPTERS, seed: int = 0
) -> tuple[list[Story], Shelf]:
    """Stories (.jsonl) and this many consecutive chapters of each human book, for judging, and the human books."""
    written = stories_of([path for path in paths if path.suffix.lower() == ".jsonl"])
    books = [path for path in paths if path.suffix.lower() != ".jsonl"]
    if not books and not shelves:
        if not written:
            raise UsageError("nothing to judge: give stories (.jsonl), book files, or --shelf FOLDER")
        return written, Shelf((), ())
    shelf = read_shelf(books, shelves)
    human = [story for one in shelf.books for story in human_stories(one.book, chapters, seed, one.group)]
    return [*written, *human], shelf


def read_shelf(books: Sequence[Path | Book], shelves: Sequence[Path] = ()) -> Shelf:
    """Reads every book file, and every file or chapter folder of each shelf, sorted by name.

    An unreadable book named alone is an error. On a shelf, unreadable books and copies are left out with the reason.
    """
    if not books and not shelves:
        raise UsageError("no books to read: name book files, or give --shelf FOLDER")
    found = [ShelfBook(book) for book in spread(_opened, books)]
    left_out: list[Notice] = []
    for shelf in shelves:
        if not shelf.is_dir():
            raise UsageError(f"no shelf at {shelf}: a shelf is a folder of book files")
        paths = [path for path in sorted(shelf.iterdir()) if not path.name.startswith(".")]
        for path, book in zip(paths, spread(_opened_or_why, paths), strict=True):
            if isinstance(book, str):
                left_out.append(Notice.of("novelists.book-unreadable", file=path.name, why=book))
            else:
                found.append(ShelfBook(book, shelf.name))
    once: dict[str, ShelfBook] = {}
    for one in found:
        if one.book.id in once:
            name = one.book.source or one.book.title
            left_out.append(Notice.of("novelists.same-text", file=name, kept=once[one.book.id].book.source))
        else:
            once[one.book.id] = one
    if not once:
        raise UsageError("no book could be read" + (f": {left_out[0]}" if left_out else ""))
    return Shelf(tuple(once.values()), tuple(left_out))


def _opened(book: Path | Book) -> Book:
    return book if isinstance(book, Book) else read(book)


def _opened_or_why(path: Path) -> Book | str:
    try:
        return read(path)
    except FabulaError as error:
        return str(error)
