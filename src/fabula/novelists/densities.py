"""How the figures of a shelf are spread: a smooth density beside a fitted normal."""

from __future__ import annotations

import math

import numpy as np

from fabula.novelists.reference import Numbers, Reference


def density(reference: Reference, steps: int = 120) -> tuple[Numbers, Numbers, Numbers]:
    """The shelf's figures as a smooth density beside a fitted normal: positions, density, normal density.

    Gaussian kernels of Scott's width: scipy.stats has the same, and loading it takes longer than writing a board.
    """
    known = np.asarray(reference.novels or reference.quantiles)
    grid = np.linspace(known.min() - 0.1, known.max() + 0.1, steps)
    return grid, smoothed(known, grid), fitted_normal(known, grid)


def smoothed(known: Numbers, grid: Numbers) -> Numbers:
    """The density of figures at the places of a grid."""
    width = float(known.std(ddof=1)) * len(known) ** -0.2
    return np.asarray(_bell(grid[:, None], known, width).mean(axis=1))


def fitted_normal(known: Numbers, grid: Numbers) -> Numbers:
    """The density of the normal distribution with the mean and spread of these figures."""
    return _bell(grid, float(known.mean()), float(known.std()))


def _bell(at: Numbers, middle: Numbers | float, width: float) -> Numbers:
    """The normal density."""
    return np.asarray(np.exp(-(((at - middle) / width) ** 2) / 2) / (width * math.sqrt(2 * math.pi)))
