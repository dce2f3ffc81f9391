"""Runs of words as numbers, so that those which come back are found by sorting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np

_MIX = np.uint64(0x9E3779B97F4A7C15)


def run_codes(words: Sequence[str], size: int) -> Any:
    """One number for the run of `size` words that begins at each word. Like runs have like numbers; unlike ones next to
    never do."""
    if len(words) < size:
        return np.zeros(0, dtype=np.uint64)
    ids: dict[str, int] = {}
    fresh = count(1)
    numbers = np.fromiter(
        (ids[word] if word in ids else ids.setdefault(word, next(fresh)) for word in words),
        dtype=np.uint64,
        count=len(words),
    )
    codes = np.zeros(len(words) - size + 1, dtype=np.uint64)
    for n in range(size):
        codes = (codes ^ numbers[n : len(words) - size + 1 + n]) * _MIX
        codes ^= codes >> np.uint64(29)
    return codes
