"""A monotone map from a judge's scores to readers' stars, with an interval, and how well it does on books it never saw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import BaseModel, ConfigDict

from fabula.measures.agreement import kendall
from fabula.measures.refusal import Refused

Numbers = NDArray[np.float64]
Parts = list[NDArray[np.int64]]

COVERS = 0.8
"""The share of new books whose rating lies in the interval."""
LEAST = 20
"""Books below which nothing is fitted: an interval would rest on one or two of them."""
_FOLDS = 5
_KNOTS = 41


@dataclass(frozen=True, slots=True)
class Map:
    """Stars at some scores, straight between them and level beyond; never falling."""

    at: tuple[float, ...]
    stars: tuple[float, ...]
    half: float
    """Half of the interval's width."""
    shape: str
    """`mean`, `line` or `steps`: the simplest that cross-validation could not tell from the best."""

    def predict(self, scores: ArrayLike) -> Numbers:
        """Expected stars."""
        return np.asarray(np.interp(np.asarray(scores, dtype=float), self.at, self.stars), dtype=float)


class HeldOut(BaseModel):
    """Nested cross-validation: shape, map and interval were chosen without the books that they are tested on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    books: int
    rmse: float
    mean_rmse: float
    """The error of predicting the mean of the other books."""
    coverage: float
    tau: float | None
    """Kendall's tau, the mean over the parts: over all books at once, a part of low ratings would get the higher mean of the
    others. None where every prediction is the same."""


def fit(scores: ArrayLike, stars: ArrayLike, low: float, high: float, seed: int = 0) -> Map:
    """The map for books like these, for a judge whose scale runs from `low` to `high`."""
    x, y = np.asarray(scores, dtype=float), np.asarray(stars, dtype=float)
    parts = folds(len(x), seed)
    errors = {name: _errors(name, x, y, parts) for name in SHAPES}
    shape = _simplest(errors)
    at = np.linspace(low, high, _KNOTS)
    found = np.clip(SHAPES[shape](x, y)(at), 1.0, 5.0)
    return Map(tuple(map(float, at)), tuple(map(float, found)), conformal(errors[shape]), shape)


def held_out(scores: ArrayLike, stars: ArrayLike, low: float, high: float, seed: int = 0) -> HeldOut:
    """How such a map does on books that had no part in it."""
    x, y = np.asarray(scores, dtype=float), np.asarray(stars, dtype=float)

    def one(kept: NDArray[np.int64], out: NDArray[np.int64]) -> tuple[Numbers, float]:
        own = fit(x[kept], y[kept], low, high, seed)
        return own.predict(x[out]), own.half

    return tested(y, one, seed)


def tested(
    stars: Numbers,
    predict: Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[Numbers, float]],
    seed: int,
) -> HeldOut:
    """Each part predicted by what is fitted on the others. `predict` gives stars and half of the interval's width."""
    n = len(stars)
    taus: list[float | Refused] = []
    predicted, means, inside = np.empty(n), np.empty(n), np.empty(n, dtype=bool)
    for out in folds(n, seed + 1):
        kept = np.setdiff1d(np.arange(n), out)
        predicted[out], half = predict(kept, out)
        means[out] = stars[kept].mean()
        inside[out] = np.abs(predicted[out] - stars[out]) <= half
        taus.append(kendall(predicted[out], stars[out]))
    return HeldOut(
        books=n,
        rmse=_rmse(predicted - stars),
        mean_rmse=_rmse(means - stars),
        coverage=float(inside.mean()),
        tau=_tau(taus),
    )


def rising(values: Numbers, weights: Numbers) -> Numbers:
    """The nearest sequence that never falls (pool adjacent violators)."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        mean, heavy, many = float(value), float(weight), 1
        while blocks and blocks[-1][0] >= mean:
            before, more, n = blocks.pop()
            mean = (before * more + mean * heavy) / (more + heavy)
            heavy, many = more + heavy, n + many
        blocks.append((mean, heavy, many))
    return np.concatenate([np.full(many, mean) for mean, _, many in blocks])


def _mean(x: Numbers, y: Numbers) -> Callable[[Numbers], Numbers]:
    del x
    return lambda at: np.full(len(at), y.mean())


def _line(x: Numbers, y: Numbers) -> Callable[[Numbers], Numbers]:
    """The least-squares line, level if it would fall."""
    spread = float(((x - x.mean()) ** 2).sum())
    slope = max(0.0, float(((x - x.mean()) * (y - y.mean())).sum()) / spread) if spread else 0.0
    return lambda at: y.mean() + slope * (at - x.mean())


def _steps(x: Numbers, y: Numbers) -> Callable[[Numbers], Numbers]:
    """Isotonic means, joined by lines at the middle of each step and drawn towards the mean of all where a step has few books."""
    own, place = np.unique(x, return_inverse=True)
    counts = np.bincount(place).astype(float)
    level = rising(np.bincount(place, weights=y) / counts, counts)
    stars, step = np.unique(level, return_inverse=True)
    books = np.bincount(step, weights=counts).astype(float)
    middle = np.bincount(step, weights=counts * own) / books
    drawn = rising((stars * books + y.mean()) / (books + 1), books)
    return lambda at: np.interp(at, middle, drawn)


SHAPES: dict[str, Callable[[Numbers, Numbers], Callable[[Numbers], Numbers]]] = {
    "mean": _mean,
    "line": _line,
    "steps": _steps,
}
"""From the simplest."""


def _errors(name: str, x: Numbers, y: Numbers, parts: Parts) -> Numbers:
    """Each book's error by a map of the other parts."""
    found = np.empty(len(x))
    for out in parts:
        kept = np.setdiff1d(np.arange(len(x)), out)
        found[out] = np.clip(SHAPES[name](x[kept], y[kept])(x[out]), 1.0, 5.0) - y[out]
    return found


def _simplest(errors: dict[str, Numbers]) -> str:
    """A richer shape only where it lowers the squared error by more than one standard error."""
    best = "mean"
    for name in ("line", "steps"):
        gain = errors[best] ** 2 - errors[name] ** 2
        if gain.mean() > gain.std(ddof=1) / np.sqrt(len(gain)):
            best = name
    return best


def conformal(errors: Numbers) -> float:
    """Half of the interval's width: the conformal quantile of the errors on books that were left out."""
    place = min(len(errors), int(np.ceil((len(errors) + 1) * COVERS)))
    return float(np.sort(np.abs(errors))[place - 1])


def folds(n: int, seed: int) -> Parts:
    """The places of n books in parts by chance."""
    return [np.sort(part) for part in np.array_split(np.random.default_rng(seed).permutation(n), _FOLDS)]


def _tau(taus: list[float | Refused]) -> float | None:
    known = [each for each in taus if not isinstance(each, Refused)]
    return fmean(known) if known else None


def _rmse(errors: Numbers) -> float:
    return float(np.sqrt((errors**2).mean()))
