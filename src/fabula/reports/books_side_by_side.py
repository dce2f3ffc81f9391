"""The results of several books beside each other: a row for each figure, a cell for each book.

Nothing is computed here: every figure is the one that the book's own report shows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from fabula.languages import Language
from fabula.reports.aspect_names import aspect_worded
from fabula.reports.labels import plain
from fabula.reports.tables import craft_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fabula.judging.result import EvaluateResult
    from fabula.reports.labels import Labels

    Books = Sequence[EvaluateResult | None]


@dataclass(frozen=True, slots=True)
class Bounded:
    """A figure with its interval, where there is one."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one book has in a row. Nothing at all if it has no such figure."""

    shown: str = ""
    range: str = ""
    best: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of every book, and the part of a report where it stands."""

    label: str
    part: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    name: str
    rows: tuple[Row, ...]


def side_by_side(books: Books, say: Labels) -> list[Group]:
    """Verdicts, aspects, length, people, prose and findings. A row that no book has anything for is left out; None stands
    for a book without a result."""
    groups = [
        Group("verdict", tuple(_verdicts(books, say))),
        Group("aspects", tuple(_aspects(books, say))),
        Group("size", tuple(_sizes(books, say))),
        Group("prose", tuple(_prose(books, say))),
        Group("findings", tuple(_findings(books, say))),
    ]
    told = [
        Group(
            each.name, tuple(row for row in each.rows if any(cell.shown or cell.range for cell in row.cells))
        )
        for each in groups
    ]
    return [each for each in told if each.rows]


def in_one_language(books: Books) -> bool:
    """Whether the figures of prose can be compared: a Chinese text is counted in characters."""
    return len({book.language for book in books if book is not None}) < 2


def _verdicts(books: Books, say: Labels) -> Iterator[Row]:
    def calibrated(book: EvaluateResult) -> Bounded | None:
        found = book.calibrated
        return Bounded(found.stars, found.low, found.high) if found else None

    def judged(book: EvaluateResult) -> Bounded | None:
        found = book.overall
        return Bounded(found.score, found.low, found.high) if found else None

    def expected(book: EvaluateResult) -> Bounded | None:
        found = book.rating
        return Bounded(found.value, found.low, found.high) if found else None

    yield _plain(
        say("side.by"), "verdict", books, lambda book: book.model.name if book.verdicts and book.model else ""
    )
    top = {book.overall.scale.high for book in books if book is not None and book.overall}
    of = f" / {max(top):g}" if len(top) == 1 else ""
    yield _bounded(
        say("verdict.judge") + of, "verdict", [_of(book, judged) for book in books], say, _alike(books)
    )
    yield _bounded(say("side.calibrated"), "verdict", [_of(book, calibrated) for book in books], say)
    ratings = _bounded(
        say("side.expected"), "verdict", [_of(book, expected) for book in books], say, shown=".1f"
    )
    unknown = [
        book is not None and book.rating is not None and book.rating.place == "unknown" for book in books
    ]
    yield Row(
        ratings.label,
        ratings.part,
        tuple(
            Cell("", cell.range, cell.best) if hidden else cell
            for cell, hidden in zip(ratings.cells, unknown, strict=True)
        ),
    )


def _aspects(books: Books, say: Labels) -> Iterator[Row]:
    """The judge's aspects, for the books that a judge has seen."""
    rubrics = {book.rubric for book in books if book is not None}
    found = [
        {each.id: each for each in book.aspects} if book is not None and book.verdicts else {}
        for book in books
    ]
    for name, label in {each.id: each.label for each in chain(*(one.values() for one in found))}.items():
        scores = [
            Bounded(each.score, each.low, each.high) if each is not None and each.score is not None else None
            for each in (one.get(name) for one in found)
        ]
        yield _bounded(aspect_worded(label, rubrics, say), f"aspect-{name}", scores, say, _alike(books))


def _sizes(books: Books, say: Labels) -> Iterator[Row]:
    def words(book: EvaluateResult) -> str:
        unit = "characters" if Language(book.language).by_character else "words"
        return say(f"side.{unit}", n=f"{book.measured.craft.words:,}") if book.measured else ""

    def people(book: EvaluateResult) -> str:
        return f"{book.measured.cast_in_all:,}" if book.measured else ""

    def leading(book: EvaluateResult) -> str:
        return say.listed([each.name for each in book.measured.cast[:3]]) if book.measured else ""

    def chapters(book: EvaluateResult) -> str:
        return f"{len(book.chapters):,}"

    yield _plain(say("side.length"), "craft", books, words)
    yield _plain(say("side.chapters"), "course", books, chapters)
    yield _plain(say("side.people"), "people", books, people)
    yield _plain(say("side.leading"), "people", books, leading)


def _prose(books: Books, say: Labels) -> Iterator[Row]:
    """The figures of the prose. None of them has a better end."""
    found = [
        dict(craft_rows(book.measured.craft, say)) if book is not None and book.measured else {}
        for book in books
    ]
    for label in dict.fromkeys(chain(*found)):
        if label != say("craft.words"):
            yield Row(label, "craft", tuple(Cell(each.get(label, "")) for each in found))


def _findings(books: Books, say: Labels) -> Iterator[Row]:
    """How many of each kind, the most frequent first. A long book has more of them, so no number is the better one."""
    counts = [
        Counter(one.kind for one in book.findings) if book is not None and book.measured else None
        for book in books
    ]
    known: Counter[str] = sum((each for each in counts if each is not None), Counter())
    in_all = tuple(Cell() if each is None else Cell(f"{each.total():,}") for each in counts)
    yield Row(say("side.findings"), "findings", in_all)
    for kind, _ in known.most_common():
        cells = tuple(Cell() if each is None else Cell(f"{each[kind]:,}") for each in counts)
        yield Row(say.known("finding", kind), "findings", cells)


def _bounded(
    label: str, part: str, found: Sequence[Bounded | None], say: Labels, alike: bool = True, shown: str = ""
) -> Row:
    """A row of figures whose higher end is the better one. It is marked if its interval lies above every other."""
    best = _above_all(found) if alike else None
    return Row(
        label,
        part,
        tuple(
            Cell()
            if each is None
            else Cell(
                _shown(each.value, shown),
                say("range", low=_shown(each.low, shown), high=_shown(each.high, shown))
                if each.low is not None and each.high is not None and each.low != each.high
                else "",
                each is best,
            )
            for each in found
        ),
    )


def _shown(value: float, how: str) -> str:
    return format(value, how) if how else plain(value)


def _above_all(found: Sequence[Bounded | None]) -> Bounded | None:
    known = [each for each in found if each is not None]
    if len(known) < 2 or any(each.low is None or each.high is None for each in known):
        return None
    first, second = sorted(known, key=lambda each: -each.value)[:2]
    above = all(each is first or (first.low or 0) > (each.high or 0) for each in known)
    return first if above and first.value > second.value else None


def _alike(books: Books) -> bool:
    """Whether one judge scored the books by one method and rubric: the scores of two judges are not one scale."""
    judged = [book for book in books if book is not None and book.overall]
    return len({(book.model and book.model.name, book.method, book.rubric) for book in judged}) < 2


def _plain(label: str, part: str, books: Books, shown: Callable[[EvaluateResult], str]) -> Row:
    return Row(label, part, tuple(Cell() if book is None else Cell(shown(book)) for book in books))


def _of(book: EvaluateResult | None, asked: Callable[[EvaluateResult], Bounded | None]) -> Bounded | None:
    return None if book is None else asked(book)
