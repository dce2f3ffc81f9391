"""Uncertainty: bootstrap intervals of coefficients, paired differences, permutation p-values, Holm's correction, and
Student's interval of a mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from fabula.measures.agreement import CORRELATIONS, ranks
from fabula.measures.refusal import Numbers, Refused, varied
from fabula.measures.resampling import Coefficient, blocks, draws, resampled, scaled
from fabula.notices import Notice

RESAMPLES = 10_000
LEVEL = 0.95
_SHUFFLED = 1_000
"""Up to this many items, tau is shuffled. Above, its distribution is normal to every digit shown."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A coefficient, its interval, and the probability of one at least as far from zero under random pairing."""

    value: float
    low: float
    high: float
    p: float
    n: int


@dataclass(frozen=True, slots=True)
class Difference:
    """First minus second on the same items, with interval and two-sided p-value."""

    difference: float
    low: float
    high: float
    p: float


def resampled_pair(
    first: ArrayLike,
    second: ArrayLike,
    kind: Coefficient = "kendall",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Numbers:
    """The coefficient in each resample of this seed. Cached, because one column is often compared with many."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    return _remembered(one.tobytes(), two.tobytes(), kind, resamples, seed)


@lru_cache(maxsize=256)
def _remembered(first: bytes, second: bytes, kind: Coefficient, resamples: int, seed: int) -> Numbers:
    one, two = np.frombuffer(first), np.frombuffer(second)
    values = resampled(one, two, draws(len(one), resamples, seed), kind)
    values.flags.writeable = False
    return values


def estimate(
    first: ArrayLike,
    second: ArrayLike,
    kind: Coefficient = "kendall",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Estimate | Refused:
    """A coefficient with bootstrap interval and permutation p-value, or why there is none."""
    pair = varied(first, second)
    if isinstance(pair, Refused):
        return pair
    value = CORRELATIONS[kind](*pair)
    if isinstance(value, Refused):
        return value
    low, high = bounds(resampled_pair(*pair, kind, resamples, seed))
    return Estimate(value, low, high, permutation_p(*pair, kind, resamples, seed), len(pair[0]))


def bounds(values: ArrayLike, level: float = LEVEL) -> tuple[float, float]:
    """The central `level` interval of the resampled values, ignoring resamples that could not be measured."""
    low, high = np.nanquantile(np.asarray(values, dtype=float), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def mean_interval(values: ArrayLike, limits: tuple[float, float] | None = None) -> Interval | Refused:
    """The mean of a column with its 95% interval by Student's t, cut at the limits that the mean cannot pass.

    A bootstrap of a few values is far too narrow: of two values it covers the true mean half the time. From one
    value no interval is known.
    """
    column = np.asarray(values, dtype=float)
    if not np.isfinite(column).all():
        bad = int((~np.isfinite(column)).sum())
        return Refused("not a number", Notice.of("measures.some-items", n=bad, of=len(column)))
    if len(column) < 2:
        return Refused("too few", Notice.of("measures.items", n=len(column)))
    mean = float(column.mean())
    quantile = scipy.special.stdtrit(len(column) - 1, (1 + LEVEL) / 2)
    reach = float(quantile * column.std(ddof=1) / len(column) ** 0.5)
    lowest, highest = limits or (-np.inf, np.inf)
    return Interval(mean, max(mean - reach, min(lowest, mean)), min(mean + reach, max(highest, mean)))


def difference(
    first: ArrayLike,
    second: ArrayLike,
    truth: ArrayLike,
    kind: Coefficient = "kendall",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Difference | Refused:
    """How much better `first` agrees with the truth than `second`, using the same resamples for both.

    p is twice the share of resamples on the other side of zero, and at least 1 in (resamples + 1).
    """
    for column in (first, second):
        pair = varied(column, truth)
        if isinstance(pair, Refused):
            return pair
    ours, theirs = (resampled_pair(column, truth, kind, resamples, seed) for column in (first, second))
    apart = ours - theirs
    one, two = (CORRELATIONS[kind](column, truth) for column in (first, second))
    assert not isinstance(one, Refused) and not isinstance(two, Refused)
    low, high = bounds(apart)
    return Difference(one - two, low, high, two_sided(apart))


def two_sided(apart: ArrayLike) -> float:
    """The p-value of resampled differences: twice the share on the less likely side of zero."""
    values = np.asarray(apart, dtype=float)
    values = values[np.isfinite(values)]
    tail = min(int((values <= 0).sum()), int((values >= 0).sum()))
    return min(1.0, 2 * (tail + 1) / (len(values) + 1))


def permutation_p(
    first: ArrayLike,
    second: ArrayLike,
    kind: Coefficient = "kendall",
    permutations: int = RESAMPLES,
    seed: int = 0,
) -> float:
    """How often shuffled pairs agree at least as strongly as the true pairs, in either direction."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    rng = np.random.default_rng(seed)
    if kind == "kendall":
        return _kendall_p(one, two, permutations, rng)
    if kind == "spearman":
        one, two = ranks(one), ranks(two)
    one, two = scaled(one), scaled(two)
    found = [_shuffled(two, size, rng) @ one for size in blocks(permutations, len(two))]
    return _beyond(np.abs(np.concatenate(found)), abs(float(two @ one)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction for multiple tests: p-values valid for the whole table, in the order given."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p_values[index]))
        corrected[index] = highest
    return corrected


def _kendall_p(one: Numbers, two: Numbers, permutations: int, rng: np.random.Generator) -> float:
    if len(one) > _SHUFFLED:
        return float(scipy.stats.kendalltau(one, two).pvalue)
    order = np.argsort(one, kind="stable")
    ends = np.searchsorted(one[order], one[order], side="right")
    ranks = np.unique(two, return_inverse=True)[1].astype(np.int16)
    true = abs(int(_concordance(ranks[order][:, None], ends)[0]))
    found = [
        _concordance(np.ascontiguousarray(_shuffled(ranks, size, rng).T), ends)
        for size in blocks(permutations, len(ranks))
    ]
    return _beyond(np.abs(np.concatenate(found)), true)


def _shuffled(values: NDArray[Any], times: int, rng: np.random.Generator) -> NDArray[Any]:
    """The values in so many chance orders, a row each."""
    shuffled: NDArray[Any] = rng.permuted(np.broadcast_to(values, (times, len(values))), axis=1)
    return shuffled


def _concordance(ranks: NDArray[np.int16], ends: NDArray[np.intp]) -> NDArray[np.int32]:
    """Concordant minus discordant pairs. Rows are items, sorted by the first column; columns are shuffles.

    `ends` gives for each item where the items with a higher value in the first column begin.
    """
    total = np.zeros(ranks.shape[1], dtype=np.int32)
    for item, end in enumerate(ends):
        if end < len(ranks):
            steps = ranks[end:] - ranks[item]
            np.sign(steps, out=steps)
            total += np.add.reduce(steps, axis=0, dtype=np.int16)
    return total


def _beyond(found: NDArray[Any], true: float) -> float:
    return float(((found >= true - 1e-9).sum() + 1) / (len(found) + 1))
