"""Does a judge repeat its answers? Spread, interquartile range and intraclass correlation over replicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from fabula.measures.refusal import Refused
from fabula.notices import Notice


@dataclass(frozen=True, slots=True)
class Repeatability:
    """How much replicates of the same item differ. `icc` is the share of variance between items."""

    items: int
    replicates: int
    spread: float
    """The standard deviation within an item, pooled over the items."""
    iqr: float
    """The mean over items of the interquartile range within one."""
    icc: float | Refused


def repeatability(scores: ArrayLike) -> Repeatability | Refused:
    """Spread within the items of a table of items by replicates. NaN marks a missing replicate.

    Items with a single replicate are not counted.
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != 2:
        raise ValueError("repeatability needs a table of items by replicates")
    rows = [row[np.isfinite(row)] for row in table]
    repeated = [row for row in rows if len(row) >= 2]
    if not repeated:
        return Refused("too few", Notice.of("measures.none-judged-twice"))
    freedom = sum(len(row) - 1 for row in repeated)
    within = sum(float(((row - row.mean()) ** 2).sum()) for row in repeated) / freedom
    iqr = float(np.mean([np.subtract(*np.percentile(row, [75, 25])) for row in repeated]))
    return Repeatability(
        len(repeated), max(len(row) for row in repeated), float(np.sqrt(within)), iqr, intraclass(table)
    )


def intraclass(scores: ArrayLike) -> float | Refused:
    """ICC(1): one-way random effects, for a single replicate; replicates may be missing (NaN)."""
    rows = [row[np.isfinite(row)] for row in np.atleast_2d(np.asarray(scores, dtype=float))]
    repeated = [row for row in rows if len(row) >= 2]
    if len(repeated) < 2:
        return Refused("too few", Notice.of("measures.items-judged-twice", n=len(repeated)))
    sizes = np.array([len(row) for row in repeated], dtype=float)
    means = np.array([row.mean() for row in repeated])
    total = sizes.sum()
    grand = (sizes * means).sum() / total
    between = (sizes * (means - grand) ** 2).sum() / (len(repeated) - 1)
    within = sum(float(((row - row.mean()) ** 2).sum()) for row in repeated) / (total - len(repeated))
    if between == 0 and within == 0:
        return Refused("constant", Notice.of("measures.same-score"))
    typical = (total - (sizes**2).sum() / total) / (len(repeated) - 1)
    return float((between - within) / (between + (typical - 1) * within))
