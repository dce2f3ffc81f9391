"""Two corrections of what reviews say. Each can be switched on or off, so that its effect can be seen.

Those who write reviews are not those who rate: thinning keeps of each book's reviews as many of each number of
stars as match the ratings of all its readers. And readers use stars differently: normalising moves each reader's
mean and spread to those of the platform.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fabula.reviews.reviews import STARS, Review, ReviewedBook

TOLERANCE = 0.05
"""The share of kept reviews whose stars may differ from the ratings before more reviews must go."""
FEWEST_OF_A_READER = 5
"""With fewer reviews a reader's own mean and spread are not known; their stars are left as they are."""


@dataclass(frozen=True, slots=True)
class Thinned:
    """What was kept, and how far the reviews of some books still lie from their ratings."""

    reviews: list[Review]
    left_out: int
    unmatched: dict[str, float]


@dataclass(frozen=True, slots=True)
class Platform:
    """Mean and spread of stars among all ratings."""

    mean: float
    spread: float


def thin(
    reviews: Iterable[Review], books: Mapping[str, ReviewedBook], seed: int = 0, tolerance: float = TOLERANCE
) -> Thinned:
    """As many reviews of each book as can be kept while their stars follow its ratings."""
    of_book: dict[str, list[Review]] = {}
    for review in reviews:
        of_book.setdefault(review.book, []).append(review)
    random = np.random.default_rng(seed)
    kept: list[Review] = []
    unmatched: dict[str, float] = {}
    total = 0
    for own, told in of_book.items():
        total += len(told)
        book = books.get(own)
        if book is None or not sum(book.ratings.values()):
            unmatched[own] = 1.0
            kept += told
            continue
        counts, apart = _quota(told, book.ratings, tolerance)
        if apart > tolerance:
            unmatched[own] = apart
        places: list[int] = []
        for stars, count in counts.items():
            here = [place for place, review in enumerate(told) if round(review.stars) == stars]
            places += random.choice(here, count, replace=False).tolist() if count else []
        kept += [told[place] for place in sorted(places)]
    return Thinned(kept, total - len(kept), unmatched)


def platform(books: Iterable[ReviewedBook]) -> Platform:
    """Stars of all ratings; every book counts the same."""
    shares = np.zeros(len(STARS))
    counted = 0
    for book in books:
        total = sum(book.ratings.values())
        if total:
            shares += np.array([book.ratings[stars] for stars in STARS]) / total
            counted += 1
    if not counted:
        raise ValueError("no book tells how its ratings are distributed")
    stars = np.array(STARS, dtype=float)
    mean = float(shares @ stars / counted)
    return Platform(mean, float(np.sqrt(shares @ (stars - mean) ** 2 / counted)))


def normalise(
    reviews: Sequence[Review], common: Platform, fewest: int = FEWEST_OF_A_READER
) -> tuple[list[Review], int]:
    """Reviews with each reader's stars moved to the platform's mean and spread, and how many were left as they are.

    A reader who gives every book the same stars says nothing by it: their stars become the platform's mean. Results are
    held to 1 to 5.
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
    told: Sequence[Review], ratings: Mapping[int, int], tolerance: float
) -> tuple[dict[int, int], float]:
    """How many reviews of each number of stars to keep: the largest set within the tolerance, else the nearest."""
    total = sum(ratings.values())
    have = {stars: sum(round(review.stars) == stars for review in told) for stars in STARS}
    nearest: tuple[float, dict[int, int]] = (2.0, have)
    for size in range(len(told), 0, -1):
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
