"""Coefficients of thousands of resamples at once.

A resample is a row of counts: how often each item was drawn. The items never change, only their counts do. So they are
sorted once, and what each coefficient needs is sums along that order. Cost grows with items almost as a line, and the
results equal those of the textbook formulas up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fabula.measures.refusal import Numbers

Coefficient = Literal["kendall", "spearman", "pearson"]
Labels = NDArray[np.intp]
_Measure = Callable[[Numbers], Numbers]
"""From a block of counts: a figure, or several, for each row."""

_ROWS = 1_000
_CELLS = 2**20
"""A block has at most so many rows, and so many items in all of them."""
_STRETCH = 256
"""Up to so many items, all pairs at once are faster than sorting."""
_ROUNDING = 1e-12
"""So small a share of what is told apart is an error of rounding: all values are one."""


def blocks(rows: int, items: int) -> Iterator[int]:
    """Rows in blocks of a size that does not grow with the items."""
    step = min(_ROWS, max(1, _CELLS // items))
    for start in range(0, rows, step):
        yield min(step, rows - start)


def draws(items: int, resamples: int, seed: int = 0) -> Iterator[Numbers]:
    """How often each item is drawn in each resample, in blocks: resamples by items, each row summing to `items`."""
    rng = np.random.default_rng(seed)
    for size in blocks(resamples, items):
        picks = rng.integers(items, size=(size, items))
        picks += items * np.arange(size)[:, None]
        yield np.bincount(picks.ravel(), minlength=size * items).reshape(size, items).astype(float)


def resampled(
    first: ArrayLike, second: ArrayLike, counts: Iterable[Numbers], kind: Coefficient = "kendall"
) -> Numbers:
    """The coefficient in each resample. NaN if a resample has only one distinct value."""
    measure = _MEASURES[kind](np.asarray(first, dtype=float), np.asarray(second, dtype=float))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.concatenate([measure(block) for block in counts])


def scaled(values: Numbers) -> Numbers:
    """The values around zero, with a length of one: their product with others so scaled is Pearson's coefficient."""
    centred = values - values.mean()
    length = np.linalg.norm(centred)
    apart = length > _ROUNDING * np.linalg.norm(values)
    return np.asarray(centred / length if apart else np.zeros(len(values)))


def _kendall(one: Numbers, two: Numbers) -> _Measure:
    """Tau-b. Of all pairs, those tied in neither column are concordant or discordant."""
    ranks, others = _labels(one), _labels(two)
    tied, tied_too, tied_in_both = map(_together, (ranks, others, _labels(ranks * len(others) + others)))
    order = np.lexsort((others, ranks))
    discordant = _inversions(others[order])

    def measure(counts: Numbers) -> Numbers:
        every = counts.sum(axis=1) ** 2
        one_tied, two_tied, both_tied = (
            (own(counts) ** 2).sum(axis=1) for own in (tied, tied_too, tied_in_both)
        )
        alike = every - one_tied - two_tied + both_tied - 4 * discordant(counts[:, order])
        apart = (every - one_tied) * (every - two_tied)
        return np.where(apart > _ROUNDING * every**2, alike / np.sqrt(apart), np.nan)

    return measure


def _inversions(ranks: Labels) -> _Measure:
    """For each row of counts, the pairs in which a higher rank stands before a lower one, as products of their counts.

    Pairs within a short stretch are one product of matrices. Then two neighbouring stretches at a time become one, as
    in a merge sort.
    """
    doublings = max(0, -(-len(ranks) // _STRETCH) - 1).bit_length()
    short = -(-len(ranks) >> doublings)
    padded = np.concatenate([ranks, np.full((short << doublings) - len(ranks), len(ranks))])
    stretches = padded.reshape(-1, short)
    within = np.tril(stretches[:, :, None] < stretches[:, None, :]).astype(float)
    merges = [_merged(padded.reshape(-1, 2, short << doubling)) for doubling in range(doublings)]

    def measure(counts: Numbers) -> Numbers:
        weights = np.zeros((len(padded), len(counts)))
        weights[: len(ranks)] = counts.T
        own = weights.reshape(-1, short, len(counts))
        found = np.einsum("bir,bir->r", within @ own, own)
        for merge in merges:
            found += merge(weights)
        return np.asarray(found)

    return measure


def _merged(halves: Labels) -> _Measure:
    """The pairs of one item in the first half of a stretch and one in its second. `halves` is stretches by 2 by items."""
    stretches, _, half = halves.shape
    offsets = np.arange(stretches)[:, None]
    far = (halves.max() + 1) * offsets
    later = np.argsort(halves[:, 1], axis=1, kind="stable")
    ascending = (np.take_along_axis(halves[:, 1], later, axis=1) + far).ravel()
    lower = np.searchsorted(ascending, halves[:, 0] + far) + offsets
    later += half + 2 * half * offsets

    def measure(weights: Numbers) -> Numbers:
        rows = weights.shape[1]
        below = np.zeros((stretches, half + 1, rows))
        np.cumsum(weights[later], axis=1, out=below[:, 1:])
        earlier = weights.reshape(stretches, 2, half, rows)[:, 0]
        return np.asarray(np.einsum("sir,sir->r", earlier, below.reshape(-1, rows)[lower]))

    return measure


def _spearman(one: Numbers, two: Numbers) -> _Measure:
    """Pearson's on the ranks within each resample."""
    first, second = _ranks(one), _ranks(two)
    return lambda counts: _weighted(first(counts), second(counts), counts)


def _pearson(one: Numbers, two: Numbers) -> _Measure:
    first, second = scaled(one)[None, :], scaled(two)[None, :]
    return lambda counts: _weighted(first, second, counts)


def _ranks(values: Numbers) -> _Measure:
    """Twice the middle ranks within each resample, minus a constant. Only their order and steps matter."""
    labels = _labels(values)
    together = _together(labels)

    def measure(counts: Numbers) -> Numbers:
        own = together(counts)
        return np.asarray((2 * own.cumsum(axis=1) - own)[:, labels])

    return measure


def _labels(values: NDArray[Any]) -> Labels:
    """0, 1, 2, ... for each distinct value in its order."""
    return np.unique(values, return_inverse=True)[1]


def _together(labels: Labels) -> _Measure:
    """For each row of counts, what the items of each label count together."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    return lambda counts: np.add.reduceat(counts[:, order], starts, axis=1)


def _weighted(one: Numbers, two: Numbers, counts: Numbers) -> Numbers:
    first, spread = _centred(one, counts)
    second, spread_too = _centred(two, counts)
    return np.asarray(np.einsum("ri,ri,ri->r", first, counts, second) / np.sqrt(spread * spread_too))


def _centred(values: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    """For each row the values around their mean, and their spread: NaN if nothing is told apart."""
    here = np.broadcast_to(values, counts.shape)
    around = here - (np.einsum("ri,ri->r", counts, here) / counts.sum(axis=1))[:, None]
    spread = np.einsum("ri,ri,ri->r", around, counts, around)
    whole = np.einsum("ri,ri,ri->r", here, counts, here)
    return around, np.where(spread > _ROUNDING * whole, spread, np.nan)


_MEASURES: Mapping[Coefficient, Callable[[Numbers, Numbers], _Measure]] = {
    "kendall": _kendall,
    "spearman": _spearman,
    "pearson": _pearson,
}
