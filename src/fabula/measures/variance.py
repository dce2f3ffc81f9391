"""How much of the variance of scores lies between groups, with an upper limit: one-way analysis of variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import scipy

_LEVEL = 0.025
_POWER = 0.8
_MOST_GROUPS = 20_000


@dataclass(frozen=True, slots=True)
class BetweenGroups:
    """Mean squares between and within groups."""

    between: float
    within: float
    freedom_between: int
    freedom_within: int
    size: float
    """Scores in each group, on average."""

    @property
    def at_most(self) -> float:
        """The upper limit of the standard deviation between groups, exact at 97.5 % for normal scores.

        Where groups do not differ at all, the ratio of the mean squares follows F. Its low quantile says how much
        difference could have hidden behind so small a ratio.
        """
        low = float(scipy.stats.f.ppf(_LEVEL, self.freedom_between, self.freedom_within))
        return sqrt(max(0.0, (self.between / low - self.within) / self.size))

    def groups_needed(self, spread: float) -> int | None:
        """How many groups like these rule out this spread with a chance of 80%, if there is none. None: too many."""
        if not self.within:
            return self.freedom_between + 1
        hidden = 1 + self.size * spread**2 / self.within
        fewest, most = 2, 4
        while not self._enough(most, hidden):
            fewest, most = most, 2 * most
            if most > _MOST_GROUPS:
                return None
        while fewest + 1 < most:
            middle = (fewest + most) // 2
            fewest, most = (fewest, middle) if self._enough(middle, hidden) else (middle, most)
        return most

    def _enough(self, groups: int, hidden: float) -> bool:
        freedom = groups - 1, max(1, round((self.size - 1) * groups))
        usual, low = scipy.stats.f.ppf([_POWER, _LEVEL], *freedom)
        return bool(usual < hidden * low)


def between_groups(families: Sequence[Sequence[Sequence[float]]]) -> BetweenGroups | None:
    """Differences between groups of one family, pooled over families. None if nothing varies freely.

    Groups of stories are one family. Where each story has two arms, each story is a family of two groups.
    """
    kept = [known for each in families if len(known := [group for group in each if len(group)]) > 1]
    groups = [group for each in kept for group in each]
    freedom_between = sum(len(each) - 1 for each in kept)
    freedom_within = sum(len(group) - 1 for group in groups)
    if not freedom_between or not freedom_within:
        return None
    between = 0.0
    for each in kept:
        middle = fmean(score for group in each for score in group)
        between += sum(len(group) * (fmean(group) - middle) ** 2 for group in each)
    within = sum((score - fmean(group)) ** 2 for group in groups for score in group)
    return BetweenGroups(
        between / freedom_between,
        within / freedom_within,
        freedom_between,
        freedom_within,
        sum(map(len, groups)) / len(groups),
    )
