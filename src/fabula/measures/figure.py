"""What an audit reports: rates and shifts with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice

_Z = 1.959964

Unit = Literal["share", "points"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its 95% interval, or no number if nothing could be measured."""

    label: str
    unit: Unit
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    why: Notice | None = None
    """Why there is no number."""

    @property
    def notice(self) -> Notice:
        """The figure with its interval, for the user."""
        if self.value is None:
            return Notice.of("audits.not-known", why=self.why)
        if self.unit == "share":
            value = f"{100 * self.value:.0f}%"
            ends = [f"{100 * end:.0f}" for end in (self.low, self.high) if end is not None]
        else:
            value = f"{self.value:+.2f}" if self.low is None or self.low < 0 else f"{self.value:.2f}"
            ends = [f"{end:.2f}" for end in (self.low, self.high) if end is not None]
        if not ends:
            return Notice.of("audits.figure", value=value)
        return Notice.of("audits.figure-between", value=value, low=ends[0], high=ends[-1])

    @property
    def text(self) -> str:
        """The figure in English."""
        return str(self.notice)

    def above(self, level: float) -> bool:
        """Is the whole interval above this value?"""
        return self.low is not None and self.low > level

    def below(self, level: float) -> bool:
        """Is the whole interval below this value?"""
        return self.high is not None and self.high < level


def share(label: str, groups: Sequence[Sequence[bool]], unusable: int = 0) -> Figure:
    """How often something was true, with Wilson's interval. Answers about the same story or pair are not independent.

    If answers within a group agree, the interval widens as if there were fewer of them (Kish's design effect).
    """
    known = [group for group in groups if group]
    n = sum(len(group) for group in known)
    if not n:
        return Figure(
            label,
            "share",
            None,
            why=Notice.of("audits.unusable", n=unusable) if unusable else Notice.of("audits.nothing-to-ask"),
        )
    value = sum(sum(group) for group in known) / n
    effect = 1.0
    if len(known) > 1 and 0 < value < 1:
        apart = sum((sum(group) - value * len(group)) ** 2 for group in known)
        spread = len(known) / (len(known) - 1) * apart / n**2
        effect = max(1.0, spread * n / (value * (1 - value)))
    asked = n / effect
    middle = (value + _Z**2 / (2 * asked)) / (1 + _Z**2 / asked)
    half = _Z / (1 + _Z**2 / asked) * (value * (1 - value) / asked + _Z**2 / (4 * asked**2)) ** 0.5
    return Figure(label, "share", value, max(0.0, middle - half), min(1.0, middle + half), n)


def shift(label: str, values: Sequence[float | None]) -> Figure:
    """The mean of the score differences, one per story, with its interval."""
    known = [value for value in values if value is not None]
    if not known:
        return Figure(label, "points", None, why=Notice.of("audits.nothing-to-compare"))
    found = mean_interval(known)
    if isinstance(found, Refused):
        return Figure(label, "points", float(np.mean(known)), n=len(known))
    return Figure(label, "points", found.value, found.low, found.high, len(known))
