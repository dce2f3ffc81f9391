"""`--judge embedded`: a gauge of prose. It imitates an LLM judge's taste from the surface and does not measure quality.

It is a baseline: an LLM judge that orders texts no better than this sees only the surface. It is also an alarm:
its score falls when prose declines from chapter to chapter. It never ranks human books (it would put Tolstoy below a
chat model), abstains on close pairs, and gives Chinese texts only figures of repetition and decline.
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
from fabula.gauge.prose import Prose, cut, without_copies
from fabula.gauge.spoiling import SPOILS
from fabula.text.language import detect

Array = NDArray[np.float64]
TOO_CLOSE = 5.0
"""Two texts within this many points of 100 cannot be told apart."""
GATE_POINTS = {"sentences": 8.0, "words": 8.0, "splice": 14.0, "cut": 8.0, "repeat": 8.0}
"""How many points each gate subtracts from a text that is certainly spoiled in its way."""
FLOOR, SPAN, MIDDLE, WIDTH = 17.0, 73.0, 52.0, 14.0
"""Maps the sum of points to a curve, because the judge separates texts in the middle of its scale, not at its ends."""
CLIP = 4.0
"""Figures are clipped at this many standard deviations from the mean."""
IN_ORDER = 0.15
"""How typical the sequence of word kinds is at least: prose has .18 and more, shuffled or random words are below 0."""
COPIES_POINTS, COPIED_POINTS = 3.0, 3.0
"""What paragraphs that stand again cost, and what they cost for their share of the text. Six pasted paragraphs raised the
other points by at most .8."""
_HUMAN = "a human text: the gauge was trained only on chat models and does not rank people"
KEYS = ("model", "story", "chapter", "text")


@dataclass(frozen=True, slots=True)
class Gauge:
    """The trained gauge: a weight for each figure, a gate for each way of spoiling, weights for drift, and bigrams."""

    names: tuple[str, ...]
    centre: Array
    scale: Array
    weights: Array
    intercept: float
    gates: Array
    """One row for each way of spoiling, with a weight for every figure. Weights of style figures are 0."""
    gate_intercepts: Array
    drift: Array
    """For each common word, the points that a story gains or loses by using it more than in its opening."""
    bigrams: Array

    def points(self, found: Array, drifted: Array) -> Array:
        """Scores from 0 to 100, from rows of figures and rows of drift for each common word."""
        placed = np.clip((found - self.centre) / self.scale, -CLIP, CLIP)
        taken = expit(placed @ self.gates.T + self.gate_intercepts) @ [GATE_POINTS[kind] for kind in SPOILS]
        total = placed @ self.weights + self.intercept + drifted @ self.drift - taken
        return np.asarray(FLOOR + SPAN * expit((total - MIDDLE) / WIDTH))

    def score(self, text: str, earlier: Earlier | None = None) -> float:
        """Scores one English chapter from 0 to 100, given the earlier chapters, and adds it to them.

        Paragraphs that are pasted again cost points, and words in no order of English score next to nothing.
        """
        prose = cut(text)
        before = earlier or Earlier()
        copied = 1 - len(without_copies(text)) / max(1, len(text))
        found = self._scored(prose, before)
        if copied > 0:
            found = max(0.0, found - COPIES_POINTS - COPIED_POINTS * copied)
        remember(prose, before)
        return found

    def _scored(self, prose: Prose, before: Earlier) -> float:
        found = figures(prose, before, self.bigrams)
        row = np.array([[found[name] for name in self.names]])
        points = float(self.points(row, moved(prose, before.opening)[None])[0])
        return points * float(np.clip(found["bigrams.mean"] / IN_ORDER, 0, 1))


def better(first: float, second: float) -> Literal["first", "second"] | None:
    """Which of two scores is better, or None (an abstention) within five points."""
    if abs(first - second) < TOO_CLOSE:
        return None
    return "first" if first > second else "second"


def judge_lines(lines: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Returns lines of model, story, chapter and text in the same order, with score, abstain and diagnostics.

    `abstain` is true if there is no score (a human text, Chinese, too few words), and if every other
    writer of the same chapter is within five points, so that the score ranks nobody.
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
    """The shipped gauge's agreement with the judge on held-out makers, for comparison with LLM judges."""
    return dict(json.loads((files("fabula.gauge") / "shipped" / "gauge.json").read_text(encoding="utf-8")))


@cache
def shipped() -> Gauge:
    """The gauge that comes with fabula."""
    return load((files("fabula.gauge") / "shipped" / "gauge.npz").read_bytes())


def load(raw: bytes) -> Gauge:
    """Loads a saved gauge."""
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
    """Saves a gauge in a few kilobytes."""
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
        return f"the gauge was trained only on English and this is {language}: repetition and decline, but no score"
    if size < ENOUGH:
        return f"{size} words, but {ENOUGH} are needed"
    return None


def as_story_line(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line as whoever generated stories writes it: one in a single piece needs no chapter, and its id or title may name it."""
    named = next((line[name] for name in ("story", "id", "title") if line.get(name) is not None), None)
    return {**({} if named is None else {"story": str(named)}), "chapter": 1, **line}


def _checked(line: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    line = as_story_line(line)
    missing = [key for key in KEYS if key not in line]
    if missing:
        raise UsageError(
            f"line {number} has no {', '.join(missing)}: each line needs {', '.join(KEYS)} (no chapter: 1)"
        )
    if not isinstance(line["text"], str) or not isinstance(line["chapter"], int | float):
        raise UsageError(f"line {number}: text must be a string and chapter a number")
    return line
