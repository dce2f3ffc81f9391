"""Drift: which common words a story uses more or less as it goes on, compared with its own first chapter.

Declining stories of all chat models drift towards the same words, but each maker's models use these words at their
own level. The level shows which model wrote; only the change shows decline. So only the change is used.
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
"""Chapters with fewer words are too short for reliable figures and cannot serve as a story's opening."""


@cache
def common() -> dict[str, int]:
    """The common words with their positions."""
    return {word: place for place, word in enumerate(sorted(words_of("common")))}


def rates(prose: Prose) -> Array:
    """The square root of each common word's frequency per thousand words."""
    found = np.zeros(len(common()))
    for word, count in Counter(prose.words).items():
        if word in common():
            found[common()[word]] = count
    return np.sqrt(1000 * found / max(1, len(prose.words)))


def moved(prose: Prose, opening: Array | None) -> Array:
    """How much each common word's use has changed since the story's opening. Zero if this is the opening."""
    return np.zeros(len(common())) if opening is None else rates(prose) - opening
