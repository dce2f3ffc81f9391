"""Drift: which common words a story takes up and which it drops as it goes on, against its own first chapter.

Stories of chat models decline into the same words whoever wrote them, but each maker uses these words at a level of its
own: the level says who wrote, the change says how it goes. So only the change is weighed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fabula.gauge.prose import Prose
from fabula.gauge.style import words_of

Array = NDArray[np.float64]
ENOUGH = 150
"""Words of a chapter below which its figures say little, and it is no opening to measure others by."""


@cache
def common() -> dict[str, int]:
    """The common words, each with its place."""
    return {word: place for place, word in enumerate(sorted(words_of("common")))}


def rates(prose: Prose) -> Array:
    """The square root of how often each common word stands in a thousand."""
    found = np.zeros(len(common()))
    for word, count in Counter(prose.words).items():
        if word in common():
            found[common()[word]] = count
    return np.sqrt(1000 * found / max(1, len(prose.words)))


def moved(prose: Prose, opening: Array | None) -> Array:
    """How far each common word has moved from the opening of the story; not at all where this is the opening."""
    return np.zeros(len(common())) if opening is None else rates(prose) - opening
