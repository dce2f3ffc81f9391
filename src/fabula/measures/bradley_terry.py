"""Bradley-Terry strengths from comparisons of pairs, with the judge's preference for what it sees first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit, ndtr

Numbers = NDArray[np.float64]

_STEPS = 60
_CLOSE = 1e-9
_LONGEST_STEP = 2.0
_ELO = 400 / np.log(10)
SLOPE = 4.0
"""How many units of log-odds a standard deviation of single scores may be worth."""
SPREADS = (1.0, 2.0, 4.0, 8.0)
"""How far strengths may lie apart, in log-odds: from books that nobody can tell apart to a judge that never errs."""
BIAS_SPREAD = 1.5
TAIL = 2.25
"""Standard errors of an interval. The averaged strengths have longer tails than a normal distribution: with 1.96, intervals
from few comparisons held 91 % of the true strengths in simulations; with 2.25 they hold 95%."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """Log-odds strengths with mean 0, how sure they are, and the log-odds that the first of two equals is chosen."""

    values: Numbers
    covariance: Numbers
    bias: float
    bias_error: float
    evidence: float = 0.0
    """The logarithm of how probable the comparisons are under the assumed spread, up to a constant."""

    @property
    def errors(self) -> Numbers:
        """The standard error of each strength against the mean of all."""
        return np.sqrt(np.diag(self.covariance))

    def above(self, one: int, other: int) -> float:
        """The probability that one is the stronger, given all comparisons."""
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        return float(ndtr((self.values[one] - self.values[other]) / np.sqrt(max(spread, 1e-12))))

    def interval(self, one: int) -> tuple[float, float]:
        """The 95% interval of a strength."""
        half = TAIL * float(self.errors[one])
        return float(self.values[one]) - half, float(self.values[one]) + half


def strengths(
    won: Numbers,
    lost: Numbers,
    *,
    scores: Numbers | None = None,
    spread: float = np.inf,
    bias_spread: float = 0.0,
) -> Strengths:
    """The most probable strengths.

    `won[i, j]` is how often i, shown first, was chosen over j; `lost[i, j]` how often j was. Strengths are believed to
    lie around a multiple of the `scores`, which may be 0, with this `spread`; an infinite spread gives the maximum
    likelihood. A `bias_spread` of 0 means that nobody saw an order.
    """
    n = len(won)
    games = won + lost
    tight = np.zeros((n + 1, n + 1))
    if not np.isinf(spread):
        along = np.zeros(n) if scores is None else scores - scores.mean()
        tight[:n, :n] = np.linalg.inv(spread**2 * np.eye(n) + SLOPE**2 * np.outer(along, along))
    tight[n, n] = bias_spread**-2 if bias_spread else 1e12
    at = np.zeros(n + 1)
    for _ in range(_STEPS):
        slope, curve = _derivatives(at, won, games)
        slope -= tight @ at
        curve += tight
        curve[:n, :n] += 1.0 / n  # only differences count: the mean is held where it is
        step = np.linalg.solve(curve, slope)
        longest = float(np.abs(step).max(initial=0.0))
        at += step * min(1.0, _LONGEST_STEP / longest) if longest else 0.0
        if longest < _CLOSE:
            break
    inverse = np.linalg.inv(curve)
    away = np.eye(n) - 1.0 / n
    narrowed = np.linalg.slogdet(tight + 1e-300 * np.eye(n + 1))[1] - np.linalg.slogdet(curve)[1]
    evidence = _likelihood(at, won, lost) + float(narrowed - at @ tight @ at) / 2
    return Strengths(
        away @ at[:n],
        away @ inverse[:n, :n] @ away,
        float(at[n]),
        float(np.sqrt(inverse[n, n])),
        float(evidence),
    )


def pooled(won: Numbers, lost: Numbers, scores: Numbers | None = None) -> Strengths:
    """Strengths averaged over all spreads, each by how probable it makes the comparisons.

    Few comparisons do not say how far the strengths lie apart, nor how far single scores can be trusted. With one answer
    taken for granted, intervals would be too short.
    """
    found = [strengths(won, lost, scores=scores, spread=each, bias_spread=BIAS_SPREAD) for each in SPREADS]
    said = np.array([each.evidence for each in found])
    weight = np.exp(said - said.max())
    weight /= weight.sum()
    values = weight @ np.array([each.values for each in found])
    bias = float(weight @ np.array([each.bias for each in found]))
    apart = np.array([np.outer(each.values - values, each.values - values) for each in found])
    covariance = np.tensordot(weight, np.array([each.covariance for each in found]) + apart, 1)
    variance = weight @ np.array([each.bias_error**2 + (each.bias - bias) ** 2 for each in found])
    return Strengths(values, covariance, bias, float(np.sqrt(variance)))


def elo(values: Numbers) -> Numbers:
    """Log-odds strengths on the Elo scale."""
    return np.asarray(1000 + _ELO * values)


def _likelihood(at: Numbers, won: Numbers, lost: Numbers) -> float:
    n = len(won)
    odds = at[:n, None] - at[None, :n] + at[n]
    return float((won * log_expit(odds) + lost * log_expit(-odds)).sum())


def _derivatives(at: Numbers, won: Numbers, games: Numbers) -> tuple[Numbers, Numbers]:
    """The slope of the log-likelihood in every strength and the bias, and how sharply it bends."""
    n = len(won)
    chance = expit(at[:n, None] - at[None, :n] + at[n])
    rest = won - games * chance
    weight = games * chance * (1 - chance)
    slope = np.append(rest.sum(axis=1) - rest.sum(axis=0), rest.sum())
    both = weight + weight.T
    curve = np.zeros((n + 1, n + 1))
    curve[:n, :n] = np.diag(both.sum(axis=1)) - both
    curve[:n, n] = curve[n, :n] = weight.sum(axis=1) - weight.sum(axis=0)
    curve[n, n] = weight.sum()
    return slope, curve
