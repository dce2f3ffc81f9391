"""The judge and the reader model together: one ranking of a shelf, and stars for one book.

A rank needs other books of the same run. Stars for one book need books that the same judge scored before and that
readers have rated: they show how its scores become stars, and how far each of the two is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from fabula.errors import UsageError
from fabula.measures.agreement import kendall, ranks
from fabula.measures.calibrating import judge_in
from fabula.measures.calibration import LEAST, Map, fit, folds
from fabula.measures.refusal import Refused
from fabula.measures.scorefile import number
from fabula.measures.scorefile import read as read_scores
from fabula.readermodel.rating import ReaderRating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from fabula.judging.evaluation import Evaluation
    from fabula.measures.calibration import Numbers, Parts
    from fabula.rubrics.rubric import Scale

FEWEST = 2
FEWEST_JUDGED = LEAST
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
    """A book's stars: the mean of the judge's calibrated stars and the reader model's, each weighted by its agreement
    with readers on books that had no part in it."""

    judge: Map
    """The judge's scores as stars, as `fabula calibrate` learns them."""
    weights: tuple[float, float]
    """The judge's and the reader model's; their sum is 1, or 0 if neither agrees."""
    base: float
    """The mean of the readers' stars, for the case that neither agrees."""

    def stars(self, scores: ArrayLike, ratings: ArrayLike) -> Numbers:
        """The stars of books that it was not fitted on."""
        judge, readers = self.weights
        both = judge * self.judge.predict(scores) + readers * np.asarray(ratings, dtype=float)
        return both if any(self.weights) else np.full_like(both, self.base)


def fit_blend(scores: Numbers, ratings: Numbers, stars: Numbers, scale: Scale, seed: int = 0) -> OneBookBlend:
    """From books with the judge's score on its scale, the reader model's rating and the readers' own stars."""
    parts = folds(len(stars), seed + 1)
    calibrated = np.empty(len(stars))
    for out in parts:
        kept = np.setdiff1d(np.arange(len(stars)), out)
        calibrated[out] = fit(scores[kept], stars[kept], scale.low, scale.high, seed).predict(scores[out])
    weights = [_agreement(column, stars, parts) for column in (calibrated, ratings)]
    whole = sum(weights) or 1.0
    return OneBookBlend(
        fit(scores, stars, scale.low, scale.high, seed),
        (weights[0] / whole, weights[1] / whole),
        float(np.mean(stars)),
    )


def _agreement(values: Numbers, stars: Numbers, parts: Parts) -> float:
    """Kendall's tau, the mean over the parts. A part with equal values counts as none, and so does a negative mean."""
    taus = [kendall(values[part], stars[part]) for part in parts]
    return max(0.0, fmean(0.0 if isinstance(tau, Refused) else tau for tau in taus))


@dataclass(frozen=True, slots=True)
class JudgedBefore:
    """A table of books that a judge scored and readers rated."""

    blend: OneBookBlend
    judge: dict[str, str]
    """By the signatures in the table; empty if it has none."""


def read_judged_before(path: Path, scale: Scale) -> JudgedBefore:
    """Fitted on a table of books that one judge scored, on this scale, and readers rated."""
    file = read_scores(path)
    rows = [[number(row.get(column)) for column in _COLUMNS] for _, row in file.rows]
    known = np.array([row for row in rows if None not in row], dtype=float).reshape(-1, len(_COLUMNS))
    if len(known) < FEWEST_JUDGED:
        raise UsageError(
            f"{path.name} has {len(known)} books with the numbers {', '.join(_COLUMNS)}; {FEWEST_JUDGED} are needed"
        )
    scores, ratings, stars = known.T
    if outside := [score for score in scores if not scale.low <= score <= scale.high]:
        raise UsageError(
            f"{path.name} has a score of {outside[0]:g}; the judge's scale runs from {scale.low:g} to {scale.high:g}"
        )
    return JudgedBefore(fit_blend(scores, ratings, stars, scale), judge_in(file))


def nested_blend(scores: Numbers, ratings: Numbers, stars: Numbers, scale: Scale, seed: int = 0) -> Numbers:
    """Each book's blended stars, with map and weights fitted on the other parts' books alone."""
    blended = np.zeros(len(stars))
    for out in folds(len(stars), seed + 2):
        kept = np.setdiff1d(np.arange(len(stars)), out)
        found = fit_blend(scores[kept], ratings[kept], stars[kept], scale, seed)
        blended[out] = found.stars(scores[out], ratings[out])
    return blended
