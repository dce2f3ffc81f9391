"""The judge and the reader model together: one ranking of a shelf, and stars for one book.

A rank needs other books of the same run. Stars for one book need books that the same judge scored before and that
readers have rated: they show how its scores become stars, and how far each of the two is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fabula.errors import UsageError
from fabula.measures.agreement import kendall, ranks
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.scorefile import number
from fabula.measures.scorefile import read as read_scores
from fabula.readermodel.rating import ReaderRating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import Evaluation

FEWEST = 2
FEWEST_JUDGED = 20
"""Books that stars for one book can be learned from."""
_COLUMNS = ("score", "expected", "stars")


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


@dataclass(frozen=True, slots=True)
class OneBookBlend:
    """A book's stars from the judge's score and the reader model's rating, each weighted by its agreement with readers
    on the books that it was fitted on."""

    middle: tuple[float, float]
    spread: tuple[float, float]
    weights: tuple[float, float]
    """The judge's and the reader model's. A negative agreement counts as none."""
    base: float
    slope: float

    def stars(self, score: float, rating: float) -> float:
        """The stars of a book that it was not fitted on."""
        return self.base + self.slope * float(self._together(np.array([score]), np.array([rating]))[0])

    def _together(self, scores: Numbers, ratings: Numbers) -> Numbers:
        judge, readers = (
            weight * (column - middle) / spread
            for column, middle, spread, weight in zip(
                (scores, ratings), self.middle, self.spread, self.weights, strict=True
            )
        )
        return np.asarray(judge + readers)


def fit_blend(scores: Numbers, ratings: Numbers, stars: Numbers) -> OneBookBlend:
    """From books with the judge's score, the reader model's rating and the readers' own stars. Better never means fewer
    stars."""
    columns = [np.asarray(column, dtype=float) for column in (scores, ratings)]
    agreed = [kendall(column, stars) for column in columns]
    weights = [0.0 if isinstance(value, Refused) else max(0.0, value) for value in agreed]
    found = OneBookBlend(
        (float(columns[0].mean()), float(columns[1].mean())),
        (float(columns[0].std()) or 1.0, float(columns[1].std()) or 1.0),
        (weights[0], weights[1]),
        float(np.mean(stars)),
        0.0,
    )
    together = found._together(*columns)
    square = float(together @ together)
    slope = max(0.0, float(together @ (stars - np.mean(stars))) / square) if square > 0 else 0.0
    return OneBookBlend(found.middle, found.spread, found.weights, found.base, slope)


def read_judged_before(path: Path) -> OneBookBlend:
    """Fitted on a table of books that the same judge scored and readers rated."""
    file = read_scores(path)
    rows = [[number(row.get(column)) for column in _COLUMNS] for _, row in file.rows]
    known = np.array([row for row in rows if None not in row], dtype=float).reshape(-1, len(_COLUMNS))
    if len(known) < FEWEST_JUDGED:
        raise UsageError(
            f"{path.name} has {len(known)} books with the numbers {', '.join(_COLUMNS)}; {FEWEST_JUDGED} are needed"
        )
    return fit_blend(*known.T)


def nested_blend(
    scores: Numbers, ratings: Numbers, stars: Numbers, folds: int = 10, seed: int = 0
) -> Numbers:
    """Each book's blended stars, fitted on the other folds' books alone."""
    fold = np.random.default_rng(seed).permutation(len(stars)) % folds
    blended = np.zeros(len(stars))
    for part in np.unique(fold):
        others = fold != part
        found = fit_blend(scores[others], ratings[others], stars[others])
        for place in np.flatnonzero(~others):
            blended[place] = found.stars(scores[place], ratings[place])
    return blended
