"""Two rankings of one shelf as one: the judge's scores and the reader model's ratings, which do better together.

A rank needs neighbours: the blend is for the books of one run, and a book by itself has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy.stats import rankdata

from fabula.readermodel.model import ReaderRating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import Evaluation

FEWEST = 2


def blend(evaluations: Sequence[Evaluation]) -> dict[str, float]:
    """By book id, its place among the books that have both a score and a rating: 0 the last, 100 the first."""
    both = {
        found.book.id: (found.overall.score, found.rating.value)
        for found in evaluations
        if found.overall is not None and isinstance(found.rating, ReaderRating)
    }
    if len(both) < FEWEST:
        return {}
    scores, ratings = zip(*both.values(), strict=True)
    places = (rankdata(scores) + rankdata(ratings) - 2) / (2 * (len(both) - 1))
    return {book: round(100 * float(place), 1) for book, place in zip(both, places, strict=True)}
