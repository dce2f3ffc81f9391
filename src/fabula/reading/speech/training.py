"""Trains the ranker of speakers on scenes whose speakers are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from fabula.reading.speech.chain import Batch, batch
from fabula.reading.speech.features import NEXT, OWN, SOMEBODY_ELSE, Scene
from fabula.reading.speech.model import Ranker, Weights, grouped

Floats = NDArray[np.float64]
PENALTY = 3.0
"""Half of this, times the sum of squared weights, is added to the loss."""
STEPS = 60
_LEAST_SLOPE = 0.05
"""More evidence never makes an attribution less sure, whatever a few trials say."""
OF_THE_OTHER_SEX = -1.5
"""Added to what was learned: `she said` names no man, but in training some people of the casts have the wrong sex."""
PRECISION = 0.88
"""Nobody is named below the confidence at which this share of the attributions is right."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scene with the candidates who may be right in each turn. None where nobody noted the speaker."""

    scene: Scene
    right: list[frozenset[int] | None]
    """An empty set if the speaker is none of the candidates."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One quotation in a novel that took no part in training."""

    chance: float
    """Of the likeliest candidate."""
    right: bool


def fit(lessons: Sequence[Lesson], start: Floats | None = None, steps: int = STEPS) -> Floats:
    """Weights under which the noted speakers are likeliest, as one vector."""
    batches = [
        _batch([lessons[index] for index in group]) for group in grouped([one.scene for one in lessons])
    ]
    size = len(OWN) + 2 * len(NEXT)
    begin = np.zeros(size) if start is None else start
    found = minimize(_loss, begin, args=(batches,), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    vector = np.asarray(found.x)
    vector[OWN["tag_unfit"]] += OF_THE_OTHER_SEX
    return vector


def weights(vector: Floats) -> Weights:
    """A vector of weights, taken apart."""
    first, second = len(OWN), len(OWN) + len(NEXT)
    return Weights(vector[:first], vector[first:second], vector[second:])


def calibrated(vector: Floats, trials: Sequence[Trial]) -> Ranker:
    """The ranker with its confidence fitted to trials, silent where it would be wrong too often."""
    chances = np.clip([trial.chance for trial in trials], 1e-6, 1 - 1e-6)
    odds = np.log(chances / (1 - chances))
    right = np.array([trial.right for trial in trials], dtype=np.float64)

    def loss(place: Floats) -> float:
        scores = place[0] * odds + place[1]
        return float(np.logaddexp(0, scores).sum() - (right * scores).sum())

    slope, level = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    ranker = Ranker(weights(vector), max(float(slope), _LEAST_SLOPE), float(level), 0.0)
    order = np.argsort(-chances)
    precision = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(precision >= PRECISION)
    last = enough[-1] if len(enough) else 0
    least = ranker.confidence(float(chances[order[last]]))
    return Ranker(ranker.weights, ranker.slope, ranker.level, least)


def _batch(lessons: Sequence[Lesson]) -> tuple[Batch, NDArray[np.bool_]]:
    scenes = batch([lesson.scene for lesson in lessons])
    allowed = np.zeros(scenes.who.shape, dtype=np.bool_)
    for row, lesson in enumerate(lessons):
        for turn, (candidates, right) in enumerate(zip(lesson.scene.candidates, lesson.right, strict=True)):
            fits = right or {SOMEBODY_ELSE}
            for index, who in enumerate(candidates):
                allowed[row, turn, index] = right is None or who in fits
    return scenes, allowed


def _loss(vector: Floats, batches: Sequence[tuple[Batch, NDArray[np.bool_]]]) -> tuple[float, Floats]:
    """The negative log likelihood of the noted speakers with its gradient."""
    total, slope = PENALTY * float(vector @ vector) / 2, PENALTY * vector
    first, second = len(OWN), len(OWN) + len(NEXT)
    parts = weights(vector)
    for scenes, allowed in batches:
        free, held = parts.sums(scenes), parts.sums(scenes, allowed)
        total += float((free.log_total - held.log_total).sum())
        wrong = (free.speakers - held.speakers).astype(np.float32).reshape(-1)
        slope[:first] += wrong @ scenes.own.reshape(-1, len(OWN))
        inside = np.arange(scenes.who.shape[1])[None] < scenes.lengths[:, None]
        following = scenes.next.reshape(-1, len(NEXT))
        slope[first:second] += ((free.same - held.same) * inside).reshape(-1) @ following
        slope[second:] += ((free.back - held.back) * inside).reshape(-1) @ following
    return total, slope
