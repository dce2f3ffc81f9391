"""A shelf of human novels as the few numbers that scores are compared with, and how they are fitted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fabula.errors import UsageError

Numbers = NDArray[np.float64]

TIE = 1e-9
"""Figures closer than this are equal, because sums of eight products differ in their last digits."""
FEWEST_NOVELS = 10
"""A fit on fewer novels would describe these novels, not novels in general."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A shelf of human novels reduced to the numbers that scores are compared with."""

    mean: tuple[float, ...]
    std: tuple[float, ...]
    weights: tuple[float, ...]
    """The loadings of the first principal component, scaled to a sum of 1."""
    minimum: float
    maximum: float
    """The minimum and maximum of the weighted z-scores, which become 0 and 1."""
    novels: tuple[float, ...] = ()
    """Every novel's figure between 0 and 1, if the file has them."""
    quantiles: tuple[float, ...] = ()
    """Otherwise the figures at evenly spaced percentiles from 0 to 100."""
    explained: tuple[float, ...] = ()
    """The share of variance of each principal component in order. Empty if the file does not give it."""
    dimensions: tuple[str, ...] = ()
    source: str = ""
    count: int = 0
    """The number of novels behind it."""

    judges: tuple[str, ...] = ()
    """Who scored the novels. Empty if the file does not say."""
    prompts: tuple[str, ...] = ()
    """How the judges were asked: digests of their prompts, or the name of a published protocol."""
    languages: tuple[str, ...] = ()
    by_language: tuple[tuple[str, Reference], ...] = ()
    """References of single languages, for books in these languages."""

    def for_language(self, language: str | None) -> Reference:
        """The novels to compare a book of this language with."""
        return dict(self.by_language).get(language or "", self)

    def normalised(self, scores: ArrayLike) -> float:
        """The figure for one set of scores. 0 and 1 are the lowest and highest novel; a figure may lie beyond."""
        given = np.asarray(scores, dtype=float)
        if given.shape != (len(self.mean),):
            raise UsageError(
                f"a placement needs {len(self.mean)} scores in the rubric's order, not {given.size}"
            )
        if not np.isfinite(given).all():
            raise UsageError("a placement needs every score, but one is not a number")
        return float(self.figures(given[None, :])[0])

    def figures(self, rows: Numbers) -> Numbers:
        """The figures of several sets of scores, one a row."""
        weighted = ((rows - np.asarray(self.mean)) / np.asarray(self.std)) @ np.asarray(self.weights)
        return np.asarray((weighted - self.minimum) / (self.maximum - self.minimum))

    def percentile(self, normalised: float) -> float:
        """The percentage of novels below the figure, with ties at their middle rank, as in scipy's `rank`."""
        return float(self.percentiles(np.array([normalised]))[0])

    def percentiles(self, figures: Numbers) -> Numbers:
        """The same for several figures."""
        if self.novels:
            known = _ascending(self.novels)
            below = np.searchsorted(known, figures - TIE, side="left")
            upto = np.searchsorted(known, figures + TIE, side="right")
            return np.asarray((below + upto + (below < upto)) * 50.0 / len(known))
        steps = np.linspace(0.0, 100.0, len(self.quantiles))
        return np.asarray(np.interp(figures, self.quantiles, steps))


@lru_cache(maxsize=16)
def _ascending(novels: tuple[float, ...]) -> Numbers:
    return np.sort(np.asarray(novels))


def fit(books: ArrayLike, dimensions: Sequence[str] = (), source: str = "") -> Reference:
    """Makes a reference from human novels' scores, one row per novel: z-scores, first component, range, all figures."""
    table = np.asarray(books, dtype=float)
    if table.ndim != 2 or len(table) < FEWEST_NOVELS:
        raise UsageError(f"a reference needs the scores of at least {FEWEST_NOVELS} novels, not {len(table)}")
    if not np.isfinite(table).all():
        raise UsageError("a reference needs every dimension of every novel, but some scores are missing")
    mean, std = table.mean(axis=0), table.std(axis=0)
    if (flat := std == 0).any():
        name = dimensions[int(flat.argmax())] if dimensions else f"number {int(flat.argmax()) + 1}"
        raise UsageError(f"dimension {name} has the same score for every novel, so it cannot rank anything")
    standard = (table - mean) / std
    variances, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    first = vectors[:, -1]
    total = float(first.sum())
    if math.isclose(total, 0, abs_tol=1e-9):
        raise UsageError("the dimensions cancel out: the first principal component has no direction")
    weights = first / total
    weighted = standard @ weights
    low, high = float(weighted.min()), float(weighted.max())
    explained = np.clip(variances[::-1], 0, None) / variances.sum()
    return Reference(
        _floats(mean), _floats(std), _floats(weights), low, high,
        novels=_floats((weighted - low) / (high - low)),
        explained=_floats(explained), dimensions=tuple(dimensions), source=source, count=len(table),
    )  # fmt: skip


def _floats(values: Numbers) -> tuple[float, ...]:
    return tuple(float(each) for each in values)
