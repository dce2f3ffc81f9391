"""What knows nothing of the text: labels alone, such as genres, turned into predictions for items they did not learn from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from fabula.measures.refusal import Numbers


def from_labels(
    labels: Sequence[Sequence[str]],
    truth: ArrayLike,
    folds: int = 10,
    penalty: float = 10.0,
    seed: int = 0,
) -> Numbers:
    """Ridge regression on the labels, each item predicted by a model that was fitted without it."""
    target = np.asarray(truth, dtype=float)
    names = sorted({label for own in labels for label in own})
    column = {name: index for index, name in enumerate(names)}
    design = np.zeros((len(target), len(names)))
    for row, own in enumerate(labels):
        design[row, [column[label] for label in own]] = 1
    fold = np.random.default_rng(seed).permutation(len(target)) % max(2, min(folds, len(target)))
    predicted = np.empty(len(target))
    for number in np.unique(fold):
        held = fold == number
        centre, level = design[~held].mean(axis=0), target[~held].mean()
        known = design[~held] - centre
        weights = np.linalg.solve(
            known.T @ known + penalty * np.eye(len(names)), known.T @ (target[~held] - level)
        )
        predicted[held] = level + (design[held] - centre) @ weights
    return predicted
