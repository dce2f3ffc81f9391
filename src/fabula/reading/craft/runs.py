"""Runs of words as numbers, so that those which come back are found by sorting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from fabula.reading.tokens import Tokens

RUN = 4
"""Words of a run."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Runs:
    """Every run of RUN words of a book, by the place of its first word among all words of the book."""

    codes: NDArray[np.uint64]
    """Like runs have like numbers; unlike ones next to never do."""
    times: NDArray[np.int64]
    """How often the run stands in the book."""
    pairs: NDArray[np.int64]
    """Both places of every run that stands exactly twice."""


def runs_of(tokens: Sequence[Tokens]) -> Runs:
    """The runs of a whole book. Some begin in one chapter and end in the next."""
    codes = _codes(list(chain.from_iterable(each.words for each in tokens)))
    order = np.argsort(codes, kind="stable")
    begins = np.ones(len(codes), dtype=bool)
    begins[1:] = codes[order[1:]] != codes[order[:-1]]
    starts = np.flatnonzero(begins)
    counts = np.diff(starts, append=len(codes))
    times = np.empty(len(codes), dtype=np.int64)
    times[order] = np.repeat(counts, counts)
    twice = starts[counts == 2]
    return Runs(codes, times, np.stack([order[twice], order[twice + 1]], axis=1))


def _codes(words: Sequence[str]) -> NDArray[np.uint64]:
    if len(words) < RUN:
        return np.zeros(0, dtype=np.uint64)
    ids: defaultdict[str, int] = defaultdict(count(1).__next__)
    numbers = np.fromiter(map(ids.__getitem__, words), dtype=np.uint64, count=len(words))
    codes = np.zeros(len(words) - RUN + 1, dtype=np.uint64)
    for n in range(RUN):
        codes = (codes ^ numbers[n : len(codes) + n]) * _MIX
        codes ^= codes >> np.uint64(29)
    return codes
