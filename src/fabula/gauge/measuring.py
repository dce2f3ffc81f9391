"""Measures the gauge's training data: judged chapters by many models, and deliberately spoiled versions of them."""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError
from fabula.gauge.drift import Array, moved
from fabula.gauge.features import Earlier, figures, remember
from fabula.gauge.order import KINDS, kinds
from fabula.gauge.prose import Prose, cut
from fabula.gauge.spoiling import SPOILS, spoil
from fabula.workers.engines import Engine

_MAKERS = {
    "claude": "Anthropic", "gemini": "Google", "gemma": "Google", "llama": "Meta", "euryale": "Meta", "qwen": "Alibaba",
    "qwq": "Alibaba", "deepseek": "DeepSeek", "glm": "THUDM", "command": "Cohere", "quasar": "OpenAI",
    "optimus": "OpenAI", "phi": "Microsoft", "reka": "Reka",
}  # fmt: skip
_BY_POINTS = 5.0
"""The released scores go from 0 to 20, the gauge's from 0 to 100."""
_SPOILED_EVERY = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """One chapter with its judge's score from 0 to 100."""

    model: str
    story: str
    chapter: int
    score: float
    text: str

    @property
    def prompt(self) -> str:
        """The writing task. Some releases add a score to the story's name."""
        return self.story.split(" — Score")[0]

    @property
    def family(self) -> str:
        """The maker of the model or of its base model. Models of one maker are held out together."""
        name = self.model.lower()
        for part, maker in _MAKERS.items():
            if part in name.rsplit("/", 1)[-1]:
                return maker
        return self.model


@dataclass(frozen=True, slots=True)
class Rows:
    """One row for each text: its figures, and the change of each common word since the story's opening."""

    figures: Array
    drifted: Array

    def at(self, places: NDArray[Any]) -> Rows:
        """Selects rows by number or by mask."""
        return Rows(self.figures[places], self.drifted[places])


@dataclass(frozen=True, slots=True)
class Measured:
    """Every figure of every chapter and of its spoiled versions, if any."""

    names: tuple[str, ...]
    whole: Rows
    spoiled: dict[str, Rows]
    """By kind of spoiling. Each row belongs to the chapter in `spoiled_of`."""
    spoiled_of: NDArray[np.int64]


def read_judged(path: Path) -> list[Judged]:
    """Reads released chapters: JSON Lines (gzipped or not) with model, story, chapter, score (0 to 20) and text."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    if not rows:
        raise UsageError(f"{path.name} contains no chapters")
    rows.sort(key=lambda row: (row["model"], row["story"], row["chapter"]))
    return [
        Judged(row["model"], row["story"], row["chapter"], _BY_POINTS * row["score"], row["text"])
        for row in rows
    ]


def bigram_table(texts: Iterable[str]) -> Array:
    """The log likelihood ratio of each pair of kinds against chance, rounded to a tenth to keep the file small."""
    counts = np.full((KINDS, KINDS), 0.5)
    for text in texts:
        seen = kinds(text)
        np.add.at(counts, (seen[:-1], seen[1:]), 1)
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / counts.sum()
    return np.asarray(np.clip(np.round(np.log(counts / expected), 1), -3.0, 3.0))


def measure(chapters: Sequence[Judged], table: Array, engine: Engine) -> Measured:
    """Measures all chapters, and also spoiled versions of every third story's chapters."""
    stories: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, chapter in enumerate(chapters):
        stories[chapter.model, chapter.story].append(at)
    jobs = []
    for number, (key, places) in enumerate(stories.items()):
        others = [
            at for other, there in stories.items() if other[0] == key[0] and other != key for at in there
        ]
        spoil = number % _SPOILED_EVERY == 0
        dice = random.Random(number)
        partners = [chapters[dice.choice(others or places)].text for _ in places] if spoil else []
        jobs.append(_Job([chapters[at].text for at in places], partners, table, number))
    rows: dict[int, _Row] = {}
    spoiled: dict[str, list[_Row]] = {kind: [] for kind in SPOILS}
    spoiled_of: list[int] = []
    names: tuple[str, ...] = ()
    for places, found in zip(stories.values(), engine.map(_measure_story, jobs), strict=True):
        names, whole, versions = found
        rows |= dict(zip(places, whole, strict=True))
        if versions:
            spoiled_of += places
            for kind in SPOILS:
                spoiled[kind] += versions[kind]
    return Measured(
        names,
        _stacked([rows[at] for at in range(len(chapters))]),
        {kind: _stacked(own) for kind, own in spoiled.items()},
        np.array(spoiled_of),
    )


_Row = tuple[Array, Array]


def _stacked(rows: Sequence[_Row]) -> Rows:
    return Rows(np.array([figures for figures, _ in rows]), np.array([drifted for _, drifted in rows]))


@dataclass(frozen=True, slots=True)
class _Job:
    texts: list[str]
    partners: list[str]
    """For each chapter that will be spoiled, a chapter of another story by the same model."""
    table: Array
    seed: int


def _measure_story(job: _Job) -> tuple[tuple[str, ...], list[_Row], dict[str, list[_Row]]]:
    earlier = Earlier()
    dice = random.Random(job.seed)
    whole: list[_Row] = []
    versions: dict[str, list[_Row]] = {}
    names: tuple[str, ...] = ()
    for at, text in enumerate(job.texts):
        prose = cut(text)
        names, row = _measured(prose, earlier, job.table)
        whole.append(row)
        if job.partners:
            for kind in SPOILS:
                worse = cut(spoil(kind, text, job.partners[at], dice))
                versions.setdefault(kind, []).append(_measured(worse, earlier, job.table)[1])
        remember(prose, earlier)
    return names, whole, versions


def _measured(prose: Prose, earlier: Earlier, table: Array) -> tuple[tuple[str, ...], _Row]:
    found = figures(prose, earlier, table)
    return tuple(found), (np.array(list(found.values())), moved(prose, earlier.opening))
