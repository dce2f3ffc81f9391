"""The two corrections of reviews, each alone and both together, beside the raw reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from fabula.measures.intervals import estimate
from fabula.reviews.bias import Moments, corrected, has_ratings
from fabula.reviews.mentions import correlation, estimated, naming_aspect, of_book
from fabula.reviews.reviews import Release, Review, ReviewedBook
from fabula.rubrics.files import load


def compared(
    release: Release, readers: Mapping[str, Moments] | None, resamples: int, seed: int
) -> dict[str, dict[str, Any]]:
    """How the reviews of a book go with its rating under each correction. Only raw ones where no book tells who gave which stars."""
    raw, books = release.reviews, release.books
    kinds = {"raw": raw}
    if has_ratings(books.values()):
        both = corrected(raw, books, thinned=True, normalised=True, readers=readers, seed=seed)
        alone = corrected(raw, books, thinned=False, normalised=True, readers=readers)
        kinds |= {
            "thinned": both.as_written,
            "normalised": alone.reviews,
            "thinned and normalised": both.reviews,
        }
    given = set(map(id, raw))
    return {
        kind: _figures(books, reviews, resamples, seed)
        | {"changed": len(raw) - sum(id(review) in given for review in reviews)}
        for kind, reviews in kinds.items()
    }


def _figures(
    books: Mapping[str, ReviewedBook], reviews: Sequence[Review], resamples: int, seed: int
) -> dict[str, Any]:
    by_book = {own: some for own, some in of_book(reviews).items() if own in books}
    means = [fmean(review.stars for review in some) for some in by_book.values()]
    ratings = [books[own].rating for own in by_book]
    errors = [(mean - rating) ** 2 for mean, rating in zip(means, ratings, strict=True)]
    return {
        "reviews": len(reviews),
        "books": len(by_book),
        "kendall": estimated(estimate(means, ratings, "kendall", resamples, seed)),
        "rmse": fmean(errors) ** 0.5 if errors else None,
        "aspects": {
            aspect.id: estimated(correlation(books, naming_aspect(by_book, aspect.id), resamples, seed))
            for aspect in load("longstory").scored_aspects
        },
    }
