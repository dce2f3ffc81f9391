"""Strengths from pairs: what was planted comes back, and intervals hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from fabula.measures.bradley_terry import Numbers, pooled, strengths


def compared(
    values: Numbers, bias: float, pairs: int, chance: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Random pairs, each asked once in both orders of a judge that errs."""
    n = len(values)
    won, lost = np.zeros((n, n)), np.zeros((n, n))
    for _ in range(pairs):
        one, two = chance.choice(n, 2, replace=False)
        for first, second in ((one, two), (two, one)):
            better = chance.random() < expit(values[first] - values[second] + bias)
            won[first, second] += better
            lost[first, second] += not better
    return won, lost


def test_many_comparisons_give_back_strengths_and_the_preference_for_the_first() -> None:
    chance = np.random.default_rng(0)
    values = np.array([1.5, 0.5, 0.0, -0.5, -1.5])
    found = strengths(*compared(values, 0.8, 4_000, chance), bias_spread=1.5)
    assert found.values == pytest.approx(values, abs=0.15)
    assert found.bias == pytest.approx(0.8, abs=0.12)


@pytest.mark.parametrize("apart", [0.7, 1.5, 3.0])
def test_intervals_hold_nineteen_strengths_of_twenty_in_noisy_worlds(apart: float) -> None:
    chance = np.random.default_rng(7)
    held, biases = [], []
    for _ in range(60):
        values = chance.normal(0, apart, 10)
        values -= values.mean()
        bias = chance.normal(0.5, 0.5)
        found = pooled(*compared(values, bias, 20, chance))
        bounds = [found.interval(place) for place in range(10)]
        held += [low <= value <= high for value, (low, high) in zip(values, bounds, strict=True)]
        biases.append(abs(found.bias - bias) < 2.25 * found.bias_error)
    assert np.mean(held) > 0.91
    assert np.mean(biases) > 0.9


def test_scores_that_agree_with_the_pairs_are_believed_and_others_are_not() -> None:
    won, lost = np.zeros((4, 4)), np.zeros((4, 4))
    for one, two in ((0, 1), (1, 2)):
        won[one, two] = lost[two, one] = 1
    right, wrong = (pooled(won, lost, np.array(scores)) for scores in ([3.0, 2, 1, 0], [0.0, 1, 2, 3]))
    assert right.above(2, 3) > 0.6 and wrong.above(0, 1) > 0.6
    assert right.above(0, 3) > 0.8 and wrong.above(0, 2) > 0.5
