"""What a measure returns if a number would mislead: a reason, in a type that cannot be mistaken for a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fabula.notices import Notice

Reason = Literal["too few", "constant", "not a number", "one kind only"]
Numbers = NDArray[np.float64]

FEWEST = 4
"""With fewer items, two rankings agree too easily by chance."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no number."""

    reason: Reason
    detail: Notice

    @property
    def notice(self) -> Notice:
        """The reason and its detail for the user."""
        reason = Notice.of(f"measures.{self.reason.replace(' ', '-')}")
        return Notice.of("measures.refused", reason=reason, detail=self.detail)

    def __str__(self) -> str:
        return str(self.notice)


def paired(first: ArrayLike, second: ArrayLike, fewest: int = FEWEST) -> tuple[Numbers, Numbers] | Refused:
    """Both columns as numbers, or why nothing can be measured on them.

    Unequal lengths are a bug of the caller and raise an error. Missing data gives a refusal.
    """
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if one.shape != two.shape or one.ndim != 1:
        raise ValueError(f"columns to compare must have the same length, not {one.shape} and {two.shape}")
    bad = int((~np.isfinite(one) | ~np.isfinite(two)).sum())
    if bad:
        return Refused("not a number", Notice.of("measures.some-items", n=bad, of=len(one)))
    if len(one) < fewest:
        return Refused("too few", Notice.of("measures.items-needed", n=len(one), least=fewest))
    return one, two


def varied(first: ArrayLike, second: ArrayLike, fewest: int = FEWEST) -> tuple[Numbers, Numbers] | Refused:
    """Like `paired`, but also refuses columns with only one distinct value."""
    pair = paired(first, second, fewest)
    if isinstance(pair, Refused):
        return pair
    for column in pair:
        if np.ptp(column) == 0:
            return Refused("constant", Notice.of("measures.one-value", value=f"{column[0]:g}"))
    return pair
