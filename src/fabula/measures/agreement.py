"""How well two columns agree: correlations, alpha, kappa, accuracy, AUC. Each returns a number or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike

from fabula.measures.refusal import Numbers, Refused, paired, varied
from fabula.notices import Notice

Level = Literal["nominal", "ordinal", "interval"]


def rounded(values: ArrayLike, places: int) -> Numbers:
    """Values rounded as the papers round people's ratings: by Python's `round`, which rounds the number itself.

    `numpy.round` first multiplies by ten, so 3.85 becomes 3.8 there and 3.9 here: other ties, and another tau.
    """
    return np.array([round(float(value), places) for value in np.asarray(values, dtype=float)])


def kendall(first: ArrayLike, second: ArrayLike) -> float | Refused:
    """Kendall's tau-b: concordant minus discordant pairs, corrected for ties."""
    pair = varied(first, second)
    if isinstance(pair, Refused):
        return pair
    return _few(*pair) if len(pair[0]) <= _FEW else float(scipy.stats.kendalltau(*pair).statistic)


_FEW = 150
"""Up to so many items, counting every pair is faster than scipy's way. A resampled interval counts thousands of times."""


def _few(first: Numbers, second: Numbers) -> float:
    """Tau-b from every pair, in scipy's order of steps, so that both give the same number to the last bit."""
    one, two = (np.sign(values[:, None] - values[None, :]) for values in (first, second))
    agreeing, apart, apart_too = ((each.sum() / 2) for each in (one * two, one * one, two * two))
    return float(np.clip(agreeing / np.sqrt(apart) / np.sqrt(apart_too), -1, 1))


def ranks(values: ArrayLike) -> Numbers:
    """Ranks from 1. Tied values share their middle rank. scipy.stats has the same, but is slow to load."""
    _, place, counts = np.unique(np.asarray(values, dtype=float), return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[place])


def spearman(first: ArrayLike, second: ArrayLike) -> float | Refused:
    """Spearman's coefficient: Pearson's on ranks. Tied values share their middle rank."""
    pair = varied(first, second)
    if isinstance(pair, Refused):
        return pair
    return _correlation(ranks(pair[0]), ranks(pair[1]))


def pearson(first: ArrayLike, second: ArrayLike) -> float | Refused:
    """The linear correlation."""
    pair = varied(first, second)
    return pair if isinstance(pair, Refused) else _correlation(*pair)


CORRELATIONS: dict[str, Callable[[ArrayLike, ArrayLike], float | Refused]] = {
    "kendall": kendall,
    "spearman": spearman,
    "pearson": pearson,
}


def partial_correlation(
    first: ArrayLike, second: ArrayLike, given: ArrayLike, ranked: bool = False
) -> float | Refused:
    """The correlation that remains after `given` (one column, or items by columns) is removed from both.

    With `ranked`, use ranks instead of values, for scores with uneven steps.
    """
    pair = varied(first, second)
    if isinstance(pair, Refused):
        return pair
    one, two = pair
    held = np.asarray(given, dtype=float).reshape(len(one), -1)
    if not np.isfinite(held).all():
        return Refused("not a number", Notice.of("measures.held-columns"))
    if len(one) < held.shape[1] + 3:
        return Refused("too few", Notice.of("measures.items-for-held", n=len(one), columns=held.shape[1]))
    if ranked:
        one, two, held = ranks(one), ranks(two), np.column_stack([ranks(column) for column in held.T])
    design = np.column_stack([np.ones(len(one)), held])
    left = [column - design @ np.linalg.lstsq(design, column, rcond=None)[0] for column in (one, two)]
    if any(
        np.linalg.norm(rest) < 1e-9 * np.linalg.norm(column)
        for rest, column in zip(left, (one, two), strict=True)
    ):
        return Refused("constant", Notice.of("measures.nothing-left"))
    return _correlation(*left)


def krippendorff_alpha(ratings: ArrayLike, level: Level = "ordinal") -> float | Refused:
    """Krippendorff's alpha for a table of raters by items. NaN means no rating. 1 is full agreement, 0 is chance."""
    table = np.asarray(ratings, dtype=float)
    if table.ndim != 2:
        raise ValueError("alpha needs a table of raters by items")
    rated = table[:, np.isfinite(table).sum(axis=0) >= 2]
    if rated.shape[1] < 2:
        return Refused("too few", Notice.of("measures.items-rated-twice", n=rated.shape[1]))
    values, codes = np.unique(rated[np.isfinite(rated)], return_inverse=True)
    if len(values) == 1:
        return Refused("constant", Notice.of("measures.one-rating", value=f"{values[0]:g}"))
    counts = np.zeros((rated.shape[1], len(values)))
    np.add.at(counts, (np.nonzero(np.isfinite(rated))[1], codes), 1)
    raters = counts.sum(axis=1)
    shared = counts / (raters - 1)[:, None]
    observed = counts.T @ shared - np.diag(shared.sum(axis=0))
    totals = observed.sum(axis=0)
    expected = (np.outer(totals, totals) - np.diag(totals)) / (totals.sum() - 1)
    distance = _distances(values, totals, level)
    return float(1 - (observed * distance).sum() / (expected * distance).sum())


def accuracy(given: Sequence[Hashable], true: Sequence[Hashable]) -> float | Refused:
    """The share of correct answers."""
    if not _same_length(given, true):
        return Refused("too few", Notice.of("measures.no-items"))
    return sum(one == two for one, two in zip(given, true, strict=True)) / len(true)


def balanced_accuracy(given: Sequence[Hashable], true: Sequence[Hashable]) -> float | Refused:
    """Mean accuracy over the true classes, so that always giving the same answer gains nothing."""
    if not _same_length(given, true):
        return Refused("too few", Notice.of("measures.no-items"))
    kinds = set(true)
    if len(kinds) == 1:
        return Refused("one kind only", Notice.of("measures.one-label", label=str(next(iter(kinds)))))
    right: dict[Hashable, list[bool]] = {kind: [] for kind in kinds}
    for one, two in zip(given, true, strict=True):
        right[two].append(one == two)
    return sum(sum(hits) / len(hits) for hits in right.values()) / len(kinds)


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    weights: Literal["linear", "quadratic"] | None = None,
) -> float | Refused:
    """Cohen's kappa: agreement beyond what these two raters would reach by chance.

    With weights, the labels must be numbers, and disagreements count by distance.
    """
    if not _same_length(first, second):
        return Refused("too few", Notice.of("measures.no-items"))
    labels = list(dict.fromkeys([*first, *second]))
    if len(labels) == 1:
        return Refused("constant", Notice.of("measures.both-say", label=str(labels[0])))
    place = {label: index for index, label in enumerate(labels)}
    seen = np.zeros((len(labels), len(labels)))
    np.add.at(seen, ([place[label] for label in first], [place[label] for label in second]), 1)
    chance = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
    if weights is None:
        apart = 1.0 - np.eye(len(labels))
    else:
        values = np.asarray(labels, dtype=float)
        apart = np.abs(values[:, None] - values[None, :]) ** (1 if weights == "linear" else 2)
    return float(1 - (seen * apart).sum() / (chance * apart).sum())


def auc(scores: ArrayLike, positive: ArrayLike) -> float | Refused:
    """How often a positive item scores above a negative one. Ties count half."""
    pair = paired(scores, np.asarray(positive, dtype=float), fewest=2)
    if isinstance(pair, Refused):
        return pair
    values, labels = pair
    yes = int((labels > 0).sum())
    if yes in (0, len(labels)):
        return Refused("one kind only", Notice.of("measures.positive-items", n=yes, of=len(labels)))
    places = ranks(values)
    return float((places[labels > 0].sum() - yes * (yes + 1) / 2) / (yes * (len(labels) - yes)))


def _correlation(first: Numbers, second: Numbers) -> float:
    one, two = first - first.mean(), second - second.mean()
    return float(np.clip(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)), -1, 1))


def _distances(values: Numbers, totals: Numbers, level: Level) -> Numbers:
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    if level == "interval":
        return np.asarray((values[:, None] - values[None, :]) ** 2)
    middles = np.cumsum(totals) - totals / 2
    return np.asarray((middles[:, None] - middles[None, :]) ** 2)


def _same_length(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    if len(first) != len(second):
        raise ValueError(f"columns to compare must have the same length, not {len(first)} and {len(second)}")
    return len(first)
