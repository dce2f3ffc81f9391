"""The weights of the ranker of speakers, and how sure it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.reading.speech.chain import Batch, Sums, batch, sums
from fabula.reading.speech.features import NEXT, OWN, SOMEBODY_ELSE, Scene

Floats = NDArray[np.float64]
_TOGETHER = 3000
"""Scenes are summed together up to about this many turns."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature counts."""

    own: Floats
    same: Floats
    """For the last speaker."""
    back: Floats
    """For the last speaker but one."""

    def sums(self, scenes: Batch, allowed: NDArray[np.bool_] | None = None) -> Sums:
        """The probabilities of the speakers."""
        return sums(
            scenes,
            (scenes.own @ self.own.astype(np.float32)).astype(np.float64),
            scenes.next @ self.same,
            scenes.next @ self.back,
            allowed,
        )


@dataclass(frozen=True, slots=True)
class Ranker:
    """Trained weights, with what was learned about their probabilities on novels by other authors."""

    weights: Weights
    slope: float
    level: float
    """Log odds of being right: `slope` times the log odds of the chain, plus `level`."""
    least: float
    """The confidence below which nobody is named."""

    def best(self, scene: Scene, speakers: Floats) -> Iterator[tuple[int | None, float]]:
        """For each turn the likeliest member of the cast, and the confidence in them."""
        for candidates, chances in zip(scene.candidates, speakers, strict=False):
            if candidates[0] == SOMEBODY_ELSE:
                yield None, 0.0
                continue
            index = int(chances[: len(candidates) - 1].argmax())
            yield candidates[index], self.confidence(float(chances[index]))

    def confidence(self, chance: float) -> float:
        """How often an attribution with this probability is right."""
        chance = min(max(chance, 1e-6), 1 - 1e-6)
        odds = self.slope * np.log(chance / (1 - chance)) + self.level
        return float(1 / (1 + np.exp(-odds)))

    def dump(self) -> dict[str, Any]:
        """As a JSON document."""

        def named(names: Iterable[str], values: Floats) -> dict[str, float]:
            return {name: round(float(value), 4) for name, value in zip(names, values, strict=True)}

        return {
            "own": named(OWN, self.weights.own),
            "same": named(NEXT, self.weights.same),
            "back": named(NEXT, self.weights.back),
            "slope": round(self.slope, 4),
            "level": round(self.level, 4),
            "least": round(self.least, 4),
        }


def load(document: dict[str, Any]) -> Ranker:
    """A ranker from its document."""

    def values(part: str, names: Iterable[str]) -> Floats:
        return np.array([document[part][name] for name in names], dtype=np.float64)

    weights = Weights(values("own", OWN), values("same", NEXT), values("back", NEXT))
    return Ranker(weights, document["slope"], document["level"], document["least"])


@cache
def _document() -> dict[str, Any]:
    path = files("fabula.reading.speech") / "shipped" / "speakers.json"
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


@cache
def shipped() -> Ranker:
    """The ranker that comes with fabula."""
    return load(_document()["ranker"])


def held_out(novel: str) -> Ranker:
    """The ranker for measuring on a novel: if it learned from the novel's author, one that did not."""
    for other in _document()["without"]:
        if novel in other["novels"]:
            return load(other["ranker"])
    return shipped()


def grouped(scenes: Sequence[Scene]) -> Iterator[list[int]]:
    """Indices of scenes of similar length, which are summed together."""
    order = sorted(range(len(scenes)), key=lambda index: len(scenes[index].turns))
    group: list[int] = []
    for index in order:
        group.append(index)
        if len(group) * len(scenes[index].turns) > _TOGETHER:
            yield group
            group = []
    if group:
        yield group


def speakers(scenes: Sequence[Scene], ranker: Ranker) -> list[list[tuple[int | None, float]]]:
    """For each turn of each scene, the likeliest speaker and the confidence."""
    found: list[list[tuple[int | None, float]]] = [[] for _ in scenes]
    for group in grouped(scenes):
        chances = ranker.weights.sums(batch([scenes[index] for index in group])).speakers
        for row, index in enumerate(group):
            found[index] = list(ranker.best(scenes[index], chances[row]))
    return found
