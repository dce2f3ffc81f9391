"""PerSE's systems compared on the same questions, and over orders of the past."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean, stdev

import numpy as np

from fabula.benchmarks.perse_baselines import OWN
from fabula.benchmarks.perse_result import Curve, OrderRow, PairedRow, Point, ScoreRow, VersionRow
from fabula.benchmarks.perse_ways import Way
from fabula.measures.intervals import difference, holm
from fabula.measures.proportions import mcnemar
from fabula.measures.refusal import Refused

_RESAMPLES = 1_000


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


@dataclass(frozen=True, slots=True)
class Asked:
    """One model asked in one way, and how its scores agree with readers'."""

    model: str
    way: Way
    row: ScoreRow


def over_orders(asked: Sequence[Asked]) -> tuple[OrderRow, ...]:
    """Mean and standard deviation of each coefficient over the orders of the past, for what was asked in several."""
    groups: dict[str, list[Asked]] = {}
    for each in asked:
        groups.setdefault(f"{each.model}, {each.way.plain_name}", []).append(each)
    found = []
    for name, own in groups.items():
        for measure in ("pearson", "spearman", "kendall"):
            values = [value for each in own if (value := getattr(each.row, measure).value) is not None]
            if len(values) > 1:
                found.append(
                    OrderRow(
                        name=name, measure=measure, orders=len(values), mean=fmean(values), sd=stdev(values)
                    )
                )
    return tuple(found)


def curves(asked: Sequence[Asked]) -> tuple[Curve, ...]:
    """Each model's Kendall by the number of past judgements, over all orders: Figures 3 and 4."""
    found: dict[str, dict[int, list[float]]] = {}
    for each in asked:
        value = each.row.kendall.value
        if value is not None and each.way.with_reviews and each.way.version == "raw":
            found.setdefault(each.model, {}).setdefault(each.way.past, []).append(value)
    return tuple(_curve(name, by_past) for name, by_past in found.items() if len(by_past) > 1)


def own_curve(rows: Sequence[ScoreRow], held: int) -> tuple[Curve, ...]:
    """The same for the reader's average, which knows no order. `held` is how many past judgements the data has."""
    values = {each.name: each.kendall.value for each in rows}
    points = {past: values.get(OWN if past == held else f"{OWN}, k = {past}") for past in range(1, held + 1)}
    by_past = {past: [value] for past, value in points.items() if value is not None}
    return (_curve(OWN, by_past),) if len(by_past) > 1 else ()


def _curve(name: str, by_past: Mapping[int, Sequence[float]]) -> Curve:
    return Curve(
        name=name,
        points=tuple(
            Point(past=past, kendall=fmean(own), sd=stdev(own) if len(own) > 1 else None, orders=len(own))
            for past, own in sorted(by_past.items())
        ),
    )


def by_version(asked: Sequence[Asked]) -> tuple[VersionRow, ...]:
    """Kendall in each version of the stories, for the models that were asked in several: Figure 8."""
    hidden = {(each.model, each.way.past) for each in asked if each.way.version != "raw"}
    return tuple(
        VersionRow(name=each.model, version=each.way.version, past=each.way.past, kendall=each.row.kendall)
        for each in asked
        if (each.model, each.way.past) in hidden and not each.way.order and each.way.with_reviews
    )
