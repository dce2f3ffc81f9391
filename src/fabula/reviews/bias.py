"""Two corrections for bias in reviews. Each can be switched on or off to show its effect.

People who write reviews differ from people who only rate. Thinning drops reviews of each book until their stars match the
ratings of all its readers. Readers also use stars differently. Normalising shifts each reader's mean and spread to those
of the platform.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fabula.reviews.reviews import STARS, Review, ReviewedBook

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
class Platform:
    """Mean and spread of stars over all ratings."""

    mean: float
    spread: float


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


def platform(books: Iterable[ReviewedBook]) -> Platform:
    """The distribution of stars over all ratings. Every book counts the same."""
    shares = np.zeros(len(STARS))
    counted = 0
    for book in books:
        total = sum(book.ratings.values())
        if total:
            shares += np.array([book.ratings[stars] for stars in STARS]) / total
            counted += 1
    if not counted:
        raise ValueError("no book has a rating distribution")
    stars = np.array(STARS, dtype=float)
    mean = float(shares @ stars / counted)
    return Platform(mean, float(np.sqrt(shares @ (stars - mean) ** 2 / counted)))


def normalise(
    reviews: Sequence[Review], common: Platform, fewest: int = FEWEST_OF_A_READER
) -> tuple[list[Review], int]:
    """Shift each reader's stars to the platform's mean and spread. Also returns how many reviews stayed unchanged.

    If a reader gives every book the same stars, these carry no information and become the platform's mean. Results are
    limited to 1 to 5.
    """
    of_reader: dict[str, list[float]] = {}
    for review in reviews:
        of_reader.setdefault(review.reader, []).append(review.stars)
    moments = {
        reader: (float(np.mean(stars)), float(np.std(stars)))
        for reader, stars in of_reader.items()
        if len(stars) >= fewest
    }
    moved = []
    for review in reviews:
        if review.reader not in moments:
            moved.append(review)
            continue
        mean, spread = moments[review.reader]
        place = (review.stars - mean) / spread if spread else 0.0
        stars = min(5.0, max(1.0, common.mean + place * common.spread))
        moved.append(replace(review, stars=stars))
    return moved, sum(review.reader not in moments for review in reviews)


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
