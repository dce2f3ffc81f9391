"""Reads readers' reviews and their books directly from the public release.

A damaged row is skipped and reported. If one file is damaged, the other is still read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.jsonl import read_lines
from fabula.measures.scorefile import number
from fabula.reviews.aspects import AspectMatch, match_names

STARS = (5, 4, 3, 2, 1)
"""The order of a rating distribution."""
_REVIEW_COLUMNS = ("book", "reviewer", "rating", "aspects", "reviews", "conclusion")
_NAMED = 20


@dataclass(frozen=True, slots=True)
class ReviewedBook:
    """A book with the ratings of all its readers. Only some of them wrote reviews."""

    id: str
    title: str
    author: str
    genres: tuple[str, ...]
    rating: float
    ratings: Mapping[int, int]
    """How many readers gave each number of stars; empty if that is not known."""
    words: int | None = None


@dataclass(frozen=True, slots=True)
class Critique:
    """What one reader said about one thing, and the matching aspects of the rubric."""

    name: str
    text: str
    matches: tuple[AspectMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """One reader on one book."""

    book: str
    reader: str
    stars: float
    critiques: tuple[Critique, ...]
    conclusion: str
    aspects: frozenset[str] = field(init=False)
    """The aspects that the review mentions."""

    def __post_init__(self) -> None:
        spoken_of = frozenset(match.aspect for critique in self.critiques for match in critique.matches)
        object.__setattr__(self, "aspects", spoken_of)

    @property
    def text(self) -> str:
        """Everything that the reader wrote."""
        return "\n".join([*(critique.text for critique in self.critiques), self.conclusion])


@dataclass(slots=True)
class Release:
    """Books and reviews, with what could not be read."""

    books: dict[str, ReviewedBook] = field(default_factory=dict)
    reviews: list[Review] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """What was left out and why, one line each. Only the first of each file are listed; the rest are counted."""
    unknown_names: dict[str, int] = field(default_factory=dict)
    """Unknown names of aspects, with how often they occur."""


def read_release(books: Path, reviews: Path) -> Release:
    """Read books and reviews. A missing or damaged file is listed in `skipped`. If both are unusable, it is an error."""
    release = Release()
    for path, read in ((books, _add_books), (reviews, _add_reviews)):
        try:
            read(path, release)
        except UsageError as error:
            release.skipped.append(f"{error}")
    if not release.books and not release.reviews:
        raise UsageError("; ".join(release.skipped) or f"{books.name} and {reviews.name} are empty")
    return release


def read_reviews(path: Path) -> Release:
    """Reviews alone."""
    release = Release()
    _add_reviews(path, release)
    return release


def read_books(path: Path) -> tuple[dict[str, ReviewedBook], list[str]]:
    """Books by id from JSON lines, and the lines that could not be read."""
    release = Release()
    _add_books(path, release)
    return release.books, release.skipped


def _add_books(path: Path, release: Release) -> None:
    faults: list[str] = []
    for place, row in read_lines(path, faults, "books"):
        try:
            book = book_of(row)
            release.books[book.id] = book
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            faults.append(fault(path, place, error))
    release.skipped += at_most_named(faults, path.name)


def book_of(row: Mapping[str, Any]) -> ReviewedBook:
    """A book and its ratings from a row of the release."""
    rating = number(row.get("score"))
    if rating is None or not 1 <= rating <= 5:
        raise ValueError(f"score must be a mean of 1 to 5 stars, not {row.get('score')!r}")
    words = number(row.get("book_len"))
    return ReviewedBook(
        id=str(row["id"]),
        title=str(row.get("title") or ""),
        author=str(row.get("author") or ""),
        genres=tuple(row.get("genres") or ()),
        rating=rating,
        ratings=distribution(row) if row.get("rating_distribution") else {},
        words=int(words) if words is not None else None,
    )


def distribution(row: Mapping[str, Any]) -> dict[int, int]:
    """How many ratings have each number of stars."""
    cells = row["rating_distribution"]
    counts = [number(str(cell).partition(" ")[0]) for cell in cells]
    if len(counts) != len(STARS) or None in counts:
        raise ValueError(f"the rating distribution needs five counts, not {cells}")
    return {stars: int(count or 0) for stars, count in zip(STARS, counts, strict=True)}


def _add_reviews(path: Path, release: Release) -> None:
    faults: list[str] = []
    if path.suffix == ".parquet":
        rows: list[tuple[int, Any]] = list(enumerate(_parquet(path), 1))
    else:
        rows = read_lines(path, faults, "reviews")
        faults += [
            f"{path.name}, line {place}: not an object" for place, row in rows if not isinstance(row, Mapping)
        ]
        rows = [(place, row) for place, row in rows if isinstance(row, Mapping)]
    matched = match_names(str(name) for _, row in rows for name in row.get("aspects") or ())
    release.unknown_names = dict(matched.unknown.most_common())
    for place, row in rows:
        try:
            release.reviews.append(_review(row, matched.matches))
        except (ValueError, TypeError, KeyError) as error:
            faults.append(fault(path, place, error))
    release.skipped += at_most_named(faults, path.name)


def _review(row: Mapping[str, Any], matches: Mapping[str, tuple[AspectMatch, ...]]) -> Review:
    if row["book"] is None:
        raise ValueError("no book")
    stars = number(row["rating"])
    if stars is None or not 1 <= stars <= 5:
        raise ValueError(f"a rating is 1 to 5 stars, not {row['rating']!r}")
    names, texts = row["aspects"] or [], row["reviews"] or []
    if len(names) != len(texts):
        raise ValueError(f"{len(names)} aspects but {len(texts)} texts")
    subs = row.get("sub_aspects") or [()] * len(names)
    if len(names) != len(subs):
        raise ValueError(f"{len(names)} aspects but {len(subs)} lists of sub-aspects")
    critiques = tuple(
        Critique(str(name), str(text), _with_subs(matches.get(str(name), ()), own))
        for name, text, own in zip(names, texts, subs, strict=True)
    )
    return Review(str(row["book"]), str(row["reviewer"]), stars, critiques, str(row["conclusion"] or ""))


def _with_subs(matches: tuple[AspectMatch, ...], subs: Sequence[str] | None) -> tuple[AspectMatch, ...]:
    """What a name means. `fabula readers build` joins viewpoints under the aspect and keeps the sub-aspects beside it."""
    if not subs or not matches:
        return matches
    return (*(AspectMatch(matches[0].aspect, str(sub)) for sub in subs), *matches[1:])


def _parquet(path: Path) -> list[Mapping[str, Any]]:
    with extra("parquet", path.name):
        import pyarrow as pa
        import pyarrow.parquet as pq

    if not path.is_file():
        raise UsageError(f"no file {path}: give reviews as parquet or JSON lines")
    try:
        table = pq.read_table(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise UsageError(f"{path.name} is damaged or not a parquet file ({error})") from None
    missing = [name for name in _REVIEW_COLUMNS if name not in table.column_names]
    if missing:
        raise UsageError(f"{path.name} lacks the columns {', '.join(missing)}")
    columns = [*_REVIEW_COLUMNS, *(name for name in ("sub_aspects",) if name in table.column_names)]
    rows: list[Mapping[str, Any]] = table.select(columns).to_pylist()
    return rows


def fault(path: Path, place: int, error: Exception) -> str:
    """A one-line message about a row that could not be read."""
    reason = f"no {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__
    return f"{path.name}, {'row' if path.suffix == '.parquet' else 'line'} {place}: {reason}"


def at_most_named(faults: list[str], name: str) -> list[str]:
    """The first faults of a file, and the number of others."""
    more = [f"{name}: {len(faults) - _NAMED} more rows"] if len(faults) > _NAMED else []
    return faults[:_NAMED] + more
