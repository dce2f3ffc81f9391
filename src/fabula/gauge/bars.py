"""Measures one judge of prose against another's scores: over models, stories and chapters, and on spoiled texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.measures.agreement import kendall, spearman
from fabula.measures.refusal import Refused

Array = NDArray[np.float64]
GAP = 5.0
"""The difference in the judge's points from which a pair counts."""
_FEWEST = 10
_TOP = 1 / 3


def bars(
    predicted: Array, judged: Array, models: Sequence[str], stories: Sequence[str], chapters: Sequence[int]
) -> dict[str, float]:
    """The rows of the table: agreement by model, pair, story and slope, within a model, and in the top third."""
    of_model = _means(predicted, models), _means(judged, models)
    ranked = sorted(of_model[1], key=lambda model: -of_model[1][model])
    top = set(ranked[: max(2, round(len(ranked) * _TOP))])
    by_story: dict[str, list[int]] = defaultdict(list)
    by_model: dict[str, list[int]] = defaultdict(list)
    for at, (model, story) in enumerate(zip(models, stories, strict=True)):
        by_story[story].append(at)
        by_model[model].append(at)
    books = [_story(predicted, judged, models, places) for places in by_story.values()]
    number = np.array(chapters, dtype=float)
    slopes = [
        (_slope(number[places], predicted[places]), _slope(number[places], judged[places]))
        for places in by_model.values()
    ]
    return {
        "model_kendall": _tau(*_paired(of_model)),
        "pairs_of_models": _right([_paired(of_model)]),
        "pairs_of_stories": _right(books),
        "story_kendall": _mean(_tau(*pair) for pair in books if len(pair[0]) >= _FEWEST),
        "slope_spearman": _number(spearman(*np.array(slopes).T)),
        "within_model_kendall": _mean(
            _tau(predicted[places], judged[places]) for places in by_model.values()
        ),
        "top_third_kendall": _tau(*_paired(of_model, top)),
    }


def lowered(whole: Array, spoiled: dict[str, Array], spoiled_of: NDArray[np.int64]) -> dict[str, float]:
    """The share of texts whose spoiled version has the lower score, by what was done to it."""
    return {kind: round(float((found < whole[spoiled_of]).mean()), 4) for kind, found in spoiled.items()}


def _story(
    predicted: Array, judged: Array, models: Sequence[str], places: Sequence[int]
) -> tuple[Array, Array]:
    own = [models[at] for at in places]
    return _paired((_means(predicted[places], own), _means(judged[places], own)))


def _means(values: Array, labels: Sequence[Hashable]) -> dict[Any, float]:
    found: dict[Hashable, list[float]] = defaultdict(list)
    for value, label in zip(values, labels, strict=True):
        found[label].append(float(value))
    return {label: float(np.mean(own)) for label, own in found.items()}


def _paired(
    columns: tuple[dict[str, float], dict[str, float]], only: set[str] | None = None
) -> tuple[Array, Array]:
    first, second = columns
    keys = [key for key in sorted(first) if only is None or key in only]
    return np.array([first[key] for key in keys]), np.array([second[key] for key in keys])


def _right(pairs: Sequence[tuple[Array, Array]]) -> float:
    """The share of pairs in the judge's order, among pairs that the judge scores at least GAP apart."""
    right = count = 0
    for predicted, judged in pairs:
        apart = judged[:, None] - judged >= GAP
        right += int(((predicted[:, None] - predicted > 0) & apart).sum())
        count += int(apart.sum())
    return round(right / count, 4) if count else float("nan")


def _slope(chapters: Array, values: Array) -> float:
    return float(np.polyfit(chapters, values, 1)[0])


def _tau(first: Array, second: Array) -> float:
    return _number(kendall(first, second))


def _number(value: float | Refused) -> float:
    return float("nan") if isinstance(value, Refused) else round(value, 4)


def _mean(values: Iterable[float]) -> float:
    found = [value for value in values if not np.isnan(value)]
    return round(float(np.mean(found)), 4) if found else float("nan")
