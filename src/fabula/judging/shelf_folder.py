"""Is a folder one book in chapter files, or a shelf of books? Its content decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from fabula.errors import FabulaError
from fabula.reading.cast import find_cast
from fabula.text.book import Book
from fabula.text.files import read
from fabula.text.formats.folder import NO_CHAPTER, READABLE, WHOLE_BOOKS, entries, natural_order
from fabula.text.formats.scrivener import BINDER

_SAMPLED = 5
_CHAPTERS_OF_A_BOOK = 3
"""A file with so many chapters is a book or a volume, not a chapter."""
_LEADING = 5


def holds_several_books(folder: Path) -> bool:
    """Whether the folder is a shelf.

    A shelf holds EPUBs or books as JSON, or files with several chapters each that do not share their people: volumes
    of one book share them. Everything else is one book.
    """
    if (folder / "META-INF").is_dir() or any(folder.glob(f"*{BINDER}")):
        return False
    files, folders = _entries(folder)
    if any(file.suffix.lower() in WHOLE_BOOKS for file in files):
        return True
    texts = [file for file in files if file.suffix.lower() in READABLE]
    if len(files) - len(texts) > len(texts):
        return True  # books as JSON
    if not texts:
        return any(holds_several_books(each) for each in _some(folders)) or _differ(_some(folders))
    if len(texts) == 1:
        return False
    read_here = [book for file in _some(texts) if (book := _opened(file))]
    whole = [book for book in read_here if _is_whole(book)]
    return 2 * len(whole) > len(read_here) and not _share_people(whole)


def books_in(folder: Path) -> list[Path]:
    """Every book of a shelf, in the order of its names: files, folders that are one book each, and what is in other folders."""
    files, folders = _entries(folder)
    found = [*files]
    for each in folders:
        found += books_in(each) if holds_several_books(each) else [each]
    return sorted(found, key=lambda path: natural_order(path.name))


def _entries(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files that can be books or chapters, and the folders. Symbolic links to folders are not followed."""
    shown = entries(folder)
    readable = READABLE | WHOLE_BOOKS | {".json"}
    files = [
        each
        for each in shown
        if each.is_file() and each.suffix.lower() in readable and not NO_CHAPTER.fullmatch(each.stem)
    ]
    folders = [each for each in shown if each.is_dir() and not each.is_symlink()]
    return sorted(files, key=lambda path: natural_order(path.stem)), sorted(folders)


def _some(paths: Sequence[Path]) -> Sequence[Path]:
    """A few of them, from the first to the last."""
    if len(paths) <= _SAMPLED:
        return paths
    return [paths[round(at * (len(paths) - 1) / (_SAMPLED - 1))] for at in range(_SAMPLED)]


def _opened(path: Path) -> Book | None:
    try:
        return read(path)
    except FabulaError:
        return None


def _is_whole(book: Book) -> bool:
    return book.chapter_count >= _CHAPTERS_OF_A_BOOK and not book.in_sections


def _share_people(books: Sequence[Book]) -> bool:
    """Whether neighbours have leading people in common, as the volumes of one book do."""
    leading = [_leading(book) for book in books]
    together = sum(bool(one & other) for one, other in pairwise(leading))
    return 2 * together > len(leading) - 1


def _differ(folders: Sequence[Path]) -> bool:
    """Whether these folders of chapters tell of different people. Where nobody is found, they are parts of one book."""
    leading = [people for each in folders if (book := _opened(each)) and (people := _leading(book))]
    return len(leading) > 1 and not any(one & other for one, other in pairwise(leading))


def _leading(book: Book) -> frozenset[str]:
    return frozenset(each.name for each in find_cast(book).characters[:_LEADING])
