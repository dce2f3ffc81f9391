"""One ranking of a shelf from two: the judge's scores and the reader model's ratings do better together.

A rank needs other books, so the blend exists only for runs of two books or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.measures.agreement import ranks
from fabula.readermodel.model import ReaderRating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import Evaluation

FEWEST = 2


def blend(evaluations: Sequence[Evaluation]) -> dict[str, float]:
    """For each book id, its rank among the books with both a score and a rating, from 0 (last) to 100 (first)."""
    both = {
        found.book.id: (found.overall.score, found.rating.value)
        for found in evaluations
        if found.overall is not None and isinstance(found.rating, ReaderRating)
    }
    if len(both) < FEWEST:
        return {}
    scores, ratings = zip(*both.values(), strict=True)
    places = (ranks(scores) + ranks(ratings) - 2) / (2 * (len(both) - 1))
    return {book: round(100 * float(place), 1) for book, place in zip(both, places, strict=True)}
