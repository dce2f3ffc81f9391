"""What readers name: how often each aspect and sub-aspect occurs, and how it goes with ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from fabula.measures.intervals import Estimate, Interval, estimate, mean_interval
from fabula.measures.refusal import Refused
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.reviews import Review, ReviewedBook
from fabula.rubrics.files import load

BOOKS_A_GENRE = 20
"""Books drawn from a genre, so that genres with many books weigh no more than others. A smaller genre is left out."""
EQUAL_GENRES = (
    "Romance",
    "Fantasy",
    "Thriller",
    "Mystery",
    "Historical Fiction",
    "Science Fiction",
    "Young Adult",
)
"""The genres of LongStoryEval's Figure 4, with equal books from each."""
UNSPECIFIED = "unspecified"
"""Mentions that name the aspect only."""

OfBook = Mapping[str, Sequence[Review]]


def of_book(reviews: Iterable[Review]) -> dict[str, list[Review]]:
    """The reviews of each book."""
    found: dict[str, list[Review]] = {}
    for review in reviews:
        found.setdefault(review.book, []).append(review)
    return found


def aspects(
    books: Mapping[str, ReviewedBook], reviews: OfBook, resamples: int, seed: int
) -> dict[str, dict[str, Any]]:
    """By aspect: how often it is mentioned, and how the stars of those reviews go with the book's rating."""
    naming = _naming(reviews, lambda review: review.aspects)
    total = sum(map(len, reviews.values()))
    return {
        aspect.id: {"kind": aspect.kind}
        | _mentioned(naming.get(aspect.id, {}), books, reviews, total, resamples, seed)
        for aspect in load("longstory").aspects
    }


def sub_aspects(
    books: Mapping[str, ReviewedBook], reviews: OfBook, resamples: int, seed: int
) -> dict[str, dict[str, dict[str, Any]]]:
    """The same by aspect and sub-aspect. Empty if the reviews name aspects only, as those of the public release do."""
    naming = _naming(reviews, lambda review: {place for place in _places(review) if place.sub_aspect})
    total = sum(map(len, reviews.values()))
    return {
        aspect.id: {
            sub.id: _mentioned(
                naming.get(AspectMatch(aspect.id, sub.id), {}), books, reviews, total, resamples, seed
            )
            for sub in aspect.sub_aspects
        }
        for aspect in load("longstory").aspects
        if naming and aspect.sub_aspects
    }


def correlation(
    books: Mapping[str, ReviewedBook], naming: OfBook, resamples: int, seed: int
) -> Estimate | Refused:
    """LongStoryEval's appendix B.4: Pearson's correlation of a book's rating with the mean stars of these reviews of it."""
    known = [own for own in naming if own in books]
    means = [fmean(review.stars for review in naming[own]) for own in known]
    return estimate(means, [books[own].rating for own in known], "pearson", resamples, seed)


def naming_aspect(reviews: OfBook, aspect: str) -> dict[str, list[Review]]:
    """The reviews that mention an aspect, by book."""
    found = {
        own: [review for review in own_reviews if aspect in review.aspects]
        for own, own_reviews in reviews.items()
    }
    return {own: some for own, some in found.items() if some}


def distribution(books: Mapping[str, ReviewedBook], reviews: OfBook, seed: int) -> dict[str, Any]:
    """LongStoryEval's Figure 4: each aspect's share of all mentions, with equal books from each of its genres.

    Every book counts the same. A book of two genres can be drawn for both.
    """
    shelf = by_genre(books, reviews)
    genres = [genre for genre in EQUAL_GENRES if len(shelf.get(genre, ())) >= BOOKS_A_GENRE]
    drawn = min((len(shelf[genre]) for genre in genres), default=0)
    random = np.random.default_rng(seed)
    chosen = [own for genre in genres for own in random.choice(shelf[genre], drawn, False).tolist()]
    shares: Counter[AspectMatch] = Counter()
    for own in chosen:
        counts = Counter(place for review in reviews[own] for place in _places(review))
        for place, count in counts.items():
            shares[place] += count / counts.total() / len(chosen)  # type: ignore[assignment]
    return {
        "genres": genres,
        "drawn": drawn,
        "aspects": {
            aspect.id: {
                sub: float(shares[AspectMatch(aspect.id, None if sub == UNSPECIFIED else sub)])
                for sub in (*(each.id for each in aspect.sub_aspects), UNSPECIFIED)
            }
            for aspect in load("longstory").aspects
            if genres
        },
    }


def by_genre(books: Mapping[str, ReviewedBook], reviews: OfBook) -> dict[str, list[str]]:
    """The reviewed books of each genre."""
    found: dict[str, list[str]] = {}
    for own in reviews:
        for genre in books[own].genres if own in books else ():
            found.setdefault(genre, []).append(own)
    return found


def estimated(found: Estimate | Interval | Refused) -> dict[str, Any]:
    """A figure with its interval, or why there is none."""
    if isinstance(found, Refused):
        return {"value": None, "why": found.notice.document}
    return {"value": found.value, "low": found.low, "high": found.high}


def _places(review: Review) -> list[AspectMatch]:
    return [place for critique in review.critiques for place in dict.fromkeys(critique.matches)]


def _naming(reviews: OfBook, named: Any) -> dict[Any, dict[str, list[Review]]]:
    """By what is named: the reviews that name it, by book."""
    found: dict[Any, dict[str, list[Review]]] = {}
    for own, own_reviews in reviews.items():
        for review in own_reviews:
            for each in named(review):
                found.setdefault(each, {}).setdefault(own, []).append(review)
    return found


def _mentioned(
    naming: OfBook,
    books: Mapping[str, ReviewedBook],
    reviews: OfBook,
    total: int,
    resamples: int,
    seed: int,
) -> dict[str, Any]:
    mentions = sum(map(len, naming.values()))
    return {
        "mentions": mentions,
        "share": mentions / total if total else None,
        "books": sum(own in books for own in naming),
        "pearson": estimated(correlation(books, naming, resamples, seed)),
        "apart": estimated(mean_interval([*_apart(naming, reviews)])),
    }


def _apart(naming: OfBook, reviews: OfBook) -> Iterable[float]:
    """For each book: the mean stars of the reviews that name it, less that of its other reviews."""
    for own, some in naming.items():
        others = len(reviews[own]) - len(some)
        if others:
            stars = sum(review.stars for review in some)
            rest = sum(review.stars for review in reviews[own]) - stars
            yield stars / len(some) - rest / others
