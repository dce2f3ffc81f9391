"""Predicts what a reader would give a story without a language model: simple baselines, and the best of them.

With a table of many readers' ratings, four are compared by cross-validation over stories, each treated as unrated:
reviewer average, item features, ridge with reader bias, matrix factorisation. With only a profile there are three:
reviewer average, the embedded reader model, and that model shifted by how kind the reader is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from fabula.errors import UsageError
from fabula.measures.refusal import Numbers
from fabula.notices import Notice
from fabula.personas.factorisation import (
    SHRINK,
    Factors,
    Ratings,
    factorise,
    fold_in,
    item_features,
    ratings_of,
    ridge_with_bias,
    shrunk_means,
    with_features,
)
from fabula.personas.profiles import TEN, PastReview, Profile
from fabula.personas.rating_tables import STARS, Item, Table
from fabula.personas.steps import StepOdds, learned
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import BookFacts, ReaderRating

AVERAGE = "reviewer average"
EMBEDDED = "embedded reader model"
EMBEDDED_MOVED = "embedded reader model and reader bias"
FEATURES = "item features"
RIDGE = "ridge with reader bias"
FACTORS = "matrix factorisation"

USUAL_MEAN = 7.46
USUAL_SPREAD = 1.82
"""Mean, and spread within a reader, of the scores of LongStoryEval's readers, moved from stars to 1 to 10."""
FOLDS = 10
_FEWEST = 5

Method = Callable[[Ratings, Any], Factors]


@dataclass(frozen=True, slots=True)
class Expected:
    """One reader on one story, from 1 to 10: the mean and spread of their predicted score."""

    reader: str
    story: str
    score: float
    spread: float
    odds: StepOdds | None = None
    """How readers of this table spread over its steps. None where only a bell curve is known."""

    def shares(self, steps: Sequence[float]) -> list[float]:
        """The probability that each step is nearest to the score. The tails count for the end steps."""
        if self.odds is not None:
            shown = np.zeros(len(steps))
            for given, share in zip(self.odds.steps, self.odds.shares(self.score), strict=True):
                shown[int(np.argmin(np.abs(np.asarray(steps) - given)))] += share
            return [float(share) for share in shown]
        from scipy.special import ndtr

        between = [(step + following) / 2 for step, following in pairwise(steps)]
        below = ndtr((np.array([-np.inf, *between, np.inf]) - self.score) / self.spread)
        return [float(high - low) for low, high in pairwise(below)]


@dataclass(frozen=True, slots=True)
class Expectations:
    """The predictions of the best baseline, its name, and the cross-validation error of each."""

    method: str
    errors: Mapping[str, float]
    """Root mean squared error on 1 to 10. Empty if there was nothing to compare on."""
    tested_on: int
    """How many ratings the errors were measured on."""
    expected: tuple[Expected, ...]
    notes: tuple[Notice, ...] = ()
    odds: StepOdds | None = None
    """How readers spread over the steps of the table's scale."""


def expect(
    profiles: Sequence[Profile], stories: Mapping[str, Item], table: Table | None = None
) -> Expectations:
    """Predict every reader on every story with the baseline that does best in cross-validation."""
    if not any(profile.reviews for profile in profiles):
        raise UsageError("without a model a profile needs scores; this one has only choices between plots")
    if table is None:
        return _from_profiles(profiles, stories)
    return _from_table(profiles, stories, table)


METHODS: Mapping[str, Method] = {
    AVERAGE: lambda ratings, features: averages(ratings, features.shape[0]),
    FEATURES: lambda ratings, features: features_alone(ratings, features),
    RIDGE: lambda ratings, features: ridge_with_bias(ratings, features),
    FACTORS: lambda ratings, features: with_features(factorise(ratings), features),
}
"""Each baseline learns from ratings and then predicts unrated items."""


def averages(ratings: Ratings, items: int) -> Factors:
    """Each reader's average, shrunk a little towards the overall one. The same for every story."""
    mean, size = float(ratings.score.mean()), len(ratings.readers)
    bias = shrunk_means(ratings.reader, ratings.score - mean, size, 0.0)
    return _without_vectors(mean, bias, np.zeros(items), ratings)


def features_alone(ratings: Ratings, features: Any) -> Factors:
    """What similar stories get. The same for every reader."""
    learned = ridge_with_bias(ratings, features)
    return _without_vectors(learned.mean, np.zeros(len(ratings.readers)), learned.item_bias, ratings)


def _without_vectors(mean: float, readers: Numbers, items: Numbers, ratings: Ratings) -> Factors:
    return Factors(
        mean,
        1.0,
        readers,
        items,
        np.zeros((len(readers), 0)),
        np.zeros((len(items), 0)),
        np.bincount(ratings.reader, minlength=len(readers)) > 0,
        np.bincount(ratings.item, minlength=len(items)) > 0,
    )


@dataclass(frozen=True, slots=True)
class Unseen:
    """Ratings of stories that a baseline had not seen, with its predictions."""

    reader: Numbers
    item: Numbers
    fold: Numbers
    """Which tenth each story was in. Within a tenth, a reader's training ratings are the same."""
    truth: Numbers
    predicted: Mapping[str, Numbers]

    def error(self, method: str) -> float:
        """Root mean squared error."""
        return float(np.sqrt(np.mean((self.predicted[method] - self.truth) ** 2)))


def on_unseen_stories(
    ratings: Ratings, features: Any, folds: int = FOLDS, seed: int = 0, fewest: int = _FEWEST
) -> Unseen:
    """Predict each tenth of the stories from the rest, for readers with enough ratings there."""
    folds = min(folds, len(ratings.items))
    fold = np.random.default_rng(seed).permutation(len(ratings.items)) % max(folds, 2)
    predicted: dict[str, list[Numbers]] = {name: [] for name in METHODS}
    readers, items, folded, truth = [], [], [], []
    for number in range(max(folds, 2)):
        held = fold[ratings.item] == number
        known, asked = ratings.only(~held), ratings.only(held)
        enough = np.bincount(known.reader, minlength=len(ratings.readers))[asked.reader] >= fewest
        asked = asked.only(enough)
        if not len(asked.score) or not len(known.score):
            continue
        readers.append(asked.reader)
        items.append(asked.item)
        folded.append(np.full(len(asked.score), number))
        truth.append(asked.score)
        for name, method in METHODS.items():
            predicted[name].append(method(known, features).predict(asked.reader, asked.item))
    if not truth:
        raise UsageError(
            f"no reader of the table has rated {fewest + 1} stories or more: nothing to compare on"
        )
    return Unseen(
        np.concatenate(readers),
        np.concatenate(items),
        np.concatenate(folded),
        np.concatenate(truth),
        {name: np.concatenate(each) for name, each in predicted.items()},
    )


def _from_table(profiles: Sequence[Profile], stories: Mapping[str, Item], table: Table) -> Expectations:
    """Add the readers of the profiles to those of the table. Stories are placed by their content."""
    rows = [
        (reader, past.item, table.scale.to(past.score, TEN))
        for reader, past in table.rows
        if isinstance(past, PastReview)
    ]
    known = dict(table.items)
    for profile in profiles:
        for past in profile.reviews:
            known.setdefault(past.item, Item(past.text))
    asked = {f"\0{name}": item for name, item in stories.items()}
    items = (*sorted(known), *asked)
    place = {item: at for at, item in enumerate(items)}
    bare = ratings_of(rows)
    ratings = Ratings(
        bare.readers, items, bare.reader, np.array([place[bare.items[at]] for at in bare.item]), bare.score
    )
    facts = [known.get(item) or asked[item] for item in items]
    features = item_features([item.text for item in facts], [item.genres for item in facts])
    unseen = on_unseen_stories(ratings, features)
    errors = {name: unseen.error(name) for name in METHODS}
    best = min(errors, key=lambda name: errors[name])
    odds = learned(unseen.predicted[best], unseen.truth, unseen.item)
    factors = METHODS[best](ratings, features)
    targets = np.array([place[name] for name in asked])
    expected = []
    for profile in profiles:
        at = np.array([place[past.item] for past in profile.reviews], dtype=np.int64)
        scores = np.array([profile.on_ten(past.score) for past in profile.reviews])
        folded = fold_in(factors, at, scores)
        if best == FEATURES:
            folded = fold_in(factors, at[:0], [])
        given = np.clip(folded.predict(factors, targets), TEN.low, TEN.high)
        expected += [
            Expected(
                profile.reader,
                name,
                float(score),
                errors[best],
                odds if profile.scale == table.scale else None,
            )
            for name, score in zip(stories, given, strict=True)
        ]
    return Expectations(best, errors, len(unseen.truth), tuple(expected), odds=odds)


def _from_profiles(profiles: Sequence[Profile], stories: Mapping[str, Item]) -> Expectations:
    """Use only the profiles: predict each past score from the reader's other scores."""
    liked = {past.text: liking(past.text) for profile in profiles for past in profile.reviews}
    asked = {name: liking(item.text, item.genres) for name, item in stories.items()}
    notes: list[Notice] = []
    ways = [AVERAGE]
    if all(each is not None for each in (*liked.values(), *asked.values())):
        ways += [EMBEDDED, EMBEDDED_MOVED]
    else:
        notes.append(Notice.of("personas.model-is-english"))
    off: dict[str, list[float]] = {way: [] for way in ways}
    for profile in profiles:
        scores = [profile.on_ten(past.score) for past in profile.reviews]
        books = [liked[past.text] for past in profile.reviews]
        if len(scores) < 2:
            continue
        for at, truth in enumerate(scores):
            rest = [*scores[:at], *scores[at + 1 :]], [*books[:at], *books[at + 1 :]]
            for way in ways:
                off[way].append(_expected(way, *rest, books[at]) - truth)
    errors = {way: float(np.sqrt(np.mean(np.square(each)))) for way, each in off.items() if each}
    best = min(errors, key=lambda way: errors[way]) if errors else AVERAGE
    if not errors:
        notes.append(Notice.of("personas.nothing-to-compare"))
    count = len(off[best])
    freedom = 10.0
    spread = USUAL_SPREAD
    if errors:
        spread = float(np.sqrt((count * errors[best] ** 2 + freedom * USUAL_SPREAD**2) / (count + freedom)))
    expected = [
        Expected(
            profile.reader,
            name,
            _expected(
                best,
                [profile.on_ten(past.score) for past in profile.reviews],
                [liked[past.text] for past in profile.reviews],
                asked[name],
            ),
            spread,
        )
        for profile in profiles
        for name in stories
    ]
    return Expectations(best, errors, count, tuple(expected), tuple(notes))


def liking(plot: str, genres: Sequence[str] = ()) -> float | None:
    """What readers in general would give, from 1 to 10, by the embedded model. None if it does not know."""
    rating = predict(BookFacts(plot=plot, genres=tuple(genres), language="en"))
    return STARS.to(rating.value, TEN) if isinstance(rating, ReaderRating) else None


def _expected(way: str, scores: Sequence[float], books: Sequence[float | None], book: float | None) -> float:
    own = book if book is not None else USUAL_MEAN
    if way == EMBEDDED:
        return own
    if way == AVERAGE:
        value = (sum(scores) + SHRINK * USUAL_MEAN) / (len(scores) + SHRINK)
    else:
        beyond = [score - (each or 0.0) for score, each in zip(scores, books, strict=True)]
        value = own + sum(beyond) / (len(beyond) + SHRINK)
    return float(min(TEN.high, max(TEN.low, value)))
