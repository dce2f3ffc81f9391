"""PerSE's systems compared on the same questions, and over orders of the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean, stdev

import numpy as np

from fabula.benchmarks.perse_result import OrderRow, PairedRow, ScoreRow
from fabula.measures.intervals import difference, holm
from fabula.measures.proportions import mcnemar
from fabula.measures.refusal import Refused

_RESAMPLES = 1_000
_ORDER = ", order "


@dataclass(slots=True)
class Answers:
    """What each system answered to the same questions."""

    truth: list[float]
    scores: dict[str, Sequence[float | None]] = field(default_factory=dict)
    right: dict[str, Sequence[bool | None]] = field(default_factory=dict)
    """Whether each choice in the order given was the reader's."""

    def tested(self, seed: int = 0) -> tuple[PairedRow, ...]:
        """Every pair of systems, by Kendall's tau of scores and by McNemar's test of choices."""
        found = [
            each
            for one, two in combinations(self.scores, 2)
            if (each := self._of_scores(one, two, seed)) is not None
        ]
        found += [
            each
            for one, two in combinations(self.right, 2)
            if (each := self._of_choices(one, two)) is not None
        ]
        corrected = holm([each.p for each in found])
        return tuple(each.model_copy(update={"p_holm": p}) for each, p in zip(found, corrected, strict=True))

    def _of_scores(self, one: str, two: str, seed: int) -> PairedRow | None:
        known = [
            (first, second, true)
            for first, second, true in zip(self.scores[one], self.scores[two], self.truth, strict=True)
            if first is not None and second is not None
        ]
        if not known:
            return None
        first, second, truth = np.array(known).T
        apart = difference(first, second, truth, "kendall", _RESAMPLES, seed)
        if isinstance(apart, Refused):
            return None
        return PairedRow(
            first=one, second=two, measure="kendall", difference=apart.difference, low=apart.low, high=apart.high,
            p=apart.p, p_holm=apart.p,
        )  # fmt: skip

    def _of_choices(self, one: str, two: str) -> PairedRow | None:
        known = [
            (first, second)
            for first, second in zip(self.right[one], self.right[two], strict=True)
            if first is not None and second is not None
        ]
        found = mcnemar([first for first, _ in known], [second for _, second in known])
        if isinstance(found, Refused):
            return None
        return PairedRow(
            first=one, second=two, measure="accuracy", difference=found.difference, low=None, high=None,
            p=found.p, p_holm=found.p,
        )  # fmt: skip


def over_orders(rows: Sequence[ScoreRow]) -> tuple[OrderRow, ...]:
    """Mean and standard deviation of each coefficient over the orders of the past, for rows asked in several."""
    groups: dict[str, list[ScoreRow]] = {}
    for row in rows:
        groups.setdefault(row.name.split(_ORDER)[0], []).append(row)
    found = []
    for name, own in groups.items():
        for measure in ("pearson", "spearman", "kendall"):
            values = [value for row in own if (value := getattr(row, measure).value) is not None]
            if len(own) > 1 and len(values) > 1:
                found.append(
                    OrderRow(
                        name=name, measure=measure, orders=len(values), mean=fmean(values), sd=stdev(values)
                    )
                )
    return tuple(found)
