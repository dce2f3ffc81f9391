"""Which pairs to compare next: those whose order is least sure, each book or writer in at most one at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from fabula.measures.bradley_terry import Numbers, Strengths

Pair = tuple[int, int]


Side = Literal["first", "second", "tie"]
"""Which of a pair was chosen, in whichever order the two were shown."""
Both = tuple[int, int, Side | None, Side | None]
"""A pair, what was chosen when its first came first, and what when its second did. None for an unusable answer."""


def next_pairs(found: Strengths, asked: Collection[Pair], sure: float, most: int) -> list[Pair]:
    """Up to `most` pairs that are not among those `asked` often enough, neighbours first. Empty if the order is sure.

    Neighbours in the present order decide it: a pair further apart can only matter when its neighbours are unsure.
    """
    order = [int(place) for place in np.argsort(-found.values, kind="stable")]
    if all(found.above(one, other) >= sure for one, other in pairwise(order)):
        return []
    rank = {book: place for place, book in enumerate(order)}
    free = [pair for pair in combinations(range(len(order)), 2) if pair not in asked]
    free.sort(key=lambda pair: (_apart(pair, rank) > 1, _known(found, pair), _apart(pair, rank), pair))
    chosen: list[Pair] = []
    busy: set[int] = set()
    for pair in free:
        if len(chosen) < most and not busy & set(pair) and _known(found, pair) < max(sure, 0.999):
            chosen.append(pair)
            busy |= set(pair)
    return chosen


def tables(compared: Iterable[Both], count: int) -> tuple[Numbers, Numbers]:
    """How often each, shown first, was chosen over each other, and how often not. A tie is half of both."""
    won, lost = np.zeros((count, count)), np.zeros((count, count))
    for first, second, straight, turned in compared:
        for shown, other, side, own in (
            (first, second, straight, "first"),
            (second, first, turned, "second"),
        ):
            if side is not None:
                share = 0.5 if side == "tie" else float(side == own)
                won[shown, other] += share
                lost[shown, other] += 1 - share
    return won, lost


def from_scores(scores: list[float | None]) -> Numbers | None:
    """Single scores in standard deviations. None if they say nothing; a missing one counts as the mean."""
    known = [score for score in scores if score is not None]
    if len(known) < 2 or np.std(known) == 0:
        return None
    centre, spread = np.mean(known), np.std(known)
    return np.array([0.0 if score is None else (score - centre) / spread for score in scores])


def _apart(pair: Pair, rank: dict[int, int]) -> int:
    return abs(rank[pair[0]] - rank[pair[1]])


def _known(found: Strengths, pair: Pair) -> float:
    """How sure the order of a pair is, from one half to one."""
    chance = found.above(*pair)
    return max(chance, 1 - chance)
