"""Agreement within groups. An overall figure may only reflect differences between genres, or between short and long books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from fabula.measures.intervals import (
    RESAMPLES,
    Estimate,
    Interval,
    bounds,
    estimate,
    resampled_pair,
)
from fabula.measures.refusal import Numbers, Refused, paired
from fabula.measures.resampling import Coefficient
from fabula.notices import Notice

Groups = Mapping[str, Sequence[int]]
"""A group's name and the indices of its items. An item may be in several groups (a book's genres) or in none."""


@dataclass(frozen=True, slots=True)
class WithinGroups:
    """A coefficient in each group, and their mean weighted by group size."""

    mean: Interval | Refused
    by_group: dict[str, Estimate | Refused]


def by_label(labels: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Groups from each item's labels, the largest first."""
    places: dict[str, list[int]] = {}
    for place, own in enumerate(labels):
        for label in dict.fromkeys(own):
            places.setdefault(label, []).append(place)
    return dict(sorted(places.items(), key=lambda entry: (-len(entry[1]), entry[0])))


def bands(values: ArrayLike, count: int = 3) -> dict[str, list[int]]:
    """Groups of about equal size by a number such as length. Each is named after its lowest and highest value."""
    column = np.asarray(values, dtype=float)
    known = np.flatnonzero(np.isfinite(column))
    if not len(known):
        return {}
    inner = np.quantile(column[known], np.arange(1, count) / count)
    band = np.searchsorted(inner, column[known], side="left")
    found: dict[str, list[int]] = {}
    for index in range(count):
        places = known[band == index]
        if len(places):
            low, high = column[places].min(), column[places].max()
            found[f"{low:g}" if low == high else f"{low:g} to {high:g}"] = places.tolist()
    return found


def within_groups(
    first: ArrayLike,
    second: ArrayLike,
    groups: Groups,
    kind: Coefficient = "kendall",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> WithinGroups:
    """The coefficient in each group. For the interval of the mean, each group is resampled separately."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    by_group: dict[str, Estimate | Refused] = {}
    again: list[Numbers] = []
    for number, (name, members) in enumerate(groups.items()):
        pair = one[list(members)], two[list(members)]
        by_group[name] = estimate(*pair, kind, resamples, seed + number)
        if isinstance(by_group[name], Estimate):
            again.append(resampled_pair(*pair, kind, resamples, seed + number))
    found = [each for each in by_group.values() if isinstance(each, Estimate)]
    if not found:
        return WithinGroups(Refused("too few", Notice.of("measures.no-group")), by_group)
    sizes = np.array([each.n for each in found], dtype=float)
    low, high = bounds(_weighted_means(np.asarray(again), sizes))
    return WithinGroups(
        Interval(float(np.average([each.value for each in found], weights=sizes)), low, high), by_group
    )


def _weighted_means(resamples: Numbers, sizes: Numbers) -> Numbers:
    """The mean over groups in each resample. A group that drew only one value has no coefficient there and weighs nothing."""
    known = np.isfinite(resamples)
    weights = known * sizes[:, None]
    with np.errstate(invalid="ignore"):
        means: Numbers = (np.where(known, resamples, 0.0) * weights).sum(axis=0) / weights.sum(axis=0)
    return means


def group_means(values: ArrayLike, groups: Groups) -> dict[str, float | Refused]:
    """The mean of a column in each group."""
    column = np.asarray(values, dtype=float)
    means: dict[str, float | Refused] = {}
    for name, members in groups.items():
        own = column[np.asarray(members, dtype=int)]
        checked = paired(own, own, fewest=1)
        means[name] = checked if isinstance(checked, Refused) else float(own.mean())
    return means
