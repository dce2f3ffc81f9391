"""Two corrections for bias in reviews. Each can be switched on or off to show its effect.

People who write reviews differ from people who only rate. Thinning drops reviews of each book until their stars match the
ratings of all its readers. Readers also use stars differently. Normalising shifts each reader's mean and spread to those
of the platform.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError
from fabula.jsonl import read_lines
from fabula.reviews.reviews import STARS, Review, ReviewedBook, distribution, fault

TOLERANCE = 0.05
"""The share of kept reviews whose stars may differ from the ratings. Above this, more reviews are dropped."""
FEWEST_OF_A_READER = 5
"""With fewer reviews, a reader's mean and spread are unknown, so their stars stay unchanged."""


@dataclass(frozen=True, slots=True)
class Thinned:
    """What was kept, and how far the reviews of some books still differ from the ratings."""

    reviews: list[Review]
    left_out: int
    unmatched: dict[str, float]


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and spread of stars: of all ratings on the platform, or of one reader."""

    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Corrected:
    """Reviews after the corrections that were asked for."""

    reviews: list[Review]
    as_written: list[Review]
    """The same reviews with the stars that their readers gave."""
    thinned: Thinned | None
    common: Moments | None
    """The platform's stars, if the reviews were normalised."""
    unchanged: int
    """Reviews of readers who are too little known to be normalised."""


def corrected(
    reviews: Sequence[Review],
    books: Mapping[str, ReviewedBook],
    *,
    thinned: bool,
    normalised: bool,
    readers: Mapping[str, Moments] | None = None,
    seed: int = 0,
) -> Corrected:
    """Both corrections as asked. A reader's habits are measured on all their reviews, kept or not."""
    common = platform(books.values()) if normalised else None
    moved, unchanged = normalise(reviews, common, readers) if common else (list(reviews), 0)
    outcome = thin(reviews, books, seed) if thinned else None
    kept = list(reviews) if outcome is None else outcome.reviews
    after = {id(review): other for review, other in zip(reviews, moved, strict=True)}
    return Corrected([after[id(review)] for review in kept], kept, outcome, common, unchanged)


def has_ratings(books: Iterable[ReviewedBook]) -> bool:
    """Whether any book says how many readers gave how many stars."""
    return any(sum(book.ratings.values()) for book in books)


def thin(
    reviews: Iterable[Review], books: Mapping[str, ReviewedBook], seed: int = 0, tolerance: float = TOLERANCE
) -> Thinned:
    """Keep as many reviews of each book as possible while their stars match its ratings."""
    of_book: dict[str, list[Review]] = {}
    for review in reviews:
        of_book.setdefault(review.book, []).append(review)
    random = np.random.default_rng(seed)
    kept: list[Review] = []
    unmatched: dict[str, float] = {}
    total = 0
    for own, own_reviews in of_book.items():
        total += len(own_reviews)
        book = books.get(own)
        if book is None or not sum(book.ratings.values()):
            unmatched[own] = 1.0
            kept += own_reviews
            continue
        counts, apart = _quota(own_reviews, book.ratings, tolerance)
        if apart > tolerance:
            unmatched[own] = apart
        places: list[int] = []
        for stars, count in counts.items():
            here = [place for place, review in enumerate(own_reviews) if round(review.stars) == stars]
            places += random.choice(here, count, replace=False).tolist() if count else []
        kept += [own_reviews[place] for place in sorted(places)]
    return Thinned(kept, total - len(kept), unmatched)


def platform(books: Iterable[ReviewedBook]) -> Moments:
    """The distribution of stars over all ratings. Every book counts the same."""
    shares = np.zeros(len(STARS))
    counted = 0
    for book in books:
        total = sum(book.ratings.values())
        if total:
            shares += np.array([book.ratings[stars] for stars in STARS]) / total
            counted += 1
    if not counted:
        raise UsageError("no book has a rating distribution: reviews cannot be normalised without one")
    return _moments(shares)


def normalise(
    reviews: Sequence[Review],
    common: Moments,
    readers: Mapping[str, Moments] | None = None,
    fewest: int = FEWEST_OF_A_READER,
) -> tuple[list[Review], int]:
    """Shift each reader's stars to the platform's mean and spread. Also returns how many reviews stayed unchanged.

    `readers` are the distributions of everything that a reader rated. For other readers, their reviews here stand in. If a
    reader gives every book the same stars, these carry no information and become the platform's mean. Results are limited
    to 1 to 5.
    """
    of_reader: dict[str, list[float]] = {}
    for review in reviews:
        of_reader.setdefault(review.reader, []).append(review.stars)
    moments = {
        reader: Moments(float(np.mean(stars)), float(np.std(stars)))
        for reader, stars in of_reader.items()
        if len(stars) >= fewest
    } | {**(readers or {})}
    moved = []
    for review in reviews:
        own = moments.get(review.reader)
        if own is None:
            moved.append(review)
            continue
        place = (review.stars - own.mean) / own.spread if own.spread else 0.0
        stars = min(5.0, max(1.0, common.mean + place * common.spread))
        moved.append(replace(review, stars=stars))
    return moved, sum(review.reader not in moments for review in reviews)


def read_readers(path: Path) -> dict[str, Moments]:
    """Each reader's own distribution: `reviewer` and `rating_distribution`, counts from 5 stars to 1 as books have them."""
    faults: list[str] = []
    found: dict[str, Moments] = {}
    for place, row in read_lines(path, faults, "readers"):
        try:
            counts = np.array([distribution(row)[stars] for stars in STARS], dtype=float)
            if counts.sum():
                found[str(row["reviewer"])] = _moments(counts)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            faults.append(fault(path, place, error))
    if faults:
        raise UsageError(faults[0])
    return found


def _moments(weights: NDArray[np.float64]) -> Moments:
    """Of stars with these weights, from 5 to 1."""
    stars = np.array(STARS, dtype=float)
    mean = float(weights @ stars / weights.sum())
    return Moments(mean, float(np.sqrt(weights @ (stars - mean) ** 2 / weights.sum())))


def _quota(
    reviews: Sequence[Review], ratings: Mapping[int, int], tolerance: float
) -> tuple[dict[int, int], float]:
    """How many reviews to keep for each number of stars: the largest set within the tolerance, else the closest."""
    total = sum(ratings.values())
    have = {stars: sum(round(review.stars) == stars for review in reviews) for stars in STARS}
    nearest: tuple[float, dict[int, int]] = (2.0, have)
    for size in range(len(reviews), 0, -1):
        counts = {stars: min(have[stars], round(size * ratings.get(stars, 0) / total)) for stars in STARS}
        kept = sum(counts.values())
        if not kept:
            continue
        apart = sum(abs(counts[stars] / kept - ratings.get(stars, 0) / total) for stars in STARS) / 2
        if apart <= tolerance:
            return counts, apart
        if apart < nearest[0]:
            nearest = (apart, counts)
    return nearest[1], nearest[0]
