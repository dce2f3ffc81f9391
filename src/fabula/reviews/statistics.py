"""Statistics of a set of reviews: `fabula readers stats`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any

import numpy as np

from fabula.reviews.ablations import compared
from fabula.reviews.bias import Corrected, Moments, corrected
from fabula.reviews.mentions import (
    BOOKS_A_GENRE,
    aspects,
    by_genre,
    distribution,
    of_book,
    sub_aspects,
)
from fabula.reviews.reviews import STARS, Release, Review, ReviewedBook
from fabula.rubrics.files import load

_BINS = (1.0, 2.0, 2.5, 3.0, 3.25, 3.5, 3.75, 4.0, 4.25, 4.5, 5.01)


def statistics(
    release: Release,
    *,
    thinned: bool = False,
    normalised: bool = False,
    ablations: bool = False,
    readers: Mapping[str, Moments] | None = None,
    seed: int = 0,
    resamples: int = 2000,
) -> dict[str, Any]:
    """The whole document. With `thinned` or `normalised`, the reviews are corrected first, and the document shows the effect.

    `readers` are the distributions of what each reader rated, if they are known.
    """
    found = corrected(
        release.reviews,
        release.books,
        thinned=thinned,
        normalised=normalised,
        readers=readers,
        seed=seed,
    )
    reviews = found.reviews
    by_book = of_book(reviews)
    return {
        **_counts(release, reviews, by_book),
        "lengths": _lengths(release.books, reviews),
        "scores": _scores(release.books, reviews),
        "aspects": aspects(release.books, by_book, resamples, seed),
        "sub_aspects": sub_aspects(release.books, by_book, resamples, seed),
        "distribution": distribution(release.books, by_book, seed),
        "ablations": compared(release, readers, resamples, seed) if ablations else {},
        "kinds": _kinds(reviews),
        "genres": _genres(release.books, by_book, seed),
        "review_bias": review_bias(release.books, found.as_written),
        "mitigation": _mitigation(found),
        "unknown_names": release.unknown_names,
        "skipped": release.skipped,
    }


def _mitigation(found: Corrected) -> dict[str, Any]:
    """What the corrections did."""
    thinned, common = found.thinned, found.common
    return {
        "thinned": None
        if thinned is None
        else {
            "left_out": thinned.left_out,
            "kept": len(thinned.reviews),
            "unmatched_books": len(thinned.unmatched),
        },
        "normalised": None
        if common is None
        else {"mean": common.mean, "spread": common.spread, "left_as_they_are": found.unchanged},
    }


def scored_aspects() -> tuple[str, ...]:
    """The eight scored aspects, in the rubric's order."""
    return tuple(aspect.id for aspect in load("longstory").scored_aspects)


def _counts(
    release: Release, reviews: Sequence[Review], by_book: Mapping[str, list[Review]]
) -> dict[str, Any]:
    sizes = [len(own) for own in by_book.values()]
    return {
        "books": len(release.books),
        "reviewed_books": len(by_book),
        "reviews": len(reviews),
        "readers": len({review.reader for review in reviews}),
        "reviews_a_book": _summary(sizes),
        "without_book": sum(review.book not in release.books for review in reviews),
    }


def _lengths(books: Mapping[str, ReviewedBook], reviews: Sequence[Review]) -> dict[str, Any]:
    return {
        "book_words": _summary([book.words for book in books.values() if book.words is not None]),
        "review_words": _summary([len(review.text.split()) for review in reviews]),
        "aspects_a_review": _summary([len(review.aspects) for review in reviews]),
    }


def _scores(books: Mapping[str, ReviewedBook], reviews: Sequence[Review]) -> dict[str, Any]:
    counts, edges = np.histogram([book.rating for book in books.values()], bins=_BINS)
    names = [f"{low:g} to {min(high, 5):g}" for low, high in pairwise(edges)]
    stars = Counter(round(review.stars) for review in reviews)
    return {
        "books": {
            **_summary([book.rating for book in books.values()]),
            "bins": dict(zip(names, counts.tolist(), strict=True)),
        },
        "reviews": {
            **_summary([review.stars for review in reviews]),
            "stars": {str(each): stars[each] for each in STARS},
        },
    }


def _kinds(reviews: Sequence[Review]) -> dict[str, Any]:
    """Objective and subjective aspects: how much is said about each, overall and by stars."""
    objective = {aspect.id for aspect in load("longstory").scored_aspects if aspect.kind == "objective"}
    scored = set(scored_aspects())
    shown = {}
    for stars in (None, *STARS):
        chosen = [review for review in reviews if stars is None or round(review.stars) == stars]
        mentions = [aspect for review in chosen for aspect in review.aspects if aspect in scored]
        share = sum(aspect in objective for aspect in mentions) / len(mentions) if mentions else None
        shown["all" if stars is None else str(stars)] = {
            "mentions": len(mentions),
            "objective": share,
            "subjective": None if share is None else 1 - share,
        }
    return shown


def _genres(
    books: Mapping[str, ReviewedBook], by_book: Mapping[str, list[Review]], seed: int
) -> dict[str, Any]:
    """What readers of a genre talk about: each aspect's share of all mentions, over the same number of books per genre.

    Every book counts the same within its genre, so that one popular book does not dominate.
    """
    shelf = by_genre(books, by_book)
    large = sorted(
        (genre for genre, own in shelf.items() if len(own) >= BOOKS_A_GENRE),
        key=lambda g: (-len(shelf[g]), g),
    )
    random = np.random.default_rng(seed)
    shares = {own: _shares(own_reviews) for own, own_reviews in by_book.items()}
    return {
        genre: {
            "books": len(shelf[genre]),
            "drawn": BOOKS_A_GENRE,
            **{
                aspect: float(share)
                for aspect, share in zip(
                    scored_aspects(),
                    np.mean(
                        [shares[own] for own in random.choice(shelf[genre], BOOKS_A_GENRE, False)], axis=0
                    ),
                    strict=True,
                )
            },
        }
        for genre in large
    }


def _shares(reviews: Sequence[Review]) -> list[float]:
    counts = Counter(aspect for review in reviews for aspect in review.aspects)
    total = sum(counts[aspect] for aspect in scored_aspects())
    return [counts[aspect] / total if total else 0.0 for aspect in scored_aspects()]


def review_bias(books: Mapping[str, ReviewedBook], reviews: Sequence[Review]) -> dict[str, Any]:
    """Who writes reviews: for each number of stars, its share of reviews divided by its share of ratings. All books count the same.

    `written` is the figure of LongStoryEval's appendix B.2: the mean over books of reviews divided by ratings with that many stars.
    """
    written, rated = np.zeros(len(STARS)), np.zeros(len(STARS))
    ratios: dict[int, list[float]] = {stars: [] for stars in STARS}
    counted = 0
    for own, own_reviews in of_book(reviews).items():
        total = sum(books[own].ratings.values()) if own in books else 0
        if total:
            counts = Counter(round(review.stars) for review in own_reviews)
            written += [counts[stars] / len(own_reviews) for stars in STARS]
            rated += [books[own].ratings[stars] / total for stars in STARS]
            counted += 1
            for stars in STARS:
                if books[own].ratings[stars]:
                    ratios[stars].append(counts[stars] / books[own].ratings[stars])
    return {
        str(stars): {
            "reviews": float(written[place] / counted) if counted else None,
            "ratings": float(rated[place] / counted) if counted else None,
            "ratio": float(written[place] / rated[place]) if rated[place] else None,
            "written": fmean(ratios[stars]) if ratios[stars] else None,
        }
        for place, stars in enumerate(STARS)
    }


def _summary(values: Sequence[float]) -> dict[str, float | None]:
    if not values:
        return {"mean": None, "median": None, "low": None, "high": None}
    column = np.asarray(values, dtype=float)
    return {
        "mean": float(column.mean()),
        "median": float(np.median(column)),
        "low": float(column.min()),
        "high": float(column.max()),
    }
