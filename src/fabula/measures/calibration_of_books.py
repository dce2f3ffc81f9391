"""A judge's scores, with what is known about a book, as readers' stars.

The monotone map of the overall score comes first. Aspects, length and genres join only where books that were left out say that
they help; otherwise the map of the overall score stands alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from fabula.measures.calibration import (
    LEAST,
    SHAPES,
    HeldOut,
    Map,
    Numbers,
    Parts,
    conformal,
    fit,
    folds,
    tested,
)

ENOUGH = 60
"""Books below which nothing but the overall score is tried."""
BOOKS_A_GENRE = 5
"""Books below which a genre has no offset of its own."""
SHRINK = 10.0
"""An offset is drawn to none as if this many books without any were added to its own."""
OVERALL = "overall"


@dataclass(frozen=True, slots=True)
class Scored:
    """Books that a judge has scored: `overall` and aspects, readers' stars, and genres and length where they are known."""

    scores: Mapping[str, Numbers]
    stars: Numbers
    genres: Sequence[Sequence[str]]
    words: Numbers

    def __len__(self) -> int:
        return len(self.stars)

    def at(self, places: Sequence[int] | np.ndarray) -> Scored:
        """Some of the books."""
        chosen = np.asarray(places, dtype=int)
        return Scored(
            {name: column[chosen] for name, column in self.scores.items()},
            self.stars[chosen],
            [self.genres[place] for place in chosen],
            self.words[chosen],
        )


@dataclass(frozen=True, slots=True)
class Length:
    """Stars for each doubling of the words, level outside the lengths of the fitted books."""

    slope: float
    centre: float
    """The length in words at which the offset is none."""
    low: float
    high: float

    def offset(self, words: Numbers) -> Numbers:
        """Stars to add, none where the length is unknown."""
        known = np.clip(np.where(words > 0, words, self.centre), self.low, self.high)
        return np.asarray(self.slope * np.log2(known / self.centre))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Maps of a judge's scores, and offsets by genre and length. `joined` names what is used beside the overall score."""

    maps: Mapping[str, Map]
    half: float
    joined: tuple[str, ...] = ()
    genres: Mapping[str, float] = field(default_factory=dict)
    length: Length | None = None

    def predict(self, books: Scored) -> Numbers:
        """Expected stars of the books."""
        found = _mapped(self.maps, books, with_aspects="aspects" in self.joined)
        offsets = [sum(self.genres.get(each, 0.0) for each in _named(own)) for own in books.genres]
        found = found + np.array(offsets)
        if self.length is not None:
            found = found + self.length.offset(books.words)
        return np.asarray(np.clip(found, 1.0, 5.0))


def fit_books(books: Scored, low: float, high: float, seed: int = 0) -> Calibration:
    """The calibration for books like these, for a judge whose scale runs from `low` to `high`."""
    maps = {
        name: fit(column[known], books.stars[known], low, high, seed)
        for name, column in books.scores.items()
        if (known := np.isfinite(column)).sum() >= LEAST or name == OVERALL
    }
    parts = folds(len(books), seed)
    best: tuple[str, ...] = ()
    errors = _errors(books, maps, best, parts)
    for joined in _candidates(books, maps):
        tried = _errors(books, maps, joined, parts)
        gain = errors**2 - tried**2
        if gain.mean() > gain.std(ddof=1) / np.sqrt(len(gain)):
            best, errors = joined, tried
    return _offset(Calibration(maps, conformal(errors), best), books)


def held_out_books(books: Scored, low: float, high: float, seed: int = 0, *, alone: bool = False) -> HeldOut:
    """How such a calibration does on books that had no part in it; `alone`: the overall score without anything else."""
    if alone:
        books = Scored(
            {OVERALL: books.scores[OVERALL]}, books.stars, [()] * len(books), np.full(len(books), np.nan)
        )

    def one(kept: np.ndarray, out: np.ndarray) -> tuple[Numbers, float]:
        own = fit_books(books.at(kept), low, high, seed)
        return own.predict(books.at(out)), own.half

    return tested(books.stars, one, seed)


def _candidates(books: Scored, maps: Mapping[str, Map]) -> list[tuple[str, ...]]:
    """What may join the overall score, from the simplest."""
    if len(books) < ENOUGH:
        return []
    known = {
        "aspects": len(maps) > 1,
        "length": bool((books.words > 0).mean() > 0.5),
        "genres": bool(_genres(books)),
    }
    single = [(name,) for name, has in known.items() if has]
    both = [("length", "genres")] if known["length"] and known["genres"] else []
    return [*single, *both, *([("aspects", *both[0])] if both and known["aspects"] else [])]


def _errors(books: Scored, maps: Mapping[str, Map], joined: tuple[str, ...], parts: Parts) -> Numbers:
    """Each book's error by a calibration of the other parts, with the shapes of the whole."""
    found = np.empty(len(books))
    for out in parts:
        kept, left = books.at(np.setdiff1d(np.arange(len(books)), out)), books.at(out)
        own = {name: _again(each, kept, name) for name, each in maps.items()}
        found[out] = _offset(Calibration(own, 0.0, joined), kept).predict(left) - left.stars
    return found


def _again(known: Map, books: Scored, name: str) -> Map:
    """The map of the same shape, fitted on other books."""
    column = books.scores[name]
    has = np.isfinite(column)
    stars = SHAPES[known.shape](column[has], books.stars[has])(np.asarray(known.at))
    return replace(known, stars=tuple(map(float, np.clip(stars, 1.0, 5.0))))


def _mapped(maps: Mapping[str, Map], books: Scored, *, with_aspects: bool) -> Numbers:
    """Stars by the overall score, or the mean over it and the aspects."""
    used = maps if with_aspects else {OVERALL: maps[OVERALL]}
    stars = np.array(
        [
            np.where(np.isfinite(books.scores[name]), each.predict(np.nan_to_num(books.scores[name])), np.nan)
            for name, each in used.items()
            if name in books.scores
        ]
    )
    return np.asarray(np.nanmean(stars, axis=0))


def _offset(plain: Calibration, books: Scored) -> Calibration:
    """The calibration with offsets that these books say, drawn to none where few say so."""
    if not {"genres", "length"} & set(plain.joined):
        return plain
    residual = books.stars - plain.predict(books)
    names = _genres(books) if "genres" in plain.joined else []
    columns = [np.array([name in _named(own) for own in books.genres], dtype=float) for name in names]
    length = None
    if "length" in plain.joined:
        known = books.words[books.words > 0]
        length = Length(1.0, float(np.median(known)), float(known.min()), float(known.max()))
        columns.append(length.offset(books.words))
    matrix = np.stack(columns, axis=1)
    weights = np.linalg.solve(matrix.T @ matrix + SHRINK * np.eye(len(columns)), matrix.T @ residual)
    if length is not None:
        length = replace(length, slope=float(weights[-1]))
    return replace(
        plain,
        genres={name: float(weight) for name, weight in zip(names, weights, strict=False)},
        length=length,
    )


def _genres(books: Scored) -> list[str]:
    counts = Counter(genre for own in books.genres for genre in _named(own))
    return sorted(genre for genre, n in counts.items() if BOOKS_A_GENRE <= n < len(books))


def _named(genres: Sequence[str]) -> set[str]:
    """A book's genres, each once, however they are written."""
    return {genre.strip().casefold() for genre in genres}
