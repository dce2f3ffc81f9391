"""Training the reader model: ridge regression on a sum of kernels, checked by cross-validation, reduced to one
weight per word. Everything is fitted again inside each fold. The same files give the same model, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError
from fabula.measures.agreement import kendall
from fabula.measures.groups import by_label
from fabula.measures.intervals import bounds, draws, resampled
from fabula.measures.refusal import Refused
from fabula.readermodel.blocks import WEIGHTS, Array, Features, Matrix, blocks, blocks_of, fit
from fabula.readermodel.model import ASPECT_IDS, FEWEST_OF_GENRE
from fabula.readermodel.training_books import ReviewCounts, TrainingBook
from fabula.readermodel.variants import VARIANTS, Variant

LAMBDA = 30.0
OPINIONS = 4
"""The rating and the eight aspects move together: one opinion for the rating, three for how aspects differ from
it."""
FOLDS, REPEATS, SEED = 10, 3, 0
SHRINK = 10.0
"""This many reviews of an aspect count as much as the book's own rating."""
FEWEST_MENTIONS = 20
"""Reviews of an aspect that a book needs to count when aspect scores are checked."""
FEWEST_BOOKS_OF_ASPECT = 40
"""Books with enough reviews of an aspect that a model of it needs."""
INTERVAL = 0.8
RESAMPLES = 1000
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Truth:
    """Readers' ratings, one row per book."""

    rating: Array
    liking: Array
    """Mean rating; five stars over three or fewer."""
    aspects: Array
    """Books by aspects: the mean rating of the reviews that mention it, NaN if none does."""
    mentions: Array
    genres: tuple[tuple[str, ...], ...]
    authors: tuple[str, ...]


def enough(truth: Truth) -> None:
    """Refuse to train if too few books have enough reviews of an aspect to check its scores."""
    for at, aspect in enumerate(ASPECT_IDS):
        known = int((truth.mentions[:, at] >= FEWEST_MENTIONS).sum())
        if known < FEWEST_BOOKS_OF_ASPECT:
            raise UsageError(
                f"only {known} books have {FEWEST_MENTIONS} reviews that speak of {aspect}; "
                f"{FEWEST_BOOKS_OF_ASPECT} are needed to train"
            )


def truth_of(training_books: Sequence[TrainingBook], counts: Sequence[ReviewCounts]) -> Truth:
    """Gather it from books and reviews."""
    mentions = np.array([[each.mentions[aspect] for aspect in ASPECT_IDS] for each in counts], dtype=float)
    stars = np.array([[each.stars.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in counts], dtype=float)
    return Truth(
        rating=np.array([each_book.book.rating for each_book in training_books]),
        liking=np.array([each_book.liking for each_book in training_books]),
        aspects=np.where(mentions > 0, stars / np.maximum(mentions, 1), np.nan),
        mentions=mentions,
        genres=tuple(each_book.facts.genres for each_book in training_books),
        authors=tuple(each_book.book.author for each_book in training_books),
    )


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of the regression, and how to turn them back into stars. Uses only the training rows."""

    opinions: Array
    """Training rows by OPINIONS, each of mean zero; the first is the rating's."""
    turn: Array
    """Opinions to aspects, in stars."""
    middle: Array
    """Each aspect's mean in stars."""


def targets(truth: Truth, rows: Rows) -> Targets:
    """z(mean rating) + z(five stars minus three or fewer), and what the aspects add."""
    liking = truth.liking[rows]
    overall = ((liking - liking.mean(axis=0)) / liking.std(axis=0)).sum(axis=1)
    aspects, mentions = truth.aspects[rows], truth.mentions[rows]
    heard = np.where(mentions > 0, aspects - liking[:, :1], 0.0)
    offset = (heard * mentions).sum(axis=0) / np.maximum(mentions.sum(axis=0), 1)
    shrunk = liking[:, :1] + offset + (heard - offset) * mentions / (mentions + SHRINK)
    middle = shrunk.mean(axis=0)
    apart = shrunk - middle
    slope = overall @ apart / (overall @ overall)
    _, _, axes = np.linalg.svd(apart - np.outer(overall, slope), full_matrices=False)
    ways = axes[: OPINIONS - 1]
    others = (apart - np.outer(overall, slope)) @ ways.T
    return Targets(np.column_stack([overall, others]), np.vstack([slope, ways]), middle)


def kernel(variant: Variant, found: Mapping[str, Matrix], kernels: dict[str, Array]) -> Array:
    """The weighted sum of the kernels of the variant's blocks; `kernels` keeps what was computed."""
    total = np.zeros((next(iter(found.values())).shape[0],) * 2)
    for name, block in blocks_of(variant).items():
        if block not in kernels:
            product = found[block] @ found[block].T
            kernels[block] = product.toarray() if hasattr(product, "toarray") else np.asarray(product)
        total += WEIGHTS[name] * kernels[block]
    return total


def duals(gram: Array, opinions: Array) -> Array:
    """The weight of each training book in the ridge solution."""
    return np.asarray(np.linalg.solve(gram + LAMBDA * np.eye(len(gram)), opinions))


def folds(books: int, repeat: int, together: Sequence[str] | None = None) -> Iterator[tuple[Rows, Rows]]:
    """Rows for training and held-out rows; books of one name in `together` are held out together."""
    names = sorted(set(together)) if together else list(range(books))
    group = {name: at for at, name in enumerate(names)}
    order = np.random.default_rng(SEED + repeat).permutation(len(names))
    fold_of_group = np.empty(len(names), dtype=int)
    fold_of_group[order] = np.arange(len(names)) % FOLDS
    own = np.array([fold_of_group[group[name]] for name in (together or range(books))])
    for fold in range(FOLDS):
        yield np.flatnonzero(own != fold), np.flatnonzero(own == fold)


def held_out(
    features: Features, truth: Truth, repeat: int, together: Sequence[str] | None = None
) -> dict[str, Array]:
    """By variant: predictions by models that never saw the book; books by the rating's opinion and the aspects
    in stars."""
    books = len(truth.rating)
    predicted = {variant.name: np.zeros((books, 1 + len(ASPECT_IDS))) for variant in VARIANTS}
    for rows, out in folds(books, repeat, together):
        kernels: dict[str, Array] = {}
        found, aims = blocks(features, fit(features, rows)), targets(truth, rows)
        for variant in VARIANTS:
            gram = kernel(variant, found, kernels)
            opinions = gram[np.ix_(out, rows)] @ duals(gram[np.ix_(rows, rows)], aims.opinions)
            predicted[variant.name][out, 0] = opinions[:, 0]
            predicted[variant.name][out, 1:] = aims.middle + opinions @ aims.turn
    return predicted


@dataclass(frozen=True, slots=True)
class Calibration:
    """A linear map from the model's output to stars, and how far readers' ratings are from it."""

    base: float
    slope: float
    low: float
    high: float


def calibrate(predicted: Array, stars: Array) -> Calibration:
    """Fitted on held-out predictions. The offsets leave a tenth of the books on each side."""
    slope, base = np.polyfit(predicted, stars, 1)
    slope = max(slope, 0.0)
    base = float(stars.mean() - slope * predicted.mean())
    rest = np.sort(stars - base - slope * predicted)
    tail = (1 - INTERVAL) / 2
    low, high = np.quantile(rest, [tail, 1 - tail], method="median_unbiased")
    return Calibration(base, float(slope), float(low), float(high))


def coverage(predicted: Array, stars: Array, repeat: int) -> float:
    """The share of books within their interval, where line and offsets come from the other folds' books."""
    inside = 0
    for rows, out in folds(len(stars), repeat):
        line = calibrate(predicted[rows], stars[rows])
        off = stars[out] - line.base - line.slope * predicted[out]
        inside += int(((off >= line.low) & (off <= line.high)).sum())
    return inside / len(stars)


@dataclass(frozen=True, slots=True)
class Validation:
    """A variant in cross-validation."""

    lines: tuple[Calibration, ...]
    """The rating's, then each aspect's."""
    figures: Mapping[str, Any]


def judge(runs: Sequence[Array], by_author: Array, truth: Truth) -> Validation:
    """Agreement, intervals and coverage of one variant from its held-out predictions, one run per repeat."""
    overall = np.mean([run[:, 0] for run in runs], axis=0)
    resamples = resampled(overall, truth.rating, draws(len(truth.rating), RESAMPLES, SEED))
    taus = [_tau(run[:, 0], truth.rating) for run in runs]
    spread = bounds(resamples - np.nanmean(resamples))
    value = float(np.mean(taus))
    lines = [calibrate(np.concatenate([run[:, 0] for run in runs]), np.tile(truth.rating, len(runs)))]
    aspects = {}
    for at, aspect in enumerate(ASPECT_IDS):
        known = truth.mentions[:, at] >= FEWEST_MENTIONS
        stars = truth.aspects[known, at]
        line = calibrate(np.concatenate([run[known, 1 + at] for run in runs]), np.tile(stars, len(runs)))
        lines.append(line)
        aspects[aspect] = {
            "interval": _rounded(line.low, line.high),
            "kendall": round(float(np.mean([_tau(run[known, 1 + at], stars) for run in runs])), 4),
            "kendall_of_rating": round(float(np.mean([_tau(run[known, 0], stars) for run in runs])), 4),
            "coverage": round(
                float(np.mean([coverage(run[known, 1 + at], stars, n) for n, run in enumerate(runs)])), 4
            ),
            "books": int(known.sum()),
        }
    agreement = {
        "kendall": round(value, 4),
        "low": round(value + spread[0], 4),
        "high": round(value + spread[1], 4),
        "within_genre": _within_genre(runs, truth),
        "coverage": round(
            float(np.mean([coverage(run[:, 0], truth.rating, n) for n, run in enumerate(runs)])), 4
        ),
        "books": len(truth.rating),
    }
    figures = {
        "interval": _rounded(lines[0].low, lines[0].high),
        "agreement": agreement,
        "other_authors": round(_tau(by_author[:, 0], truth.rating), 4),
        "by_repeat": _rounded(*taus),
        "aspects": aspects,
    }
    return Validation(tuple(lines), figures)


def cross_validated(features: Features, truth: Truth) -> dict[str, Validation]:
    """Every variant, ten folds three times, and once with each author's books held out together."""
    runs = [held_out(features, truth, repeat) for repeat in range(REPEATS)]
    apart = held_out(features, truth, REPEATS, truth.authors)
    return {
        variant.name: judge([run[variant.name] for run in runs], apart[variant.name], truth)
        for variant in VARIANTS
    }


def _tau(predicted: Array, stars: Array) -> float:
    value = kendall(predicted, stars)
    return float("nan") if isinstance(value, Refused) else value


def _within_genre(runs: Sequence[Array], truth: Truth) -> float | None:
    """The mean of the genres' taus, weighted by their books: the agreement that does not come from differences
    between genres.

    None if no genre has enough books.
    """
    groups = [rows for rows in by_label(truth.genres).values() if len(rows) >= FEWEST_OF_GENRE]
    if not groups:
        return None
    taus = [[_tau(run[rows, 0], truth.rating[rows]) for rows in groups] for run in runs]
    return round(float(np.average(np.mean(taus, axis=0), weights=[len(rows) for rows in groups])), 4)


def _rounded(*values: float) -> list[float]:
    return [round(float(value), 4) for value in values]
