"""`--judge embedded`: a prose-tier gauge. It imitates an LLM judge's taste from the surface; it does not measure quality.

It is there to be beaten: an LLM judge that orders texts no better than this sees no more than surface. And it is an alarm:
it falls where prose declines from chapter to chapter. It never ranks human books (it would put Tolstoy below a chat
model), calls pairs that are close a guess, and gives Chinese its figures of repetition and decline, with no score.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from fabula.errors import UsageError
from fabula.gauge.diagnostics import EarlierText, diagnostics
from fabula.gauge.drift import ENOUGH, moved
from fabula.gauge.features import Earlier, figures, remember
from fabula.gauge.prose import cut
from fabula.gauge.spoiling import SPOILS
from fabula.text.language import detect

Array = NDArray[np.float64]
TOO_CLOSE = 5.0
"""Points of 100 within which two texts are not told apart: an order between them is a guess."""
GATE_POINTS = {"sentences": 8.0, "words": 8.0, "splice": 14.0, "cut": 8.0, "repeat": 8.0}
"""What each gate takes from a text that is surely spoiled so."""
FLOOR, SPAN, MIDDLE, WIDTH = 17.0, 73.0, 52.0, 14.0
"""The judge tells texts apart in the middle of its scale and hardly at its ends: the sum of points follows this curve."""
CLIP = 4.0
"""Figures further than so many deviations from the mean count as that far."""
_HUMAN = "a human's text: the gauge learned from chat models alone and does not rank people"
KEYS = ("model", "story", "chapter", "text")


@dataclass(frozen=True, slots=True)
class Gauge:
    """What was learned: a weight for each figure, a gate for each way of spoiling a text, what drift costs, which kinds of words follow which."""

    names: tuple[str, ...]
    centre: Array
    scale: Array
    weights: Array
    intercept: float
    gates: Array
    """A row for each way of spoiling: weights of all figures, those of style being 0."""
    gate_intercepts: Array
    drift: Array
    """For each common word, what a story loses or gains that has moved towards it since its opening."""
    bigrams: Array

    def points(self, found: Array, drifted: Array) -> Array:
        """0 to 100 for rows of figures, and rows of how far each common word has moved."""
        placed = np.clip((found - self.centre) / self.scale, -CLIP, CLIP)
        taken = expit(placed @ self.gates.T + self.gate_intercepts) @ [GATE_POINTS[kind] for kind in SPOILS]
        total = placed @ self.weights + self.intercept + drifted @ self.drift - taken
        return np.asarray(FLOOR + SPAN * expit((total - MIDDLE) / WIDTH))

    def score(self, text: str, earlier: Earlier | None = None) -> float:
        """One English chapter, 0 to 100, after the chapters before it; it is then added to them."""
        prose = cut(text)
        before = earlier or Earlier()
        found = figures(prose, before, self.bigrams)
        drifted = moved(prose, before.opening)
        remember(prose, before)
        row = np.array([[found[name] for name in self.names]])
        return float(self.points(row, drifted[None])[0])


def better(first: float, second: float) -> Literal["first", "second"] | None:
    """Which of two scores is the better text's; None, an abstention, within five points."""
    if abs(first - second) < TOO_CLOSE:
        return None
    return "first" if first > second else "second"


def judge_lines(lines: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Lines with model, story, chapter and text come back in their order with score, abstain and diagnostics.

    `abstain` is true where there is no score (a human's text, Chinese, too few words), and where every other
    writer of the same chapter lies within five points, so that the line places nobody.
    """
    given = [_checked(line, number) for number, line in enumerate(lines, start=1)]
    stories: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, line in enumerate(given):
        stories[str(line["model"]), str(line["story"])].append(at)
    judged: dict[int, dict[str, Any]] = {}
    for places in stories.values():
        in_turn = sorted(places, key=lambda at: given[at]["chapter"])
        judged |= zip(in_turn, _judge_story([given[at] for at in in_turn]), strict=True)
    rivals: dict[tuple[str, Any], dict[str, float]] = defaultdict(dict)
    for at, line in enumerate(given):
        if judged[at]["score"] is not None:
            rivals[str(line["story"]), line["chapter"]][str(line["model"])] = judged[at]["score"]
    for at, line in enumerate(given):
        found = judged[at]
        others = {
            name: score
            for name, score in rivals[str(line["story"]), line["chapter"]].items()
            if name != str(line["model"])
        }
        if found["score"] is not None and others:
            close = [name for name, score in others.items() if better(found["score"], score) is None]
            found["diagnostics"]["too_close_to_call"] = sorted(close)
            found["abstain"] = len(close) == len(others)
        yield {**line, **found}


def bars() -> dict[str, Any]:
    """What the shipped gauge is worth, whole makers left out: the figures beside every LLM judge's."""
    return dict(json.loads((files("fabula.gauge") / "shipped" / "gauge.json").read_text(encoding="utf-8")))


@cache
def shipped() -> Gauge:
    """The gauge that comes with fabula."""
    return load((files("fabula.gauge") / "shipped" / "gauge.npz").read_bytes())


def load(raw: bytes) -> Gauge:
    """A gauge as it was kept."""
    with np.load(BytesIO(raw)) as kept:
        return Gauge(
            tuple(str(name) for name in kept["names"]),
            kept["centre"].astype(float),
            kept["scale"].astype(float),
            kept["weights"].astype(float),
            float(kept["intercept"]),
            kept["gates"].astype(float),
            kept["gate_intercepts"].astype(float),
            kept["drift"].astype(float),
            kept["bigrams"].astype(float) / 10,
        )


def dump(gauge: Gauge) -> bytes:
    """A gauge to keep: a few kilobytes."""
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        names=np.array([name.encode() for name in gauge.names]).astype("U"),
        centre=gauge.centre.astype(np.float32),
        scale=gauge.scale.astype(np.float32),
        weights=gauge.weights.astype(np.float32),
        intercept=np.float64(gauge.intercept),
        gates=gauge.gates.astype(np.float32),
        gate_intercepts=gauge.gate_intercepts.astype(np.float32),
        drift=gauge.drift.astype(np.float16),
        bigrams=np.round(gauge.bigrams * 10).astype(np.int8),
    )
    return buffer.getvalue()


def _judge_story(lines: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The chapters of one story in turn."""
    before, earlier = EarlierText(), Earlier()
    for line in lines:
        text = line["text"]
        language = str(line.get("language") or detect(text))[:2]
        found: dict[str, Any] = diagnostics(text, language, before)
        why = _why_no_score(line, language, found["words"])
        score = None
        if language == "en" and text.strip():
            points = shipped().score(text, earlier)
            score = None if why else round(points, 2)
        yield {
            "score": score,
            "abstain": score is None,
            "diagnostics": {"language": language, **found, **({"why_no_score": why} if why else {})},
        }


def _why_no_score(line: Mapping[str, Any], language: str, size: int) -> str | None:
    if line["model"] == "human" or line.get("setting") == "human":
        return _HUMAN
    if language != "en":
        return f"the gauge learned from English alone; this is {language}: repetition and decline, no score"
    if size < ENOUGH:
        return f"{size} words of at least {ENOUGH}"
    return None


def _checked(line: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    missing = [key for key in KEYS if key not in line]
    if missing:
        raise UsageError(f"line {number} has no {', '.join(missing)}: each needs {', '.join(KEYS)}")
    if not isinstance(line["text"], str) or not isinstance(line["chapter"], int | float):
        raise UsageError(f"line {number}: text is a string and chapter a number")
    return line
