"""One number from all signals of a sentence: the mean of how far each is from what is usual, with equal weights.

Equal weights do better on unseen books than fitted ones (docs/facts.md). Only what is usual, and the cut from which a sentence
is doubted, come from books: `scales.json`, by language, made by `fabula bench facts`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from fabula.facts.signals import SIGNS, Signals
from fabula.languages import ENGLISH, Language

DOUBTED = 0.15
"""The share of true sentences that the cut gives up."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What is usual in a language."""

    mean: Mapping[str, float]
    spread: Mapping[str, float]
    cut: float
    """A sentence below it is doubted."""
    width: float
    """How far sentences are from each other."""

    def parts(self, signals: Signals) -> dict[str, float]:
        """How much each signal speaks for the sentence: 0 as usual, negative against it."""
        return {
            name: SIGNS[name] * (value - self.mean[name]) / self.spread[name]
            for name, value in asdict(signals).items()
        }

    def score(self, signals: Signals) -> float:
        """The mean of the parts."""
        return float(np.mean(list(self.parts(signals).values())))

    def strength(self, score: float) -> float:
        """A score between 0 and 1; the cut is at one half."""
        return 1 / (1 + math.exp(-(score - self.cut) / self.width))


def scale_for(language: Language) -> Scale:
    """The scale of a language, or the English one."""
    known = _scales()
    return known.get(language, known[ENGLISH])


def fitted(signals: Sequence[Signals], true: Sequence[bool]) -> Scale:
    """The scale of some labelled sentences."""
    table = np.array([list(asdict(one).values()) for one in signals])
    mean = dict(zip(SIGNS, table.mean(axis=0).tolist(), strict=True))
    spread = dict(zip(SIGNS, np.maximum(table.std(axis=0), _LEAST_SPREAD).tolist(), strict=True))
    scale = Scale(mean, spread, 0.0, 1.0)
    scores = np.array([scale.score(one) for one in signals])
    cut = float(np.quantile(scores[np.array(true)], DOUBTED))
    return Scale(mean, spread, cut, float(scores.std()) or 1.0)


_LEAST_SPREAD = 0.02


def as_document(scales: Mapping[str, Scale]) -> str:
    """Scales as they are kept."""
    rounded = {language: _rounded(asdict(scale)) for language, scale in sorted(scales.items())}
    return json.dumps(rounded, indent=1) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    return round(value, 4)


@cache
def _scales() -> dict[str, Scale]:
    text = files("fabula.facts").joinpath("scales.json").read_text(encoding="utf-8")
    return {language: Scale(**fields) for language, fields in json.loads(text).items()}
