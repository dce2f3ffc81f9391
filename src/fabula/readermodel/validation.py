"""How far a reader model agrees with readers it has not met: figures, intervals and coverage.

All come from nested folds: what predicts a book was fitted and chosen without it. Books count by how like they are to
the books that the model will meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from fabula.measures.groups import by_label
from fabula.measures.intervals import bounds
from fabula.measures.resampling import draws, resampled
from fabula.readermodel.blocks import Array, Features
from fabula.readermodel.mix import effective, weighted_quantile
from fabula.readermodel.model import FEWEST_OF_GENRE
from fabula.readermodel.starshares import Ordinal, furthest_off, ordinal
from fabula.readermodel.training import (
    FEWEST_MENTIONS,
    FOLDS,
    SEED,
    Split,
    Truth,
    folds,
    held_out,
    weighted_tau,
)
from fabula.readermodel.variants import VARIANTS

REPEATS = 3
INTERVAL = 0.8
RESAMPLES = 1000
_LATER = 3
"""Parts of the later half of the books by date; each is predicted from all books before it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A linear map from the model's output to stars, and how far readers' ratings are from it."""

    base: float
    slope: float
    low: float
    high: float


def calibrate(predicted: Array, stars: Array, weights: Array) -> Calibration:
    """Fitted on held-out predictions. The offsets leave a tenth of the books' weight on each side."""
    middle, aim = np.average(predicted, weights=weights), np.average(stars, weights=weights)
    apart = predicted - middle
    spread = float(weights @ apart**2)
    slope = max(float(weights @ (apart * (stars - aim))) / spread, 0.0) if spread > 1e-12 else 0.0
    base = float(aim - slope * middle)
    rest = stars - base - slope * predicted
    tail = (1 - INTERVAL) / 2
    tail -= (1 - tail) / effective(weights)
    low, high = (weighted_quantile(rest, weights, level) for level in (tail, 1 - tail))
    return Calibration(base, slope, low, high)


def coverage(predicted: Array, stars: Array, weights: Array, seed: int) -> float:
    """The weight of books within their interval, where line and offsets come from the other folds' books."""
    inside = 0.0
    for rows, out in folds(np.arange(len(stars)), FOLDS, seed):
        line = calibrate(predicted[rows], stars[rows], weights[rows])
        off = stars[out] - line.base - line.slope * predicted[out]
        inside += float(weights[out] @ ((off >= line.low) & (off <= line.high)))
    return inside / float(weights.sum())


@dataclass(frozen=True, slots=True)
class Validation:
    """A variant in cross-validation."""

    lines: tuple[Calibration, ...]
    """The rating's, then each aspect's."""
    shares: Ordinal | None
    """The shares of readers by stars; None where no book says them."""
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """One variant's predictions of held-out books."""

    runs: Sequence[Array]
    by_author: Array
    later: Array
    """Predicted from earlier books alone; NaN for the earlier half."""
    unmeasured: Sequence[Array] = ()
    """The runs without the measures of the texts, if there are any."""


def judge(own: HeldOut, tags_alone: HeldOut, truth: Truth, mix: str) -> Validation:
    """Agreement, intervals and coverage of one variant from its held-out predictions."""
    lines = [_line(own.runs, 0, truth.rating, truth.weights)]
    aspects = {}
    for at, aspect in enumerate(truth.aspect_ids, 1):
        known = truth.mentions[:, at - 1] >= FEWEST_MENTIONS
        runs, weights, stars = (
            [run[known] for run in own.runs],
            truth.weights[known],
            truth.aspects[known, at - 1],
        )
        line = _line(runs, at, stars, weights)
        lines.append(line)
        aspects[aspect] = {
            "interval": _rounded(line.low, line.high),
            "kendall": _mean(weighted_tau(run[:, at], stars, weights) for run in runs),
            "kendall_of_rating": _mean(weighted_tau(run[:, 0], stars, weights) for run in runs),
            "coverage": _mean(coverage(run[:, at], stars, weights, n) for n, run in enumerate(runs)),
            "books": int(known.sum()),
        }
    shares = ordinal(_overall(own.runs), truth.shares, truth.weights)
    figures = {
        "interval": _rounded(lines[0].low, lines[0].high),
        "agreement": _agreement(own, truth, mix),
        "above_genres": _above(own.runs, tags_alone.runs, truth),
        "measures_add": _above(own.runs, own.unmeasured, truth) if own.unmeasured else None,
        "other_authors": round(weighted_tau(own.by_author[:, 0], truth.rating, truth.weights), 4),
        "later": _later(own, truth),
        "by_repeat": _rounded(*(weighted_tau(run[:, 0], truth.rating, truth.weights) for run in own.runs)),
        "shares_off": None
        if shares is None
        else round(furthest_off(_overall(own.runs), truth.shares, truth.weights), 4),
        "aspects": aspects,
    }
    return Validation(tuple(lines), shares, figures)


def _line(runs: Sequence[Array], column: int, stars: Array, weights: Array) -> Calibration:
    return calibrate(
        np.concatenate([run[:, column] for run in runs]),
        np.tile(stars, len(runs)),
        np.tile(weights, len(runs)),
    )


def _agreement(own: HeldOut, truth: Truth, mix: str) -> dict[str, Any]:
    weights = truth.weights
    value = float(np.mean([weighted_tau(run[:, 0], truth.rating, weights) for run in own.runs]))
    spread = _resampled(own.runs, truth)
    low, high = (
        bounds(np.nan_to_num(spread - np.nanmean(spread))) if np.isfinite(spread).any() else (0.0, 0.0)
    )
    plain = np.ones(len(weights))
    return {
        "kendall": round(value, 4),
        "low": round(value + low, 4),
        "high": round(value + high, 4),
        "of_100_pairs": round(50 + 50 * value),
        "within_genre": _within_genre(own.runs, truth),
        "coverage": _mean(coverage(run[:, 0], truth.rating, weights, n) for n, run in enumerate(own.runs)),
        "books": len(truth.rating),
        "effective_books": round(effective(weights)),
        "mix": mix,
        "plain": _mean(weighted_tau(run[:, 0], truth.rating, plain) for run in own.runs),
    }


def _resampled(runs: Sequence[Array], truth: Truth) -> Array:
    """The weighted agreement of the runs' mean in each resample of the books."""
    counts = (block * truth.weights for block in draws(len(truth.rating), RESAMPLES, SEED))
    return resampled(_overall(runs), truth.rating, counts)


def _overall(runs: Sequence[Array]) -> Array:
    """The rating's opinion, mean of the runs."""
    return np.asarray(np.mean([run[:, 0] for run in runs], axis=0))


def _above(ours: Sequence[Array], theirs: Sequence[Array], truth: Truth) -> list[float]:
    """How much better these runs agree than those, on the same resamples, with the 95% interval."""
    apart = np.nan_to_num(_resampled(ours, truth)) - np.nan_to_num(_resampled(theirs, truth))
    value = np.mean(
        [
            weighted_tau(one[:, 0], truth.rating, truth.weights)
            - weighted_tau(two[:, 0], truth.rating, truth.weights)
            for one, two in zip(ours, theirs, strict=True)
        ]
    )
    return _rounded(float(value), *bounds(apart))


def _later(own: HeldOut, truth: Truth) -> float | None:
    known = np.isfinite(own.later[:, 0])
    if not known.any():
        return None
    return round(weighted_tau(own.later[known, 0], truth.rating[known], truth.weights[known]), 4)


def cross_validated(
    features: Features, truth: Truth, mix: str, repeats: int = REPEATS, parts: int = FOLDS
) -> dict[str, Validation]:
    """Every variant: folds three times, once with each author's books held out together, and once by date."""
    rows = np.arange(len(truth.rating))
    runs = [held_out(features, truth, folds(rows, parts, repeat)) for repeat in range(repeats)]
    apart = held_out(features, truth, folds(rows, parts, repeats, truth.authors))
    later = held_out(features, truth, by_date(truth.published))
    unmeasured = replace(features, measured=(), measures=features.measures[:, :0])
    without = (
        [held_out(unmeasured, truth, folds(rows, parts, repeat)) for repeat in range(repeats)]
        if features.measured
        else []
    )
    found = {
        variant: HeldOut(
            [run[variant.name] for run in runs],
            apart[variant.name],
            later[variant.name],
            [run[variant.name] for run in without],
        )
        for variant in VARIANTS
    }
    bare = {variant.tags: own for variant, own in found.items() if not variant.texts}
    bare["none"] = bare["drafted"]
    return {variant.name: judge(own, bare[variant.tags], truth, mix) for variant, own in found.items()}


def by_date(published: Array) -> Iterator[Split]:
    """The later half of the books in parts, each to be predicted from the books before it."""
    known = np.flatnonzero(np.isfinite(published))
    if len(known) < 2 * FOLDS:
        return
    dates = published[known]
    edges = np.quantile(dates, np.linspace(0.5, 1, _LATER + 1))
    for low, high in pairwise(edges):
        out = known[(dates > low) & (dates <= high)]
        if len(out):
            yield known[dates <= low], out


def _within_genre(runs: Sequence[Array], truth: Truth) -> float | None:
    """The mean of the genres' taus, weighted by their books: the agreement that does not come from differences
    between genres.

    None if no genre has enough books.
    """
    groups = [rows for rows in by_label(truth.genres).values() if len(rows) >= FEWEST_OF_GENRE]
    if not groups:
        return None
    taus = [
        [weighted_tau(run[rows, 0], truth.rating[rows], truth.weights[rows]) for rows in groups]
        for run in runs
    ]
    return round(
        float(np.average(np.mean(taus, axis=0), weights=[truth.weights[rows].sum() for rows in groups])), 4
    )


def _mean(values: Iterator[float]) -> float:
    return round(float(np.mean(list(values))), 4)


def _rounded(*values: float) -> list[float]:
    return [round(float(value), 4) for value in values]
