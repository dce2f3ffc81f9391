"""How the gauge is made and what it is worth: chapters by many models with a judge's scores, whole model families left out.

Beside the chapters as they are it learns from spoiled ones (shuffled, spliced, cut off, repeated), whose score it is told is
lower: a ridge on style alone would give shuffled words more.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from fabula.errors import UsageError
from fabula.novelists.gauge import CLIP, Gauge, dump
from fabula.novelists.gauge_bars import bars, lowered
from fabula.novelists.gauge_features import Earlier, figures, remember
from fabula.novelists.gauge_order import KINDS, kinds
from fabula.novelists.gauge_prose import cut
from fabula.novelists.gauge_spoiling import SPOILS, spoil
from fabula.shelf.pool import Engine, engine

Array = NDArray[np.float64]

_MAKERS = {
    "claude": "Anthropic", "gemini": "Google", "gemma": "Google", "llama": "Meta", "euryale": "Meta", "qwen": "Alibaba",
    "qwq": "Alibaba", "deepseek": "DeepSeek", "glm": "THUDM", "command": "Cohere", "quasar": "OpenAI",
    "optimus": "OpenAI", "phi": "Microsoft", "reka": "Reka",
}  # fmt: skip
_BY_POINTS = 5.0
"""The released scores run from 0 to 20; the gauge speaks of 0 to 100."""
_SPOILED_EVERY = 3
GATED = ("order", "halves", "bigrams", "ending", "again")
DOUBT = 1.0
"""Log odds taken from every gate, so that a whole text is seldom touched."""
RIDGE = 300.0
SPOILED = 10.0
"""Points that a spoiled chapter is told to lose."""
SPOIL_WEIGHTS = {"sentences": 1.25, "words": 0.5, "splice": 2.0, "cut": 0.5, "repeat": 0.5}


@dataclass(frozen=True, slots=True)
class Judged:
    """One chapter with its judge's score, 0 to 100."""

    model: str
    story: str
    chapter: int
    score: float
    text: str

    @property
    def prompt(self) -> str:
        """What was to be written; some releases add a score to the story's name."""
        return self.story.split(" — Score")[0]

    @property
    def family(self) -> str:
        """Whose model, or tuned from whose: left out together."""
        name = self.model.lower()
        for part, maker in _MAKERS.items():
            if part in name.rsplit("/", 1)[-1]:
                return maker
        return self.model


@dataclass(frozen=True, slots=True)
class Measured:
    """Every figure of every chapter, and of its spoiled versions where there are any."""

    names: tuple[str, ...]
    whole: Array
    spoiled: dict[str, Array]
    """By kind; rows belong to the chapters in `spoiled_of`."""
    spoiled_of: NDArray[np.int64]


def read_judged(path: Path) -> list[Judged]:
    """Released chapters: JSON Lines (gzipped or not) with model, story, chapter, score (0 to 20) and text."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    if not rows:
        raise UsageError(f"{path.name} holds no chapters")
    rows.sort(key=lambda row: (row["model"], row["story"], row["chapter"]))
    return [
        Judged(row["model"], row["story"], row["chapter"], _BY_POINTS * row["score"], row["text"])
        for row in rows
    ]


def bigram_table(texts: Iterable[str]) -> Array:
    """Log of how much likelier a kind follows another than it stands anywhere; to a tenth, so that it is small."""
    counts = np.full((KINDS, KINDS), 0.5)
    for text in texts:
        seen = kinds(text)
        np.add.at(counts, (seen[:-1], seen[1:]), 1)
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / counts.sum()
    return np.asarray(np.clip(np.round(np.log(counts / expected), 1), -3.0, 3.0))


def measure(chapters: Sequence[Judged], table: Array, engine: Engine) -> Measured:
    """All figures; every third story's chapters spoiled too."""
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
    rows: dict[int, Array] = {}
    spoiled: dict[str, list[Array]] = {kind: [] for kind in SPOILS}
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
        np.array([rows[at] for at in range(len(chapters))]),
        {kind: np.array(found) for kind, found in spoiled.items()},
        np.array(spoiled_of),
    )


@dataclass(frozen=True, slots=True)
class _Job:
    texts: list[str]
    partners: list[str]
    """A chapter of another story by the same model, for each; none where nothing is to be spoiled."""
    table: Array
    seed: int


def _measure_story(job: _Job) -> tuple[tuple[str, ...], list[Array], dict[str, list[Array]]]:
    earlier = Earlier()
    dice = random.Random(job.seed)
    whole: list[Array] = []
    versions: dict[str, list[Array]] = {}
    names: tuple[str, ...] = ()
    for at, text in enumerate(job.texts):
        prose = cut(text)
        found = figures(prose, earlier, job.table)
        names = tuple(found)
        whole.append(np.array(list(found.values())))
        if job.partners:
            for kind in SPOILS:
                worse = cut(spoil(kind, text, job.partners[at], dice))
                versions.setdefault(kind, []).append(
                    np.array(list(figures(worse, earlier, job.table).values()))
                )
        remember(prose, earlier)
    return names, whole, versions


def fit(chapters: Sequence[Judged], measured: Measured, table: Array, rows: NDArray[np.bool_]) -> Gauge:
    """Ridge on the chapters of `rows`; a spoiled chapter differs from itself by SPOILED points, whatever its level."""
    figures_, scores = measured.whole[rows], np.array([chapter.score for chapter in chapters])[rows]
    centre, scale = figures_.mean(0), figures_.std(0) + 1e-9

    def placed(found: Array) -> Array:
        return np.asarray(np.clip((found - centre) / scale, -CLIP, CLIP))

    middle = float(scores.mean())
    own = placed(figures_)
    products, right = own.T @ own + RIDGE * np.eye(own.shape[1]), own.T @ (scores - middle)
    spoiled_rows = rows[measured.spoiled_of]
    for kind, weight in SPOIL_WEIGHTS.items():
        change = placed(measured.spoiled[kind][spoiled_rows]) - placed(
            measured.whole[measured.spoiled_of][spoiled_rows]
        )
        products += weight * change.T @ change
        right -= weight * SPOILED * change.sum(0)
    weights = np.asarray(np.linalg.solve(products, right), dtype=float)
    gates, intercepts = _gates(measured, spoiled_rows, placed)
    return Gauge(measured.names, centre, scale, weights, middle, gates, intercepts, table)


def _gates(
    measured: Measured, rows: NDArray[np.bool_], placed: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """For each way of spoiling a logistic regression on the figures of order alone: is this text spoiled so?"""
    of_order = np.array([name.split(".")[0] in GATED for name in measured.names])
    whole = placed(measured.whole[measured.spoiled_of][rows])[:, of_order]
    weights, intercepts = np.zeros((len(SPOILS), len(of_order))), np.zeros(len(SPOILS))
    for at, kind in enumerate(SPOILS):
        worse = placed(measured.spoiled[kind][rows])[:, of_order]
        is_worse = np.repeat([1, 0], [len(worse), len(whole)])
        learned = LogisticRegression(C=0.03, max_iter=300).fit(np.vstack([worse, whole]), is_worse)
        weights[at, of_order] = learned.coef_[0]
        intercepts[at] = learned.intercept_[0] - DOUBT
    return weights, intercepts


def held_out(chapters: Sequence[Judged], measured: Measured, table: Array) -> tuple[Array, dict[str, Array]]:
    """Every chapter, and every spoiled one, scored by a gauge that saw no model of its maker."""
    makers = np.array([chapter.family for chapter in chapters])
    whole = np.zeros(len(chapters))
    spoiled = {kind: np.zeros(len(measured.spoiled_of)) for kind in SPOILS}
    for maker in sorted(set(makers)):
        gauge = fit(chapters, measured, table, makers != maker)
        own = makers == maker
        whole[own] = gauge.raw(measured.whole[own])
        inner = own[measured.spoiled_of]
        for kind in SPOILS:
            spoiled[kind][inner] = gauge.raw(measured.spoiled[kind][inner])
    return whole, spoiled


def make(path: Path, on: Engine) -> tuple[Gauge, dict[str, Any]]:
    """The gauge of all chapters, and what gauges made without each maker in turn were worth."""
    chapters = read_judged(path)
    table = bigram_table(chapter.text for chapter in chapters)
    measured = measure(chapters, table, on)
    whole, spoiled = held_out(chapters, measured, table)
    columns = {
        "gauge": whole,
        "mtld_alone": measured.whole[:, measured.names.index("variety.mtld")],
        "length_alone": measured.whole[:, measured.names.index("words.log")],
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
    """python -m fabula.novelists.gauge_training CHAPTERS FOLDER: make gauge.npz and gauge.json there."""
    chapters, folder = Path(sys.argv[1]), Path(sys.argv[2])
    gauge, report = make(chapters, engine())
    (folder / "gauge.npz").write_bytes(dump(gauge))
    (folder / "gauge.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
