"""What a measure returns when a number would mislead: a reason, of a type that cannot pass for a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reason = Literal["too few", "constant", "not a number", "one kind only"]
Numbers = NDArray[np.float64]

FEWEST = 4
"""With fewer items, two rankings agree by chance too easily for a coefficient to mean anything."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no number."""

    reason: Reason
    detail: str

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


def paired(first: ArrayLike, second: ArrayLike, fewest: int = FEWEST) -> tuple[Numbers, Numbers] | Refused:
    """Both columns as numbers, or why nothing can be measured on them.

    Unequal lengths are the caller's fault and raise; missing data are refused.
    """
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if one.shape != two.shape or one.ndim != 1:
        raise ValueError(f"columns to compare must be of one length, not {one.shape} and {two.shape}")
    bad = int((~np.isfinite(one) | ~np.isfinite(two)).sum())
    if bad:
        return Refused("not a number", f"{bad} of {len(one)} items")
    if len(one) < fewest:
        return Refused("too few", f"{len(one)} items, at least {fewest} are needed")
    return one, two


def varied(first: ArrayLike, second: ArrayLike, fewest: int = FEWEST) -> tuple[Numbers, Numbers] | Refused:
    """As `paired`, but refuses columns with one value only: nothing can rise or fall with them."""
    pair = paired(first, second, fewest)
    if isinstance(pair, Refused):
        return pair
    for column in pair:
        if np.ptp(column) == 0:
            return Refused("constant", f"one column holds nothing but {column[0]:g}")
    return pair
