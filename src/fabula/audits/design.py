"""The design that all audits share: arms asked about the same stories, the paired effect, and when it is a verdict.

An audit asks about each story (or pair) in two arms that differ in one thing. The effect is the mean difference between
the arms. A judge is accused only if a test over the signs of the differences is below 4%, after Holm's correction for
everything that was tested. That test is exact for any number of stories, because a judge without the bias would as
easily have given the two answers the other way round. With fewer than six stories it cannot accuse anyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, log2
from typing import Any, Literal

import numpy as np
import scipy

from fabula.measures.figure import Figure, Unit
from fabula.measures.intervals import holm, mean_interval
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.variance import BetweenGroups, between_groups
from fabula.notices import Notice

Verdict = Literal["bias", "none", "open", "too few", "no answer"]
Shape = Literal["either", "more", "reaction"]
"""`either`: a difference in either direction is a bias. `more`: only an increase is. `reaction`: the judge should react."""

LEVEL = 0.04
"""Below 5%, so that chance in a simulation of a few hundred runs does not lift an honest judge above it."""
POWER = 0.8
FEWEST = 6
"""Fewer differences cannot reach 4%: the signs of five all agree by chance in 2 of 32 cases."""
FEWEST_STILL = 10
"""A judge is said not to react from this many stories on: fewer may happen to be alike."""
REACTION = 0.4
"""A judge does not react if what is swapped spreads its scores by less than this standard deviation, in points."""
SMALLEST: dict[Unit, float] = {"points": 0.5, "share": 0.15}
"""An effect below this does not matter: half a point of ten, or 15 of 100 choices."""
_EXACT = 12
_SIGNS = 9_999


@dataclass(frozen=True, slots=True)
class Effect:
    """What an audit measured: the difference between two arms for each story, pair or premise."""

    bias: str
    """The code of the bias, such as `first` or `length`."""
    unit: Unit
    values: tuple[float, ...]
    shape: Shape = "either"
    also: tuple[float, ...] | None = None
    """The same in the opposite direction. The bias counts only if both directions agree."""
    aspect: str = ""
    figure_only: bool = False
    """There is no control arm, so nobody is accused."""
    spread: BetweenGroups | None = None
    """Of a reaction: how far what is swapped spreads the scores."""

    @property
    def shown(self) -> tuple[float, ...]:
        """The differences that value and interval are computed from."""
        if self.also is None:
            return self.values
        return tuple((one + two) / 2 for one, two in zip(self.values, self.also, strict=True))


@dataclass(frozen=True, slots=True)
class Found:
    """An effect with its interval, its corrected p-value and the verdict."""

    effect: Effect
    value: float | None
    low: float | None
    high: float | None
    p: float | None
    verdict: Verdict
    needed: int | None
    """About how many stories would bear a verdict on the smallest effect that matters."""

    @property
    def n(self) -> int:
        """Over how many stories, pairs or premises."""
        return len(self.effect.values)

    @property
    def figure(self) -> Figure:
        """The effect for a table."""
        return Figure(str(self.what), self.effect.unit, self.value, self.low, self.high, self.n, _NOTHING)

    @property
    def what(self) -> Notice:
        """What was measured, in words."""
        what = Notice.of(f"audits.what-{self.effect.bias}")
        return (
            Notice.of("audits.of-aspect", what=what, aspect=self.effect.aspect)
            if self.effect.aspect
            else what
        )

    @property
    def finding(self) -> Notice:
        """The effect and what it means, in one sentence."""
        if self.value is None:
            return Notice.of("audits.verdict-no-answer", what=self.what)
        fields: dict[str, object] = {"what": self.what, "figure": _signed(self)}
        if self.effect.figure_only:
            return Notice.of("audits.verdict-no-control", **fields)
        kind = "reaction-" if self.effect.shape == "reaction" else ""
        if kind and self.verdict == "bias":
            fields["least"] = f"{REACTION:g}"
        if self.verdict in ("bias", "none"):
            return Notice.of(f"audits.verdict-{kind}{self.verdict}", **fields)
        if self.verdict == "too few":
            return Notice.of("audits.verdict-too-few", **fields, n=self.n, needed=self.needed or FEWEST)
        if self.needed is None:
            return Notice.of("audits.verdict-open", **fields)
        return Notice.of("audits.verdict-open-until", **fields, needed=self.needed)


@dataclass(slots=True)
class Asked:
    """What one audit asked and measured, before the verdict."""

    name: str
    effects: list[Effect] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    """Further figures, without a verdict."""
    findings: list[Notice] = field(default_factory=list)
    notes: list[Notice] = field(default_factory=list)
    further: dict[str, Any] = field(default_factory=dict)
    """Fields that only this audit's result has."""


_NOTHING = Notice.of("audits.nothing-to-compare")


def difference(
    bias: str,
    unit: Unit,
    treated: Sequence[float | None],
    control: Sequence[float | None],
    shape: Shape = "either",
) -> Effect:
    """The effect of one arm against another. Stories without an answer in both arms are left out."""
    pairs = zip(treated, control, strict=True)
    return Effect(
        bias, unit, tuple(one - two for one, two in pairs if one is not None and two is not None), shape
    )


Repeated = Sequence[float]
"""The usable scores of one question, which was asked several times."""


def reaction(bias: str, first: Sequence[Repeated], second: Sequence[Repeated]) -> Effect:
    """How much further scores of two arms lie apart than scores of one arm. Each arm is asked several times.

    For a judge that does not react, all scores are alike, so the difference is as often below zero as above.
    """
    families = [[one, two] for one, two in zip(first, second, strict=True) if min(len(one), len(two)) > 1]
    return _reaction(bias, families, families)


def reaction_to_stories(bias: str, given: Sequence[Repeated]) -> Effect:
    """The same where each story is set against the next one."""
    known = [each for each in given if len(each) > 1]
    turned = [[one, two] for one, two in zip(known, [*known[1:], *known[:1]], strict=True)]
    return _reaction(bias, turned if len(known) > 1 else [], [known])


def _reaction(
    bias: str, pairs: Sequence[Sequence[Repeated]], families: Sequence[Sequence[Repeated]]
) -> Effect:
    values = []
    for pair in pairs:
        one, two = ([sum(half) / len(half) for half in (each[::2], each[1::2])] for each in pair)
        apart = abs(one[0] - two[0]) + abs(one[1] - two[1])
        values.append((apart - abs(one[0] - one[1]) - abs(two[0] - two[1])) / 2)
    return Effect(bias, "points", tuple(values), "reaction", spread=between_groups(families))


def conclude(effects: Sequence[Effect]) -> list[Found]:
    """A verdict on each effect, corrected for all of them together."""
    tested = [at for at, each in enumerate(effects) if len(each.values) and not each.figure_only]
    corrected = dict(zip(tested, holm([_p(effects[at]) for at in tested]), strict=True))
    return [_found(each, corrected.get(at), len(tested)) for at, each in enumerate(effects)]


def sign_flip_p(values: Sequence[float] | Numbers) -> float:
    """How often random signs give a mean at least as far from zero: exact for few values, else by 9,999 draws."""
    column = np.round(np.asarray(values, dtype=float), 9)
    column = column[column != 0]
    n = len(column)
    if not n:
        return 1.0
    true = abs(column.sum()) - 1e-9
    beyond = np.abs(_signs(n) @ column) >= true
    return float(beyond.mean() if n <= _EXACT else (beyond.sum() + 1) / (_SIGNS + 1))


@lru_cache(maxsize=32)
def _signs(n: int) -> Numbers:
    """Every combination of signs for few values, else a sample that is the same each time."""
    if n <= _EXACT:
        bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        return np.asarray(1.0 - 2 * bits)
    return np.random.default_rng(0).choice((-1.0, 1.0), size=(_SIGNS, n))


def needed_for(values: Sequence[float], smallest: float, tests: int = 1) -> int | None:
    """How many differences that vary like these find an effect of this size with a chance of 80%."""
    if len(values) < 2:
        return None
    spread = float(np.std(values, ddof=1))
    reach = float(scipy.special.ndtri(1 - LEVEL / tests / 2) + scipy.special.ndtri(POWER))
    exact = ceil(1 + log2(tests / LEVEL))
    return max(exact, ceil((reach * spread / smallest) ** 2))


def _p(effect: Effect) -> float:
    if effect.also is None:
        return sign_flip_p(effect.values)
    one, two = float(np.mean(effect.values)), float(np.mean(effect.also))
    return max(sign_flip_p(effect.values), sign_flip_p(effect.also)) if one * two > 0 else 1.0


def _found(effect: Effect, p: float | None, tests: int) -> Found:
    shown = effect.shown
    if not shown:
        return Found(effect, None, None, None, None, "no answer", None)
    value = float(np.mean(shown))
    interval = mean_interval(shown)
    low, high = (None, None) if isinstance(interval, Refused) else (interval.low, interval.high)
    needed = _needed(effect, max(tests, 1))
    return Found(effect, value, low, high, p, _verdict(effect, value, low, high, p), needed)


def _needed(effect: Effect, tests: int) -> int | None:
    if effect.shape != "reaction":
        return needed_for(effect.shown, SMALLEST[effect.unit], tests)
    wanted = effect.spread.groups_needed(REACTION) if effect.spread else None
    return None if wanted is None else max(wanted, FEWEST_STILL)


def _verdict(effect: Effect, value: float, low: float | None, high: float | None, p: float | None) -> Verdict:
    if p is None:
        return "open"
    if len(effect.values) < FEWEST or low is None or high is None:
        return "too few"
    sure = p < LEVEL
    if effect.shape == "reaction":
        if sure and value > 0:
            return "none"
        still = effect.spread is not None and effect.spread.at_most < REACTION
        return "bias" if still and len(effect.values) >= FEWEST_STILL else "open"
    if sure and (effect.shape == "either" or value > 0):
        return "bias"
    smallest = SMALLEST[effect.unit]
    within = high < smallest and (low > -smallest or effect.shape == "more")
    return "none" if within else "open"


def _signed(found: Found) -> Notice:
    """The effect as people read it: a share in points of a hundred, with its sign."""
    assert found.value is not None
    scale, end, digits = (100, " %", 0) if found.effect.unit == "share" else (1, "", 2)
    value = f"{scale * found.value:+.{digits}f}{end}"
    if found.low is None or found.high is None:
        return Notice.of("audits.figure", value=value)
    low, high = (f"{scale * each:+.{digits}f}" for each in (found.low, found.high))
    return Notice.of("audits.figure-between", value=value, low=low, high=high)
