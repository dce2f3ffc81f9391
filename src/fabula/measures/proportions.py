"""Shares of correct answers: intervals, and whether two sets of answers to the same questions differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import scipy

from fabula.measures.intervals import LEVEL, Interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two sets of answers to the same questions, compared by the questions that only one of them got right."""

    only_first: int
    only_second: int
    difference: float
    """First minus second, as shares of all questions."""
    p: float
    """Exact and two-sided: how often a fair coin would split the questions as unevenly."""


def share(right: Sequence[bool]) -> Interval | Refused:
    """The share of correct answers with Wilson's interval, which is also valid at 0 and 1."""
    if not right:
        return Refused("too few", Notice.of("measures.no-items"))
    return share_near(sum(right) / len(right), len(right))


def share_near(value: float, n: int) -> Interval:
    """Wilson's interval around a share of `n` answers."""
    z = float(scipy.special.ndtri((1 + LEVEL) / 2))
    middle = (value + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(value * (1 - value) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(value, max(0.0, middle - reach), min(1.0, middle + reach))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar | Refused:
    """McNemar's exact test; the columns answer the same questions in the same order."""
    if len(first) != len(second):
        raise ValueError(f"columns to compare must have the same length, not {len(first)} and {len(second)}")
    if not first:
        return Refused("too few", Notice.of("measures.no-items"))
    only_first = sum(one and not two for one, two in zip(first, second, strict=True))
    only_second = sum(two and not one for one, two in zip(first, second, strict=True))
    apart = only_first + only_second
    p = float(scipy.stats.binomtest(only_first, apart).pvalue) if apart else 1.0
    return McNemar(only_first, only_second, (only_first - only_second) / len(first), p)
