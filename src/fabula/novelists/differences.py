"""Which writers differ: pairs compared on the chapters and judges that both have, and tests that hold on large boards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import scipy
from numpy.typing import NDArray

from fabula.measures.intervals import Interval, holm, mean_interval
from fabula.measures.refusal import Refused
from fabula.novelists.judge_effects import Cells
from fabula.novelists.reference import Reference

Numbers = NDArray[np.float64]
SURE = 0.05
"""A difference is beyond the noise if its corrected p-value is below this."""
FEWEST_SHARED = 4
"""Pairs with fewer books are not listed."""
FEWEST_FOR_T = 10
"""With fewer books Student's t leans on its assumption too much, and only choices of signs are counted."""
_GRID = 2_048
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Two writers on the books that both wrote, by the judges that scored both: the paired mean difference."""

    first: str
    second: str
    books: int
    difference: float
    low: float
    high: float
    norm: float
    """The difference of the norm scores, which the test is about: percentiles are flat at both ends of the scale."""
    p: float
    corrected: float
    """The p-value after Holm's correction over all pairs of the board."""
    pairs: int
    """How many pairs were tested together."""

    @property
    def holds(self) -> bool:
        """Is the difference beyond the noise?"""
        return self.corrected < SURE

    @property
    def too_few(self) -> bool:
        """Whether no difference on so few books could hold among so many pairs, however large."""
        return not self.holds and self.books < FEWEST_FOR_T and 2 / 2**self.books * self.pairs >= SURE


@dataclass(frozen=True, slots=True)
class _Pair:
    first: str
    second: str
    steps: Numbers
    """Differences of the norm score by book."""
    percentile: Interval


def differences(
    writers: Mapping[str, Cells], references: Mapping[str, Reference], reference: Reference
) -> tuple[PairDifference, ...]:
    """Every two writers in this order, with p-values corrected together. `references` are the books' own, by book."""
    table = _Table(writers, references, reference)
    pairs = [
        pair for one, two in itertools.combinations(writers, 2) if (pair := table.pair(one, two)) is not None
    ]
    usual = _usual_spread(pairs)
    ps = [sign_p(pair.steps, usual) for pair in pairs]
    return tuple(
        PairDifference(
            pair.first, pair.second, len(pair.steps), pair.percentile.value, pair.percentile.low,
            pair.percentile.high, float(pair.steps.mean()), p, held, len(pairs),
        )
        for pair, p, held in zip(pairs, ps, holm(ps), strict=True)
    )  # fmt: skip


class _Table:
    """All scores of a board in one array for each writer: chapters by judges by dimensions, NaN where there is none."""

    def __init__(
        self, writers: Mapping[str, Cells], references: Mapping[str, Reference], reference: Reference
    ) -> None:
        chapters = sorted({chapter for cells in writers.values() for chapter in cells})
        judges = sorted({judge for cells in writers.values() for own in cells.values() for judge in own})
        row = {chapter: index for index, chapter in enumerate(chapters)}
        column = {judge: index for index, judge in enumerate(judges)}
        width = len(reference.mean)
        self._scores = {name: np.full((len(chapters), len(judges), width), np.nan) for name in writers}
        for name, cells in writers.items():
            for chapter, own in cells.items():
                for judge, scores in own.items():
                    self._scores[name][row[chapter], column[judge]] = scores
        books = sorted({story for story, _ in chapters})
        at = {story: index for index, story in enumerate(books)}
        self._book = np.array([at[story] for story, _ in chapters], dtype=int)
        self._references = [references.get(story, reference) for story in books]

    def pair(self, first: str, second: str) -> _Pair | None:
        """Both writers' books from the same chapters and the same judges alone: a lost judgement changes no rank."""
        one, two = self._scores[first], self._scores[second]
        shared = np.isfinite(one).all(axis=2) & np.isfinite(two).all(axis=2)
        judged = shared.any(axis=1)
        books, inverse = np.unique(self._book[judged], return_inverse=True)
        if len(books) < FEWEST_SHARED:
            return None
        counts = np.bincount(inverse)[:, None]
        sides = []
        for scores in (one, two):
            known = (
                np.where(shared[..., None], scores, 0)[judged].sum(axis=1)
                / shared[judged].sum(axis=1)[:, None]
            )
            summed = np.zeros((len(books), scores.shape[2]))
            np.add.at(summed, inverse, known)
            sides.append(self._placed(summed / counts, books))
        figures, percentiles = sides[0][0] - sides[1][0], sides[0][1] - sides[1][1]
        apart = mean_interval(percentiles, (-100, 100))
        assert not isinstance(apart, Refused)
        return _Pair(first, second, figures, apart)

    def _placed(self, rows: Numbers, books: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
        figures, percentiles = np.empty(len(rows)), np.empty(len(rows))
        own = [self._references[book] for book in books]
        for reference in {id(each): each for each in own}.values():
            at = np.array([each is reference for each in own])
            figures[at] = reference.figures(rows[at])
            percentiles[at] = reference.percentiles(figures[at])
        return figures, percentiles


def _usual_spread(pairs: Sequence[_Pair]) -> float:
    """The spread of differences over books within a pair, pooled over the pairs of the board."""
    return math.sqrt(fmean(float(pair.steps.var(ddof=1)) for pair in pairs)) if pairs else 0.0


def sign_p(steps: Numbers, usual: float = 0.0) -> float:
    """The two-sided p-value of the mean of paired differences.

    It is the sign-flip test over every choice of signs. If all books differ the same way, no choice is rarer than 2 in
    2**books, which cannot hold among many pairs however large the difference: then, from ten books on, Student's t says
    how far beyond. Its spread is the pair's own or the board's usual one, whichever is larger.
    """
    count = len(steps)
    flipped = flipped_p(steps)
    one_way = bool((steps > _SAME).all() or (steps < -_SAME).all())
    if not one_way or count < FEWEST_FOR_T:
        return flipped
    spread = max(float(steps.std(ddof=1)), usual)
    if spread <= _SAME:
        return 0.0
    t = abs(float(steps.mean())) * math.sqrt(count) / spread
    return min(flipped, 2 * float(scipy.special.stdtr(count - 1, -t)))


def flipped_p(steps: Numbers) -> float:
    """How often random signs of the differences give a sum as far from zero, counted over every choice of signs.

    The differences are rounded to a grid of some two thousand steps, on which the distribution of the sum is exact for
    any number of books.
    """
    total = float(np.abs(steps).sum())
    if total <= _SAME:
        return 1.0
    whole = np.rint(steps * _GRID / total).astype(int)
    reach = int(np.abs(whole).sum())
    chances = np.zeros(2 * reach + 1)
    chances[reach] = 1.0
    for step in np.abs(whole[whole != 0]):
        chances = (np.roll(chances, step) + np.roll(chances, -step)) / 2
    far = abs(int(whole.sum()))
    return float(min(1.0, chances[: reach - far + 1].sum() + chances[reach + far :].sum()))
