"""Trains and evaluates the gauge on judged chapters by many models, with whole model families held out.

It uses two ridge regressions: how good a chapter is, and how a story changes from its opening. The first also learns
from spoiled chapters (shuffled, spliced, cut off, repeated) with a lower score, because style alone would reward
shuffled words.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from fabula.gauge.bars import bars, lowered
from fabula.gauge.drift import Array
from fabula.gauge.gauge import CLIP, Gauge, dump
from fabula.gauge.measuring import Judged, Measured, Rows, bigram_table, measure, read_judged
from fabula.gauge.spoiling import SPOILS
from fabula.workers.engines import Engine, engine

GATED = ("order", "halves", "bigrams", "ending", "again")
DOUBT = 2.0
"""Log odds subtracted from every gate, so that an intact text rarely loses points."""
RIDGE = 100.0
DRIFT_RIDGE = 8000.0
LEAST_WEIGHTS = 0.03
"""The inverse strength of the penalty in the logistic regressions."""
SPOILED = 10.0
"""The points that a spoiled chapter loses in training."""
SPOIL_WEIGHTS = {"sentences": 0.6, "words": 0.25, "splice": 0.5, "cut": 0.25, "repeat": 0.25}


def fit(chapters: Sequence[Judged], measured: Measured, table: Array, rows: NDArray[np.bool_]) -> Gauge:
    """Trains a gauge on the chapters of `rows`."""
    figures, scores = measured.whole.figures[rows], np.array([chapter.score for chapter in chapters])[rows]
    centre, scale = figures.mean(0), figures.std(0) + 1e-9

    def placed(found: Array) -> Array:
        return np.asarray(np.clip((found - centre) / scale, -CLIP, CLIP))

    middle = float(scores.mean())
    weights = _level(measured, rows, scores - middle, placed)
    unexplained = scores - middle - placed(figures) @ weights
    stories = [(chapter.model, chapter.story) for chapter, used in zip(chapters, rows, strict=True) if used]
    drift = _drift(measured.whole.drifted[rows], unexplained, stories)
    gates, intercepts = _gates(measured, rows[measured.spoiled_of], placed)
    return Gauge(measured.names, centre, scale, weights, middle, gates, intercepts, drift, table)


def _level(
    measured: Measured, rows: NDArray[np.bool_], scores: Array, placed: Callable[[Array], Array]
) -> Array:
    """Ridge on the figures. A spoiled chapter is SPOILED points below its original, whatever the original's score."""
    own = placed(measured.whole.figures[rows])
    products, right = own.T @ own + RIDGE * np.eye(own.shape[1]), own.T @ scores
    spoiled = rows[measured.spoiled_of]
    whole = placed(measured.whole.figures[measured.spoiled_of][spoiled])
    for kind, weight in SPOIL_WEIGHTS.items():
        change = placed(measured.spoiled[kind].figures[spoiled]) - whole
        products += weight * change.T @ change
        right -= weight * SPOILED * change.sum(0)
    return np.asarray(np.linalg.solve(products, right), dtype=float)


def _drift(drifted: Array, unexplained: Array, stories: Sequence[tuple[str, str]]) -> Array:
    """Ridge within stories on the residuals of the figures: which words increase as the judge's score falls."""
    _, story = np.unique([f"{model}\n{title}" for model, title in stories], return_inverse=True)
    moves, left = _within(drifted, story), _within(unexplained[:, None], story)[:, 0]
    scale = moves.std(0) + 1e-9
    moves /= scale
    products = moves.T @ moves + DRIFT_RIDGE * np.eye(moves.shape[1])
    return np.asarray(np.linalg.solve(products, moves.T @ left) / scale, dtype=float)


def _within(values: Array, groups: NDArray[np.int64]) -> Array:
    """Values minus the mean of their group."""
    sums = np.zeros((groups.max() + 1, values.shape[1]))
    np.add.at(sums, groups, values)
    return np.asarray(values - (sums / np.bincount(groups)[:, None])[groups])


def _gates(
    measured: Measured, rows: NDArray[np.bool_], placed: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """For each way of spoiling, a logistic regression on the figures of order: is this text spoiled in that way?"""
    of_order = np.array([name.split(".")[0] in GATED for name in measured.names])
    whole = placed(measured.whole.figures[measured.spoiled_of][rows])[:, of_order]
    weights, intercepts = np.zeros((len(SPOILS), len(of_order))), np.zeros(len(SPOILS))
    for at, kind in enumerate(SPOILS):
        worse = placed(measured.spoiled[kind].figures[rows])[:, of_order]
        is_worse = np.repeat([1, 0], [len(worse), len(whole)])
        weights[at, of_order], intercept = logistic(np.vstack([worse, whole]), is_worse)
        intercepts[at] = intercept - DOUBT
    return weights, intercepts


def logistic(figures: Array, is_one: NDArray[np.int_]) -> tuple[Array, float]:
    """Weights and intercept of a logistic regression with a penalty on the weights but not on the intercept."""
    sign = np.where(is_one == 1, 1.0, -1.0)

    def loss(given: Array) -> tuple[float, Array]:
        margin = sign * (figures @ given[:-1] + given[-1])
        slope = -sign * expit(-margin)
        value = LEAST_WEIGHTS * np.logaddexp(0, -margin).sum() + given[:-1] @ given[:-1] / 2
        return float(value), np.append(
            LEAST_WEIGHTS * slope @ figures + given[:-1], LEAST_WEIGHTS * slope.sum()
        )

    start = np.zeros(figures.shape[1] + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000, "gtol": 1e-8})
    return found.x[:-1], float(found.x[-1])


def held_out(chapters: Sequence[Judged], measured: Measured, table: Array) -> tuple[Array, dict[str, Array]]:
    """Scores every chapter, intact and spoiled, with a gauge that was trained without its maker's models."""
    makers = np.array([chapter.family for chapter in chapters])
    whole = np.zeros(len(chapters))
    spoiled = {kind: np.zeros(len(measured.spoiled_of)) for kind in SPOILS}
    for maker in sorted(set(makers)):
        gauge = fit(chapters, measured, table, makers != maker)
        own = makers == maker
        whole[own] = _points(gauge, measured.whole.at(own))
        inner = own[measured.spoiled_of]
        for kind in SPOILS:
            spoiled[kind][inner] = _points(gauge, measured.spoiled[kind].at(inner))
    return whole, spoiled


def _points(gauge: Gauge, rows: Rows) -> Array:
    return gauge.points(rows.figures, rows.drifted)


def make(path: Path, on: Engine) -> tuple[Gauge, dict[str, Any]]:
    """The gauge trained on all chapters, and the agreement of gauges trained without each maker in turn."""
    chapters = read_judged(path)
    table = bigram_table(chapter.text for chapter in chapters)
    measured = measure(chapters, table, on)
    whole, spoiled = held_out(chapters, measured, table)
    columns = {
        "gauge": whole,
        "mtld_alone": measured.whole.figures[:, measured.names.index("variety.mtld")],
        "length_alone": measured.whole.figures[:, measured.names.index("words.log")],
    }
    judged = np.array([chapter.score for chapter in chapters])
    models = [chapter.model for chapter in chapters]
    stories = [chapter.prompt for chapter in chapters]
    numbers = [chapter.chapter for chapter in chapters]
    report = {
        "chapters": len(chapters),
        "models": len(set(models)),
        "makers": len({chapter.family for chapter in chapters}),
        "figures": len(measured.names),
        **{name: bars(column, judged, models, stories, numbers) for name, column in columns.items()},
        "lowered": lowered(whole, spoiled, measured.spoiled_of),
    }
    return fit(chapters, measured, table, np.ones(len(chapters), dtype=bool)), report


def main() -> None:
    """python -m fabula.gauge.training CHAPTERS FOLDER: writes gauge.npz and gauge.json to FOLDER."""
    chapters, folder = Path(sys.argv[1]), Path(sys.argv[2])
    gauge, report = make(chapters, engine())
    (folder / "gauge.npz").write_bytes(dump(gauge))
    (folder / "gauge.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
