"""WebNovelBench's test set: novels spread over the human scale, from the released data or a folder of novels."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from fabula.errors import UsageError
from fabula.notices import Notice
from fabula.novelists.asking import dimensions
from fabula.novelists.board import book_scores
from fabula.novelists.lines import RELEASED_JUDGE, Score, Story, Synopsis
from fabula.novelists.placement import choose, placement
from fabula.novelists.reference import Reference
from fabula.novelists.released import Released
from fabula.novelists.sources import Shelf, read_shelf
from fabula.novelists.synopsis import human_stories
from fabula.shelf.clean import duplicates
from fabula.text.book import Book
from fabula.workers.engines import engine

HUMAN_RELEASED = "human (as released)"
Judging = Callable[[list[Story]], Awaitable[list[Score]]]
Referring = Callable[[Sequence[Score]], Reference]
"""The reference by which books are chosen, which may be made from their own scores."""


@dataclass(frozen=True, slots=True)
class TestSet:
    """The novels to write from, as books or as released synopses."""

    __test__ = False

    books: list[Book]
    synopses: list[Synopsis]
    scores: list[Score]
    """The judges' scores for the human chapters: of the chosen books, or of every usable one for a reference."""
    left_out: list[Notice] = field(default_factory=list)


def released_test_set(
    novels: Sequence[Released], reference: Reference, count: int, name: str
) -> list[Released]:
    """Chooses one novel for each band of percentiles, among those that have a synopsis.

    The percentile is the released one, or follows from the released scores.
    """
    usable = {novel.novel: novel for novel in novels if novel.novel_info}
    percentiles = {name: _percentile(novel, reference) for name, novel in usable.items()}
    known = {name: each for name, each in percentiles.items() if each is not None}
    if len(known) < len(usable) and len(usable) > count:
        raise UsageError(
            f"{len(usable) - len(known)} novels of {name} have neither `percentile` nor `original score`: "
            "they cannot be chosen for a test set spread over the scale"
        )
    names = choose(known, count) if len(usable) > count else list(usable)
    return [usable[name] for name in names]


def released_scores(novels: Sequence[Released], dimensions: Sequence[str]) -> list[Score]:
    """The released scores of the human novels, one book a line, in a separate row because their judge is not ours."""
    return [
        Score(
            model=HUMAN_RELEASED, story=novel.novel, chapter=0, judge=RELEASED_JUDGE, setting="human",
            language="zh", scores=dict(zip(dimensions, novel.scores, strict=True)),
            score=sum(novel.scores) / len(novel.scores),
        )
        for novel in novels
        if len(novel.scores) == len(dimensions)
    ]  # fmt: skip


async def raw_test_set(
    folder: Path,
    reference: Referring,
    novels: int,
    chapters: int,
    seed: int,
    judged: Judging,
    *,
    every_human: bool = False,
) -> TestSet:
    """Books with enough chapters, with their human text judged. If there are many, one for each band of percentiles."""
    shelf = read_shelf([], [folder])
    books, left_out = _usable(shelf, await asyncio.to_thread(_copies, folder), chapters)
    if not books:
        raise UsageError(f"no book in {folder.name} has {chapters} chapters or more")
    scores = await judged([story for book in books.values() for story in human_stories(book, chapters, seed)])
    chosen = list(books)
    if len(books) > novels:
        placed = book_scores(scores, reference(scores), dimensions())
        chosen = choose({book.story: book.placement.percentile for book in placed}, novels)
        left_out.append(Notice.of("novelists.not-drawn", n=len(books) - len(chosen)))
    drawn = set(chosen)
    kept = [score for score in scores if every_human or score.story in drawn]
    return TestSet([books[name] for name in chosen], [], kept, left_out)


def _usable(shelf: Shelf, copies: dict[str, str], chapters: int) -> tuple[dict[str, Book], list[Notice]]:
    left_out = list(shelf.left_out)
    books: dict[str, Book] = {}
    for one in shelf.books:
        name, count = one.book.source or one.book.title, one.book.chapter_count
        if (kept := copies.get(one.book.source or "")) is not None:
            left_out.append(Notice.of("novelists.copy", file=name, kept=kept))
        elif count < chapters:
            left_out.append(Notice.of("novelists.too-few-chapters", file=name, n=count, least=chapters))
        else:
            books[one.book.id] = one.book
    return books, left_out


def _copies(shelf: Path) -> dict[str, str]:
    """Near copies by file, with the book that is kept instead, so that no novel counts twice."""
    with TemporaryDirectory() as aside:
        found = duplicates(str(shelf), Path(aside), engine(), lambda _what, _count: None)
    return {copy.name: group.kept for group in found.groups for copy in group.copies}


def _percentile(novel: Released, reference: Reference) -> float | None:
    if novel.percentile is not None:
        return novel.percentile
    return placement(novel.scores, reference).percentile if novel.scores else None
