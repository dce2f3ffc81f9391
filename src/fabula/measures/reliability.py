"""Whether stated confidence is earned: of the answers given with 80%, are 80 % right?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabula.measures.refusal import Refused
from fabula.notices import Notice

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The answers whose confidence lies in one tenth of the scale."""

    low: float
    high: float
    n: int
    confidence: float
    """Their mean confidence."""
    accuracy: float
    """The share of them that is right."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The tenths that hold answers, and the expected calibration error over them: 0 at best."""

    n: int
    error: float
    """The mean distance between confidence and accuracy, weighted by the answers of each tenth."""
    bins: tuple[Bin, ...]


def reliability(confidence: Sequence[float], right: Sequence[bool]) -> Reliability | Refused:
    """Confidence against accuracy, in tenths of the scale."""
    if len(confidence) != len(right):
        raise ValueError(f"{len(confidence)} confidences for {len(right)} answers")
    if not confidence:
        return Refused("too few", Notice.of("measures.no-items"))
    stated, earned = np.asarray(confidence, dtype=float), np.asarray(right, dtype=float)
    tenth = np.minimum((stated * BINS).astype(int), BINS - 1)
    bins = tuple(
        Bin(
            each / BINS,
            (each + 1) / BINS,
            int((tenth == each).sum()),
            float(stated[tenth == each].mean()),
            float(earned[tenth == each].mean()),
        )
        for each in sorted(set(tenth.tolist()))
    )
    error = sum(each.n * abs(each.confidence - each.accuracy) for each in bins) / len(stated)
    return Reliability(len(stated), error, bins)
