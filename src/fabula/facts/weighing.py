"""One number from all signals of a sentence: the mean of how far each is from what is usual.

Most signals have the same weight, which does better on unseen books than fitted weights (docs/facts.md). Only what is usual, and
the cut from which a sentence is doubted, come from books: `scales.json`, by language, made by `fabula bench facts`.
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

from fabula.facts.signals import SIGNS, Seen
from fabula.languages import ENGLISH, Language

DOUBTED = 0.15
"""The share of true sentences that the cut gives up."""


PARTICULAR = ("miscounted", "uncounted", "denied", "disordered", "death", "gone", "ended")
"""Signals of what only some sentences state: a number, a denial, an order, a death. Nothing else sees it when that is wrong."""
_WEIGHTS = np.array([2.0 if name in PARTICULAR else 1.0 for name in SIGNS])

LENGTHENED = ("covered", "together", "apart", "absent")
"""Shares of a sentence, which are smaller for a long sentence than for a short one, true or false."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What is usual in a language."""

    mean: Mapping[str, float]
    spread: Mapping[str, float]
    by_length: Mapping[str, tuple[float, float]]
    """How much the shares change with a sentence's words and people."""
    cut: float
    """A sentence below it is doubted."""
    width: float
    """How far sentences are from each other."""

    def parts(self, found: Seen) -> dict[str, float]:
        """How much each signal speaks for the sentence: 0 as usual or unknown, negative against it."""
        parts = {}
        for name, value in asdict(found.signals).items():
            slopes = self.by_length.get(name, (0.0, 0.0))
            usual = self.mean[name] + slopes[0] * found.length[0] + slopes[1] * found.length[1]
            parts[name] = 0.0 if value is None else SIGNS[name] * (value - usual) / self.spread[name]
        return parts

    def score(self, found: Seen) -> float:
        """The mean of the parts. The particular ones count twice."""
        return float(np.average(list(self.parts(found).values()), weights=_WEIGHTS))

    def strength(self, score: float) -> float:
        """A score between 0 and 1; the cut is at one half."""
        return 1 / (1 + math.exp(-(score - self.cut) / self.width))


def scale_for(language: Language) -> Scale:
    """The scale of a language, or the English one."""
    known = _scales()
    return known.get(language, known[ENGLISH])


def fitted(found: Sequence[Seen], true: Sequence[bool]) -> Scale:
    """The scale of some labelled sentences."""
    mean, spread, by_length = {}, {}, {}
    for name in SIGNS:
        known = [one for one in found if getattr(one.signals, name) is not None]
        values = np.array([getattr(one.signals, name) for one in known] or [0.0], dtype=float)
        usual = np.full(len(values), values.mean())
        mean[name] = float(values.mean())
        if name in LENGTHENED and known:
            line = np.array([(1.0, *one.length) for one in known])
            mean[name], *slopes = np.linalg.lstsq(line, values, rcond=None)[0].tolist()
            by_length[name] = (slopes[0], slopes[1])
            usual = line @ np.array([mean[name], *slopes])
        spread[name] = max(float((values - usual).std()), _LEAST_SPREAD)
    scale = Scale(mean, spread, by_length, 0.0, 1.0)
    scores = np.array([scale.score(one) for one in found])
    cut = float(np.quantile(scores[np.array(true)], DOUBTED))
    return Scale(mean, spread, by_length, cut, float(scores.std()) or 1.0)


_LEAST_SPREAD = 0.02


def as_document(scales: Mapping[str, Scale]) -> str:
    """Scales as they are kept."""
    rounded = {language: _rounded(asdict(scale)) for language, scale in sorted(scales.items())}
    return json.dumps(rounded, indent=1) + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [round(each, 4) for each in value]
    return round(value, 4)


@cache
def _scales() -> dict[str, Scale]:
    text = files("fabula.facts").joinpath("scales.json").read_text(encoding="utf-8")
    return {language: Scale(**fields) for language, fields in json.loads(text).items()}
