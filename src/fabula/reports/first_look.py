"""The first screen of a report: what to look at first, what to keep, and the way into the manuscript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len, chop_cells

from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.text.headings.lines import read_heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.editing.result import EditNote
    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels
    from fabula.text.book import Book

_MARKS = '“"‘「『«'
SHOWN = 3
"""How many notes of each kind stand on the first screen. The manuscript has all."""


@dataclass(frozen=True, slots=True)
class Line:
    """One note in one sentence."""

    id: str
    what: str
    quotation: str
    chapter: int
    severity: str
    heading: str = ""
    """The chapter's own heading, where that does not say the same number: the fourth chapter after a prologue is its CHAPTER III."""


@dataclass(frozen=True, slots=True)
class Column:
    """The first notes of a kind, and how many there are."""

    name: Literal["look", "keep"]
    lines: tuple[Line, ...]
    all: int


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What stands first. No columns if there is no note."""

    columns: tuple[Column, ...]


def notes_of(evaluation: Evaluation) -> tuple[EditNote, ...]:
    """The notes that can be measured. None without a text."""
    if evaluation.measured is None:
        return ()
    return measured_notes(evaluation.measured, Places(evaluation.book, evaluation.measured.cast))


def first_look(notes: Sequence[EditNote], say: Labels, book: Book) -> FirstLook:
    """The first notes of each kind."""
    columns = (
        _column("look", [note for note in notes if note.kind != "keep"], say, book),
        _column("keep", [note for note in notes if note.kind == "keep"], say, book),
    )
    return FirstLook(tuple(each for each in columns if each.lines))


def quoted(words: str, most: int | None = None) -> str:
    """A quotation on one line, of at most so many cells of a screen, in quotation marks unless it brings its own. A
    Chinese character takes two cells."""
    flat = " ".join(words.split())
    if most and cell_len(flat) > most:
        flat = f"{chop_cells(flat, most)[0].rsplit(' ', 1)[0]} …"
    return flat if flat[:1] in _MARKS else f"“{flat}”"


def _own_heading(book: Book, number: int) -> str:
    """What the book calls a chapter, unless its heading says this number."""
    title = next((each.title or "" for each in book.chapters if each.number == number), "")
    heading = read_heading(title) if title else None
    return "" if heading is not None and heading.number == number else title


def _column(name: Literal["look", "keep"], notes: Sequence[EditNote], say: Labels, book: Book) -> Column:
    lines = (
        Line(
            note.id,
            say.said(note.what),
            note.quotation,
            note.chapter,
            note.severity,
            _own_heading(book, note.chapter),
        )
        for note in _different(notes)[:SHOWN]
    )
    return Column(name, tuple(lines), len(notes))


def _different(notes: Sequence[EditNote]) -> list[EditNote]:
    """The first note of each measure, then the others: three misprints are not what matters most in a book."""
    first = {note.measure or note.id: note.id for note in reversed(notes)}
    ids = set(first.values())
    return sorted(notes, key=lambda note: note.id not in ids)
