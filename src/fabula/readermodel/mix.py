"""Which books a reader model will meet: another mix of genres and popularity than the one it was trained on.

Training books that are like those to come count more when the model is checked, so the figures it states are for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError

Array = NDArray[np.float64]

LIGHTEST, HEAVIEST = 0.1, 6.0
"""No book counts less or more than this, so that a few books cannot decide alone."""
COMMON = 0.08
"""Tags of at least this share of the books are matched. Rarer ones are too few to weigh by."""
CAUTION = 0.02
"""Draws the weights towards equal ones where the books at hand cannot match the mix."""
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Mix:
    """Shares of books by genre tag, and deciles (0 to 100) of the number of ratings a book has."""

    name: str
    tags: Mapping[str, float]
    deciles: tuple[float, ...] = ()


def read_mix(path: Path) -> Mix:
    """A mix from JSON: `tags` with their shares, and optionally `ratings_count_deciles` and a `name`."""
    wanted = (
        '{"name": "new popular novels", "tags": {"Romance": 0.4, ...}, "ratings_count_deciles": [11 numbers]}'
    )
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        deciles = tuple(float(each) for each in found.get("ratings_count_deciles", ()))
        mix = Mix(
            str(found.get("name") or path.stem),
            {str(tag): float(share) for tag, share in found["tags"].items()},
            deciles,
        )
    except FileNotFoundError:
        raise UsageError(f"no file {path}: give the mix as {wanted}") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{path.name} is not a mix of books: {wanted}") from None
    if deciles and (len(deciles) != 11 or list(deciles) != sorted(deciles) or deciles[0] <= 0):
        raise UsageError(f"{path.name}: ratings_count_deciles must be 11 rising numbers above 0")
    if not all(0 <= share <= 1 for share in mix.tags.values()):
        raise UsageError(f"{path.name}: shares of tags must lie between 0 and 1")
    return mix


def weigh(mix: Mix | None, genres: Sequence[Sequence[str]], readers: Array) -> Array:
    """How much each book counts, 1 on average, so that the books together come close to the mix.

    Exponential tilting: the least change of the weights that meets the shares of tags and of popularity.
    """
    if mix is None:
        return np.ones(len(genres))
    columns = {tag: share for tag, share in mix.tags.items() if share >= COMMON}
    traits = [np.array([tag in own for own in genres], dtype=float) for tag in columns]
    goals = list(columns.values())
    for place in (2, 4, 6, 8) if mix.deciles else ():
        traits.append((readers > mix.deciles[place]).astype(float))
        goals.append(1 - place / 10)
    if mix.deciles:
        traits.append((readers < mix.deciles[0]).astype(float))
        goals.append(0.01)
    table = np.array(traits).reshape(len(traits), len(genres)).T
    varied = table.max(axis=0) > table.min(axis=0)
    if not varied.any():
        raise UsageError("the mix names no genre that some of the books have and others have not")
    table, goal = table[:, varied], np.array(goals)[varied]
    middle, spread = table.mean(axis=0), table.std(axis=0)
    shares = _tilted((table - middle) / spread, (goal - middle) / spread)
    weights = np.clip(shares * len(shares), LIGHTEST, HEAVIEST)
    return np.asarray(weights / weights.mean())


def _tilted(table: Array, goal: Array) -> Array:
    """Shares of books whose means of the columns are near the goal, by damped Newton steps."""
    tilt = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        odds = np.exp(np.clip(table @ tilt, -20, 20))
        shares = odds / odds.sum()
        reached = shares @ table
        curve = (table * shares[:, None]).T @ table - np.outer(reached, reached)
        slope = reached - goal + CAUTION * tilt
        tilt -= np.linalg.solve(curve + CAUTION * np.eye(len(tilt)), slope) / 2
    odds = np.exp(np.clip(table @ tilt, -20, 20))
    return np.asarray(odds / odds.sum())


def effective(weights: Array) -> float:
    """How many equally weighted books would say as much."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def weighted_quantile(values: Array, weights: Array, level: float) -> float:
    """The value below which this share of the weight lies."""
    order = np.argsort(values, kind="stable")
    place = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    return float(np.interp(level, place, values[order]))
