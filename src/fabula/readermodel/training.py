"""Training the reader model: ridge regression on a sum of kernels, reduced to one weight per word.

Everything is fitted again inside each fold, and so is the choice of a recipe: a held-out book takes no part in it.
The same files give the same model, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fabula.measures.resampling import resampled
from fabula.readermodel.blocks import (
    RECIPES,
    Array,
    Features,
    Matrix,
    Recipe,
    blocks,
    blocks_of,
    fit,
)
from fabula.readermodel.mix import Mix, weigh
from fabula.readermodel.model import ASPECT_IDS
from fabula.readermodel.training_books import ReviewCounts, TrainingBook
from fabula.readermodel.variants import VARIANTS, Tags, Variant
from fabula.reviews.reviews import STARS

OPINIONS = 3
"""The rating and the eight aspects move together: one opinion for the rating, two for how aspects differ from
it."""
FOLDS, CHOOSING, SEED = 10, 5, 0
"""Folds of a validation, and folds inside each of them that choose a recipe."""
SHRINK = 10.0
"""This many reviews of an aspect count as much as the book's own rating."""
FEWEST_MENTIONS = 20
"""Reviews of an aspect that a book needs to count when aspect scores are checked."""
FEWEST_BOOKS_OF_ASPECT = 40
"""Books with enough reviews of an aspect that a model of it needs."""
Rows = NDArray[np.intp]
Split = tuple[Rows, Rows]
"""Rows to train on, and rows held out."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Readers' ratings, one row per book."""

    rating: Array
    liking: Array
    """Mean rating; five stars over three or fewer."""
    shares: Array
    """The shares of readers who gave one to five stars; NaN where that is not known."""
    aspect_ids: tuple[str, ...]
    """The aspects that enough reviews speak of."""
    aspects: Array
    """Books by aspects: the mean rating of the reviews that mention it, NaN if none does."""
    mentions: Array
    genres: tuple[tuple[str, ...], ...]
    authors: tuple[str, ...]
    published: Array
    """Days; NaN where the date is not known."""
    weights: Array
    """How much each book counts in a validation: more if it is like the books to come."""


def truth_of(
    training_books: Sequence[TrainingBook], counts: Sequence[ReviewCounts], mix: Mix | None = None
) -> Truth:
    """Gather it from books and reviews."""
    mentions = np.array([[each.mentions[aspect] for aspect in ASPECT_IDS] for each in counts], dtype=float)
    stars = np.array([[each.stars.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in counts], dtype=float)
    known = (mentions >= FEWEST_MENTIONS).sum(axis=0) >= FEWEST_BOOKS_OF_ASPECT
    given = np.array(
        [[each_book.book.ratings.get(star, 0) for star in STARS[::-1]] for each_book in training_books],
        dtype=float,
    )
    readers = given.sum(axis=1)
    genres = tuple(each_book.facts.genres for each_book in training_books)
    return Truth(
        rating=np.array([each_book.book.rating for each_book in training_books]),
        liking=np.array([each_book.liking for each_book in training_books]),
        shares=np.where(readers[:, None] > 0, given / np.maximum(readers, 1)[:, None], np.nan),
        aspect_ids=tuple(aspect for aspect, enough in zip(ASPECT_IDS, known, strict=True) if enough),
        aspects=np.where(mentions > 0, stars / np.maximum(mentions, 1), np.nan)[:, known],
        mentions=mentions[:, known],
        genres=genres,
        authors=tuple(each_book.book.author for each_book in training_books),
        published=np.array([each_book.published or np.nan for each_book in training_books], dtype=float),
        weights=weigh(mix, genres, readers),
    )


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of the regression, and how to turn them back into stars. Uses only the training rows."""

    opinions: Array
    """Training rows by opinions, each of mean zero; the first is the rating's."""
    turn: Array
    """Opinions to aspects, in stars."""
    middle: Array
    """Each aspect's mean in stars."""


def targets(truth: Truth, rows: Rows) -> Targets:
    """z(mean rating) + z(five stars minus three or fewer), and what the aspects add."""
    liking = truth.liking[rows]
    overall = ((liking - liking.mean(axis=0)) / liking.std(axis=0)).sum(axis=1)
    if not truth.aspect_ids:
        return Targets(overall[:, None], np.zeros((1, 0)), np.zeros(0))
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


def kernel(variant: Variant, recipe: Recipe, found: Mapping[str, Matrix], kernels: dict[str, Array]) -> Array:
    """The weighted sum of the kernels of the variant's blocks; `kernels` keeps what was computed."""
    total = np.zeros((next(iter(found.values())).shape[0],) * 2)
    for name, block in blocks_of(variant).items():
        if block not in kernels:
            product = found[block] @ found[block].T
            kernels[block] = product.toarray() if hasattr(product, "toarray") else np.asarray(product)
        total += recipe.weights[name] * kernels[block]
    return total


def duals(gram: Array, opinions: Array, recipe: Recipe) -> Array:
    """The weight of each training book in the ridge solution."""
    return np.asarray(np.linalg.solve(gram + recipe.penalty * np.eye(len(gram)), opinions))


def folds(rows: Rows, parts: int, seed: int, together: Sequence[str] | None = None) -> Iterator[Split]:
    """Parts of these rows, each held out once; rows of one name in `together` are held out together."""
    names = sorted({together[row] for row in rows}) if together else list(range(len(rows)))
    group = {name: at for at, name in enumerate(names)}
    order = np.random.default_rng(SEED + seed).permutation(len(names))
    fold_of_group = np.empty(len(names), dtype=int)
    fold_of_group[order] = np.arange(len(names)) % parts
    own_names = [together[row] for row in rows] if together else names
    own = np.array([fold_of_group[group[name]] for name in own_names])
    for part in range(parts):
        yield rows[own != part], rows[own == part]


class Fold:
    """Everything that is fitted on some books to predict others."""

    def __init__(self, features: Features, truth: Truth, rows: Rows) -> None:
        self.rows = rows
        self.aims = targets(truth, rows)
        self.found = blocks(features, fit(features, rows))
        self._kernels: dict[str, Array] = {}

    def predicted(self, variant: Variant, recipes: Sequence[Recipe], out: Rows) -> Array:
        """Held-out books by the rating's opinion and the aspects in stars, the mean over the recipes."""
        opinions = np.zeros((len(out), self.aims.opinions.shape[1]))
        for recipe in recipes:
            gram = kernel(variant, recipe, self.found, self._kernels)
            weights = duals(gram[np.ix_(self.rows, self.rows)], self.aims.opinions, recipe)
            opinions += gram[np.ix_(out, self.rows)] @ weights / len(recipes)
        return np.column_stack([opinions[:, 0], self.aims.middle + opinions @ self.aims.turn])


def chosen(features: Features, truth: Truth, rows: Rows) -> dict[Tags, tuple[Recipe, ...]]:
    """By kind of tags: the better half of the recipes in folds of these rows alone, weighted as the books to come.

    Their mean is steadier than the best of them, which is partly best by chance.
    """
    tried = {
        (variant, recipe): np.zeros(len(truth.rating))
        for variant in _asked_for_choice()
        for recipe in RECIPES
    }
    for train, out in folds(rows, CHOOSING, SEED):
        fold = Fold(features, truth, train)
        for variant, recipe in tried:
            tried[variant, recipe][out] = fold.predicted(variant, [recipe], out)[:, 0]
    best: dict[Tags, tuple[Recipe, ...]] = {}
    for tags in ("shelved", "drafted", "none"):
        worth = [
            sum(
                weighted_tau(each[rows], truth.rating[rows], truth.weights[rows])
                for (variant, tested), each in tried.items()
                if variant.tags == tags and tested == recipe
            )
            for recipe in RECIPES
        ]
        better = np.sort(np.argsort(-np.array(worth), kind="stable")[: len(RECIPES) // 2])
        best[tags] = tuple(RECIPES[place] for place in better)
    return best


def _asked_for_choice() -> list[Variant]:
    """For each kind of tags the poorest and the richest inputs: what suits both suits those between."""
    return [each for each in VARIANTS if each.premise and each.plot == each.cast]


def held_out(features: Features, truth: Truth, splits: Iterable[Split]) -> dict[str, Array]:
    """By variant: predictions by models that never saw the book, nor chose a recipe by it. NaN for books in no
    split."""
    columns = 1 + len(truth.aspect_ids)
    predicted = {variant.name: np.full((len(truth.rating), columns), np.nan) for variant in VARIANTS}
    for rows, out in splits:
        recipes = chosen(features, truth, rows)
        fold = Fold(features, truth, rows)
        for variant in VARIANTS:
            predicted[variant.name][out] = fold.predicted(variant, recipes[variant.tags], out)
    return predicted


def weighted_tau(predicted: Array, stars: Array, weights: Array) -> float:
    """Kendall's tau-b where a pair of books counts as much as both weights together. 0 if nothing was told apart."""
    return float(np.nan_to_num(resampled(predicted, stars, [weights[None, :]])[0]))
