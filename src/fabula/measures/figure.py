"""What an audit reports: rates and shifts with their intervals, and a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused

_Z = 1.959964

Unit = Literal["share", "points"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with the range that fits what was seen, in 95 of 100; no number where nothing could be measured."""

    label: str
    unit: Unit
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    why: str = ""
    """Why there is no number."""

    @property
    def text(self) -> str:
        """The figure as people read it."""
        if self.value is None:
            return f"not known ({self.why})"
        if self.unit == "share":
            said = f"{100 * self.value:.0f} %"
            return (
                said if self.low is None else f"{said} ({100 * self.low:.0f} to {100 * (self.high or 0):.0f})"
            )
        said = f"{self.value:+.2f}" if self.low is None or self.low < 0 else f"{self.value:.2f}"
        return said if self.low is None else f"{said} ({self.low:.2f} to {self.high:.2f})"

    def above(self, level: float) -> bool:
        """Is the whole interval above?"""
        return self.low is not None and self.low > level

    def below(self, level: float) -> bool:
        """Is the whole interval below?"""
        return self.high is not None and self.high < level


@dataclass(frozen=True, slots=True)
class Audit:
    """One audit of one judge: figures in the order to show them, and what they come to."""

    name: str
    figures: tuple[Figure, ...]
    verdict: str
    signature: str = ""
    notes: tuple[str, ...] = ()

    def figure(self, label: str) -> Figure:
        """A figure by its label."""
        return next(figure for figure in self.figures if figure.label == label)


def share(label: str, groups: Sequence[Sequence[bool]], unusable: int = 0) -> Figure:
    """How often something was so, with Wilson's interval; answers about one story or pair are not taken for independent.

    Where answers within a group go together, the interval widens as if fewer had been asked (Kish's design effect).
    """
    told = [group for group in groups if group]
    n = sum(len(group) for group in told)
    if not n:
        return Figure(
            label, "share", None, why=f"{unusable} unusable answers" if unusable else "nothing to ask"
        )
    value = sum(sum(group) for group in told) / n
    effect = 1.0
    if len(told) > 1 and 0 < value < 1:
        apart = sum((sum(group) - value * len(group)) ** 2 for group in told)
        spread = len(told) / (len(told) - 1) * apart / n**2
        effect = max(1.0, spread * n / (value * (1 - value)))
    asked = n / effect
    middle = (value + _Z**2 / (2 * asked)) / (1 + _Z**2 / asked)
    half = _Z / (1 + _Z**2 / asked) * (value * (1 - value) / asked + _Z**2 / (4 * asked**2)) ** 0.5
    return Figure(label, "share", value, max(0.0, middle - half), min(1.0, middle + half), n)


def shift(label: str, values: Sequence[float | None]) -> Figure:
    """The mean of differences in score, one a story, with its bootstrap interval."""
    told = [value for value in values if value is not None]
    if not told:
        return Figure(label, "points", None, why="nothing to compare")
    found = mean_interval(told)
    if isinstance(found, Refused):
        return Figure(label, "points", float(np.mean(told)), n=len(told))
    return Figure(label, "points", found.value, found.low, found.high, len(told))


def leaning(figure: Figure, toward: str, none: str, middle: float = 0.5) -> str:
    """A share against the one that a fair judge would have, in words."""
    if figure.value is None:
        return f"Nothing can be said: {figure.why}."
    if figure.above(middle):
        strength = "strongly " if (figure.low or 0) > middle + 0.2 else ""
        return f"The judge {strength}leans to {toward}: {figure.text}, where a fair judge has {100 * middle:.0f} %."
    if figure.below(middle):
        return (
            f"The judge leans away from {toward}: {figure.text}, where a fair judge has {100 * middle:.0f} %."
        )
    return f"{none}: {figure.text}, which {100 * middle:.0f} % fits. {enough(figure)}"


def enough(figure: Figure) -> str:
    """How much a figure that shows nothing could still hide."""
    if figure.low is None or figure.high is None:
        return "One story shows no interval: ask about more."
    width = figure.high - figure.low
    limit = 0.2 if figure.unit == "share" else 1.0
    return "" if width <= limit else "The range is wide: more stories would narrow it."
