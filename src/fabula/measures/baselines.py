"""Baselines that do not read the text: predictions from labels such as genres, for items they were not trained on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from fabula.measures.refusal import Numbers

Labels = Sequence[Sequence[str]]
PENALTY = 10.0


def from_labels(
    labels: Labels, truth: ArrayLike, folds: int = 10, penalty: float = PENALTY, seed: int = 0
) -> Numbers:
    """Ridge regression on the labels. Each item is predicted by a model fitted without it."""
    target = np.asarray(truth, dtype=float)
    design = _design(labels, _names(labels))
    fold = np.random.default_rng(seed).permutation(len(target)) % max(2, min(folds, len(target)))
    predicted = np.empty(len(target))
    for number in np.unique(fold):
        held = fold == number
        predicted[held] = _predicted(design[~held], target[~held], design[held], penalty)
    return predicted


def from_other_labels(known: Labels, truth: ArrayLike, labels: Labels, penalty: float = PENALTY) -> Numbers:
    """Predict new items. Labels that no known item has are ignored."""
    names = _names(known)
    return _predicted(_design(known, names), np.asarray(truth, dtype=float), _design(labels, names), penalty)


def _names(labels: Labels) -> list[str]:
    return sorted({label for own in labels for label in own})


def _design(labels: Labels, names: Sequence[str]) -> Numbers:
    column = {name: index for index, name in enumerate(names)}
    design = np.zeros((len(labels), len(names)))
    for row, own in enumerate(labels):
        design[row, [column[label] for label in own if label in column]] = 1
    return design


def _predicted(design: Numbers, target: Numbers, asked: Numbers, penalty: float) -> Numbers:
    centre, level = design.mean(axis=0), target.mean()
    known = design - centre
    weights = np.linalg.solve(known.T @ known + penalty * np.eye(design.shape[1]), known.T @ (target - level))
    return np.asarray(level + (asked - centre) @ weights)
