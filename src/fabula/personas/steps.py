"""How likely a reader is to give each step of a scale, learned from the scores they give to stories not seen before.

Readers of five stars give fours and fives, and hardly anything between: a bell curve around the expected score is wrong
there, and differently wrong on every scale it is shown on. So each step has its own line of log odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabula.measures.refusal import Numbers

MOST_STEPS = 20
_RARE = 0.005
_FEWEST_OF_STORY = 10
_FEWEST_STORIES = 20
_ROUNDS = 25
_RIDGE = 1e-3
_TAILS = (0.1, 0.9)


@dataclass(frozen=True, slots=True)
class StepOdds:
    """The steps that readers give, from 1 to 10, and the log odds of giving at least each but the lowest."""

    steps: tuple[float, ...]
    lines: Numbers
    """Steps but the lowest, by base and slope over the expected score."""
    story_error: Numbers
    """The same steps by low and high: how far the share of a story's readers lay from the expected one, for four of five
    stories. Empty if too few stories were rated often enough."""

    def at_least(self, score: Numbers) -> Numbers:
        """Scores by the probability of at least each step but the lowest."""
        odds = self.lines[:, 0] + np.asarray(score, dtype=float)[:, None] * self.lines[:, 1]
        return np.asarray(np.minimum.accumulate(1 / (1 + np.exp(-odds)), axis=1))

    def shares(self, score: float) -> Numbers:
        """The probability of each step."""
        edges = np.concatenate([[1.0], self.at_least(np.array([score]))[0], [0.0]])
        return np.asarray(edges[:-1] - edges[1:])

    def error_from(self, least: float) -> tuple[float, float] | None:
        """The error of the share of readers who give `least` or more. None if it is not known."""
        place = next((at for at, step in enumerate(self.steps[1:]) if step >= least), None)
        if place is None or not len(self.story_error):
            return None
        low, high = self.story_error[place]
        return float(low), float(high)


def learned(expected: Numbers, given: Numbers, story: Numbers) -> StepOdds | None:
    """From scores of stories that the expectation had not seen. None if the scores have no steps."""
    values, counts = np.unique(np.round(given, 6), return_counts=True)
    steps = values[counts >= _RARE * len(given)]
    if not 2 <= len(steps) <= MOST_STEPS:
        return None
    lines = np.array([_line(expected, given >= step - 1e-6) for step in steps[1:]])
    odds = StepOdds(tuple(map(float, steps)), lines, np.zeros((0, 2)))
    return StepOdds(odds.steps, lines, _story_error(odds, expected, given, story))


def _line(expected: Numbers, reached: Numbers) -> Sequence[float]:
    """Logistic regression on one number, by Newton's steps."""
    design = np.column_stack([np.ones(len(expected)), expected - expected.mean()])
    line = np.zeros(2)
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-design @ line))
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + _RIDGE * np.eye(2)
        line += np.linalg.solve(curve, design.T @ (reached - chance) - _RIDGE * line)
    slope = max(float(line[1]), 0.0)
    return float(line[0] - slope * expected.mean()), slope


def _story_error(odds: StepOdds, expected: Numbers, given: Numbers, story: Numbers) -> Numbers:
    """Weibull's quantiles leave a tenth of *new* stories beyond each end; the usual ones leave a tenth of these, and so
    hold too few new ones where stories are few."""
    reached = given[:, None] >= np.array(odds.steps[1:]) - 1e-6
    apart = reached - odds.at_least(expected)
    often = [
        places
        for each in np.unique(story)
        if len(places := np.flatnonzero(story == each)) >= _FEWEST_OF_STORY
    ]
    if len(often) < _FEWEST_STORIES:
        return np.zeros((0, 2))
    means = np.array([apart[places].mean(axis=0) for places in often])
    return np.asarray(np.quantile(means, _TAILS, axis=0, method="weibull").T)
