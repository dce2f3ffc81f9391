"""Ranks a story among human novels: eight scores become one figure, and the figure becomes a percentile."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fabula.errors import UsageError
from fabula.measures.intervals import Interval, mean_interval
from fabula.measures.refusal import Refused

Numbers = NDArray[np.float64]
Beyond = Literal["above", "below"]

TIE = 1e-9
"""Figures closer than this are equal, because sums of eight products differ in their last digits."""
FEWEST_NOVELS = 10
"""A fit on fewer novels would describe these novels, not novels in general."""
_DIGITS = 6
PAPER: Mapping[str, tuple[str, ...]] = {
    "judges": ("deepseek-v3",), "prompts": ("WebNovelBench",), "languages": ("zh",),
}  # fmt: skip
"""Who made the paper's reference."""
PAPER_MEAN = (2.524496, 2.786148, 3.319593, 3.220883, 3.597797, 3.120308, 3.51784, 3.288431)
"""By these means the paper's release is known, which says nothing of its judge."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A shelf of human novels reduced to the numbers that scores are compared with."""

    mean: tuple[float, ...]
    std: tuple[float, ...]
    weights: tuple[float, ...]
    """The loadings of the first principal component, scaled to a sum of 1."""
    minimum: float
    maximum: float
    """The minimum and maximum of the weighted z-scores, which become 0 and 1."""
    novels: tuple[float, ...] = ()
    """Every novel's figure between 0 and 1, if the file has them."""
    quantiles: tuple[float, ...] = ()
    """Otherwise the figures at evenly spaced percentiles from 0 to 100."""
    explained: tuple[float, ...] = ()
    """The share of variance of each principal component in order. Empty if the file does not give it."""
    dimensions: tuple[str, ...] = ()
    source: str = ""
    count: int = 0
    """The number of novels behind it."""

    judges: tuple[str, ...] = ()
    """Who scored the novels. Empty if the file does not say."""
    prompts: tuple[str, ...] = ()
    """How the judges were asked: digests of their prompts, or the name of a published protocol."""
    languages: tuple[str, ...] = ()
    by_language: tuple[tuple[str, Reference], ...] = ()
    """References of single languages, for books in these languages."""

    def for_language(self, language: str | None) -> Reference:
        """The novels to compare a book of this language with."""
        return dict(self.by_language).get(language or "", self)

    def normalised(self, scores: ArrayLike) -> float:
        """The figure for one set of scores. 0 and 1 are the lowest and highest novel; a figure may lie beyond."""
        given = np.asarray(scores, dtype=float)
        if given.shape != (len(self.mean),):
            raise UsageError(
                f"a placement needs {len(self.mean)} scores in the rubric's order, not {given.size}"
            )
        if not np.isfinite(given).all():
            raise UsageError("a placement needs every score, but one is not a number")
        return float(self.figures(given[None, :])[0])

    def figures(self, rows: Numbers) -> Numbers:
        """The figures of several sets of scores, one a row."""
        weighted = ((rows - np.asarray(self.mean)) / np.asarray(self.std)) @ np.asarray(self.weights)
        return np.asarray((weighted - self.minimum) / (self.maximum - self.minimum))

    def percentile(self, normalised: float) -> float:
        """The percentage of novels below the figure, with ties at their middle rank, as in scipy's `rank`."""
        return float(self.percentiles(np.array([normalised]))[0])

    def percentiles(self, figures: Numbers) -> Numbers:
        """The same for several figures."""
        if self.novels:
            known = _ascending(self.novels)
            below = np.searchsorted(known, figures - TIE, side="left")
            upto = np.searchsorted(known, figures + TIE, side="right")
            return np.asarray((below + upto + (below < upto)) * 50.0 / len(known))
        steps = np.linspace(0.0, 100.0, len(self.quantiles))
        return np.asarray(np.interp(figures, self.quantiles, steps))


@lru_cache(maxsize=16)
def _ascending(novels: tuple[float, ...]) -> Numbers:
    return np.sort(np.asarray(novels))


@dataclass(frozen=True, slots=True)
class Placement:
    """One set of scores among the novels of a reference."""

    normalised: float
    percentile: float

    @property
    def beyond(self) -> Beyond | None:
        """Whether the figure is off the scale: above or below every novel of the reference."""
        return "above" if self.normalised > 1 + TIE else "below" if self.normalised < -TIE else None


@dataclass(frozen=True, slots=True)
class BatchPlacement:
    """Several books of one writer: the mean of their percentiles with its interval."""

    places: tuple[Placement, ...]
    percentile: Interval | None
    """None for a single book, which has a percentile but no interval."""
    normalised: Interval | None

    @property
    def above(self) -> int:
        """Books above every novel."""
        return sum(place.beyond == "above" for place in self.places)

    @property
    def below(self) -> int:
        """Books below every novel."""
        return sum(place.beyond == "below" for place in self.places)

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "n": len(self.places),
            "percentile": _interval(self.percentile, [one.percentile for one in self.places]),
            "normalised": _interval(self.normalised, [one.normalised for one in self.places]),
            "above_all": self.above,
            "below_all": self.below,
            "places": [{"normalised": one.normalised, "percentile": one.percentile} for one in self.places],
        }


def placement(scores: ArrayLike, reference: Reference) -> Placement:
    """The placement of one set of scores, given in the rubric's order."""
    figure = reference.normalised(scores)
    return Placement(figure, reference.percentile(figure))


def placements(books: Sequence[ArrayLike], reference: Reference) -> BatchPlacement:
    """The placements of several books, and their mean with its interval over the books."""
    places = tuple(placement(scores, reference) for scores in books)
    return BatchPlacement(
        places,
        _mean([one.percentile for one in places], (0, 100)),
        _mean([one.normalised for one in places]),
    )


def fit(books: ArrayLike, dimensions: Sequence[str] = (), source: str = "") -> Reference:
    """Makes a reference from human novels' scores, one row per novel: z-scores, first component, range, all figures."""
    table = np.asarray(books, dtype=float)
    if table.ndim != 2 or len(table) < FEWEST_NOVELS:
        raise UsageError(f"a reference needs the scores of at least {FEWEST_NOVELS} novels, not {len(table)}")
    if not np.isfinite(table).all():
        raise UsageError("a reference needs every dimension of every novel, but some scores are missing")
    mean, std = table.mean(axis=0), table.std(axis=0)
    if (flat := std == 0).any():
        name = dimensions[int(flat.argmax())] if dimensions else f"number {int(flat.argmax()) + 1}"
        raise UsageError(f"dimension {name} has the same score for every novel, so it cannot rank anything")
    standard = (table - mean) / std
    variances, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    first = vectors[:, -1]
    total = float(first.sum())
    if math.isclose(total, 0, abs_tol=1e-9):
        raise UsageError("the dimensions cancel out: the first principal component has no direction")
    weights = first / total
    weighted = standard @ weights
    low, high = float(weighted.min()), float(weighted.max())
    explained = np.clip(variances[::-1], 0, None) / variances.sum()
    return Reference(
        _floats(mean), _floats(std), _floats(weights), low, high,
        novels=_floats((weighted - low) / (high - low)),
        explained=_floats(explained), dimensions=tuple(dimensions), source=source, count=len(table),
    )  # fmt: skip


def choose(percentiles: Mapping[str, float], count: int = 100) -> list[str]:
    """Chooses a test set spread over the scale: for each of `count` equal bands, the novel closest to its middle.

    No novel is taken twice. An empty band takes the closest novel left. If there are too few novels, all are taken.
    """
    if len(percentiles) <= count:
        return sorted(percentiles, key=lambda name: (percentiles[name], name))
    left = dict(percentiles)
    chosen: list[str] = []
    for band in range(count):
        middle = (band + 0.5) * 100 / count
        nearest = min(left, key=lambda name: (abs(left[name] - middle), name))
        del left[nearest]
        chosen.append(nearest)
    return sorted(chosen, key=lambda name: (percentiles[name], name))


def write_reference(reference: Reference, path: Path) -> None:
    """Writes a JSON file in the format of the paper's released parameters, with extra fields from the fit."""
    document: dict[str, Any] = {
        "mean": list(reference.mean),
        "std": list(reference.std),
        "weights": list(reference.weights),
        "min_score": reference.minimum,
        "max_score": reference.maximum,
    }
    if reference.novels:
        document["normalized_existing_scores"] = list(reference.novels)
    else:
        document["percentile_table"] = list(reference.quantiles)
    document |= {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in (
            ("explained_variance", reference.explained),
            ("dimensions", reference.dimensions),
            ("source", reference.source),
            ("novels", reference.count),
            ("judges", reference.judges),
            ("prompts", reference.prompts),
            ("languages", reference.languages),
        )
        if value
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_reference(path: Path) -> Reference:
    """Reads a reference in that format: the paper's release, or your own from `fit`."""
    try:
        return _reference(json.loads(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        raise UsageError(f"no reference at {path}; make one with `fabula novelist fit`") from None
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path.name} is not a reference: it needs mean, std, weights, min_score, max_score and "
            f"normalized_existing_scores ({type(error).__name__}: {error})"
        ) from None


@cache
def shipped_reference() -> Reference:
    """The paper's 4,332 human web novels, as a table of their percentiles."""
    text = (files("fabula.novelists") / "shipped" / "reference.json").read_text(encoding="utf-8")
    return _reference(json.loads(text))


def tabled(reference: Reference, steps: int = 1_001) -> Reference:
    """The same reference with a table of percentiles instead of every novel, in a few kilobytes."""
    values = np.quantile(np.asarray(reference.novels), np.linspace(0, 1, steps), method="hazen")
    table = tuple(round(float(each), _DIGITS) for each in values)
    return Reference(
        reference.mean, reference.std, reference.weights, reference.minimum, reference.maximum,
        quantiles=table, explained=reference.explained, dimensions=reference.dimensions, source=reference.source,
        count=reference.count, judges=reference.judges, prompts=reference.prompts, languages=reference.languages,
    )  # fmt: skip


def density(reference: Reference, steps: int = 120) -> tuple[Numbers, Numbers, Numbers]:
    """The shelf's figures as a smooth density beside a fitted normal: positions, density, normal density.

    Gaussian kernels of Scott's width: scipy.stats has the same, and loading it takes longer than writing a board.
    """
    known = np.asarray(reference.novels or reference.quantiles)
    grid = np.linspace(known.min() - 0.1, known.max() + 0.1, steps)
    return grid, smoothed(known, grid), fitted_normal(known, grid)


def smoothed(known: Numbers, grid: Numbers) -> Numbers:
    """The density of figures at the places of a grid."""
    width = float(known.std(ddof=1)) * len(known) ** -0.2
    return np.asarray(_bell(grid[:, None], known, width).mean(axis=1))


def fitted_normal(known: Numbers, grid: Numbers) -> Numbers:
    """The density of the normal distribution with the mean and spread of these figures."""
    return _bell(grid, float(known.mean()), float(known.std()))


def _bell(at: Numbers, middle: Numbers | float, width: float) -> Numbers:
    """The normal density."""
    return np.asarray(np.exp(-(((at - middle) / width) ** 2) / 2) / (width * math.sqrt(2 * math.pi)))


def _reference(read: Mapping[str, Any]) -> Reference:
    columns = [tuple(float(each) for each in read[name]) for name in ("mean", "std", "weights")]
    if len({len(column) for column in columns}) != 1:
        raise ValueError("mean, std and weights must have the same length")
    mean, std, weights = columns
    if min(std) <= 0 or float(read["max_score"]) <= float(read["min_score"]):
        raise ValueError("std must be above 0 and max_score above min_score")
    novels = tuple(float(each) for each in read.get("normalized_existing_scores", ()))
    table = tuple(float(each) for each in read.get("percentile_table", ()))
    if not novels and len(table) < 2:
        raise KeyError("normalized_existing_scores")
    return Reference(
        mean, std, weights, float(read["min_score"]), float(read["max_score"]), novels, table,
        tuple(float(each) for each in read.get("explained_variance", ())),
        tuple(str(each) for each in read.get("dimensions", ())), str(read.get("source", "")),
        int(read.get("novels", len(novels))), **_made_by(read),
    )  # fmt: skip


def _made_by(read: Mapping[str, Any]) -> dict[str, Any]:
    """The judges, prompts and languages behind a reference. The paper's own release does not name its judge; we do."""
    of_the_paper = [round(float(each), _DIGITS) for each in read["mean"]] == list(PAPER_MEAN)
    known = PAPER if of_the_paper and "judges" not in read else read
    return {
        name: tuple(str(each) for each in known.get(name, ())) for name in ("judges", "prompts", "languages")
    }


def _floats(values: Numbers) -> tuple[float, ...]:
    return tuple(float(each) for each in values)


def _mean(values: Sequence[float], limits: tuple[float, float] | None = None) -> Interval | None:
    found = mean_interval(values, limits)
    return None if isinstance(found, Refused) else found


def _interval(found: Interval | None, values: Sequence[float]) -> dict[str, float | None]:
    if found is None:
        return {"value": values[0] if values else None, "low": None, "high": None}
    return {"value": found.value, "low": found.low, "high": found.high}
