"""The shares of readers who would give one to five stars: an ordinal model over the levels of stars.

For each level, a line predicts the log odds that a reader gives at least so many stars. A book's own distance from the
line is part of the answer: shares are means over the distances that held-out books had.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fabula.readermodel.mix import weighted_quantile

Array = NDArray[np.float64]

LEVELS = (2, 3, 4, 5)
"""At least so many stars."""
_DISTANCES = tuple((place + 0.5) / 10 for place in range(10))
_LEAST = 0.002
"""A share of none counts as this much, because log odds of 0 do not exist."""
_TAILS = (0.1, 0.9)
_GROUPS, _FOLDS = 3, 10


@dataclass(frozen=True, slots=True)
class Ordinal:
    """Fitted on held-out predictions of the rating's opinion."""

    lines: Array
    """Levels by base, slope and the distances of held-out books."""
    offsets: Array
    """Stars by low and high: how far shares of held-out books lay from those predicted, for four of five books."""


def ordinal(opinion: Array, shares: Array, weights: Array) -> Ordinal | None:
    """None if fewer than ten books tell their shares."""
    known = np.isfinite(shares).all(axis=1)
    if known.sum() < _FOLDS:
        return None
    opinion, shares, weights = opinion[known], shares[known], weights[known]
    lines = np.array([_line(opinion, at_least, weights) for at_least in _cumulative(shares)])
    apart = shares - expected(lines, opinion)
    offsets = np.array([[weighted_quantile(each, weights, tail) for tail in _TAILS] for each in apart.T])
    return Ordinal(lines, offsets)


def expected(lines: Array, opinion: Array) -> Array:
    """Books by the shares of one to five stars."""
    base, slope, distances = lines[:, 0, None], lines[:, 1, None], lines[:, None, 2:]
    odds = (base + slope * opinion)[:, :, None] + distances
    at_least = np.minimum.accumulate((1 / (1 + np.exp(-odds))).mean(axis=2), axis=0)
    edges = np.vstack([np.ones(len(opinion)), at_least, np.zeros(len(opinion))])
    return np.asarray((edges[:-1] - edges[1:]).T)


def furthest_off(opinion: Array, shares: Array, weights: Array) -> float:
    """How far the mean predicted share of a number of stars lies from the true one, at most, among the books predicted
    lowest, in the middle and highest. Each book's line comes from other books."""
    known = np.isfinite(shares).all(axis=1)
    opinion, shares, weights = opinion[known], shares[known], weights[known]
    predicted = np.zeros_like(shares)
    for fold in range(_FOLDS):
        out = np.arange(len(opinion)) % _FOLDS == fold
        lines = np.array([_line(opinion[~out], each, weights[~out]) for each in _cumulative(shares[~out])])
        predicted[out] = expected(lines, opinion[out])
    groups = np.array_split(np.argsort(opinion, kind="stable"), _GROUPS)
    return float(
        max(
            np.abs(np.average(predicted[rows] - shares[rows], axis=0, weights=weights[rows])).max()
            for rows in groups
        )
    )


def _cumulative(shares: Array) -> list[Array]:
    """For each level, the share of readers who gave at least so many stars."""
    return [shares[:, level - 1 :].sum(axis=1) for level in LEVELS]


def _line(opinion: Array, at_least: Array, weights: Array) -> list[float]:
    kept = np.clip(at_least, _LEAST, 1 - _LEAST)
    odds = np.log(kept / (1 - kept))
    middle = np.average(opinion, weights=weights)
    spread = float(weights @ (opinion - middle) ** 2)
    slope = float(weights @ ((opinion - middle) * odds)) / spread if spread > 1e-12 else 0.0
    base = float(np.average(odds - slope * opinion, weights=weights))
    rest = odds - base - slope * opinion
    return [base, slope, *(weighted_quantile(rest, weights, level) for level in _DISTANCES)]
