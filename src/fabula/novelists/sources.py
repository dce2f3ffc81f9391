"""What a run starts from: synopses, stories, and human books, of which one that cannot be read does not stop the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.errors import FabulaError, UsageError
from fabula.notices import Notice
from fabula.novelists.lines import Story, Synopsis, is_released, read_lines, read_released, stories_of
from fabula.novelists.request import CHAPTERS
from fabula.novelists.synopsis import human_stories
from fabula.text.book import Book
from fabula.text.files import read


@dataclass(frozen=True, slots=True)
class ShelfBook:
    """A book and the folder it stood in."""

    book: Book
    group: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What was read, and what was not and why."""

    books: tuple[ShelfBook, ...]
    left_out: tuple[Notice, ...]

    @property
    def short(self) -> tuple[str, ...]:
        """Books with fewer chapters than are wanted of each: all they have is used."""
        return tuple(one.book.title for one in self.books if len(one.book.chapters) < CHAPTERS)


def read_synopses(path: Path) -> list[Synopsis]:
    """What `novelist synopsis` wrote, or the paper's released JSON."""
    found = (
        [each for novel in read_released(path) for each in novel.synopses()]
        if is_released(path)
        else read_lines(path, Synopsis)
    )
    if not found:
        raise UsageError(f"{path.name} holds no synopsis")
    return found


def read_to_judge(
    paths: Sequence[Path], shelves: Sequence[Path], chapters: int = CHAPTERS, seed: int = 0
) -> tuple[list[Story], Shelf]:
    """Stories (.jsonl) and so many chapters in a row of each human book, to be judged alike; and those books."""
    written = stories_of([path for path in paths if path.suffix.lower() == ".jsonl"])
    books = [path for path in paths if path.suffix.lower() != ".jsonl"]
    if not books and not shelves:
        if not written:
            raise UsageError("what is to be judged? stories (.jsonl), book files, or --shelf FOLDER")
        return written, Shelf((), ())
    shelf = read_shelf(books, shelves)
    human = [story for one in shelf.books for story in human_stories(one.book, chapters, seed, one.group)]
    return [*written, *human], shelf


def read_shelf(books: Sequence[Path | Book], shelves: Sequence[Path] = ()) -> Shelf:
    """Every book file, and every file or chapter folder of each shelf, in the order of their names.

    A book alone that cannot be read stops; on a shelf it is left out with its reason, as is a text that is there twice.
    """
    if not books and not shelves:
        raise UsageError("which books? name book files, or --shelf FOLDER")
    found = [ShelfBook(book if isinstance(book, Book) else read(book)) for book in books]
    left_out: list[Notice] = []
    for shelf in shelves:
        if not shelf.is_dir():
            raise UsageError(f"no shelf at {shelf}: a shelf is a folder of book files")
        for path in sorted(shelf.iterdir()):
            if path.name.startswith("."):
                continue
            try:
                found.append(ShelfBook(read(path), shelf.name))
            except FabulaError as error:
                left_out.append(Notice.of("novelists.book-unreadable", file=path.name, why=str(error)))
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
