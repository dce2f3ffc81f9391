"""LongStoryEval's comparison: how far each system's scores agree with readers, beside baselines that read nothing.

As in the paper, Kendall's tau-b compares every aspect's score with the book's one rating, rounded to one place.
We add intervals, p-values corrected for the whole table, baselines with paired differences, and a blend.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.benchmarks.longstoryeval_published import ASPECTS, rows_of
from fabula.benchmarks.longstoryeval_result import BookScores
from fabula.benchmarks.longstoryeval_systems import STARS, System
from fabula.benchmarks.release import Listed, Shelf
from fabula.judging.blend import FEWEST_JUDGED, nested_blend
from fabula.judging.prose import OVERALL
from fabula.measures.agreement import kendall, ranks, rounded
from fabula.measures.baselines import from_labels, from_other_labels
from fabula.measures.calibrating import CalibrateResult, judge_of
from fabula.measures.calibration import LEAST
from fabula.measures.calibration_of_books import Scored
from fabula.measures.comparison import as_json
from fabula.measures.intervals import RESAMPLES, difference, estimate, holm
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.replicates import repeatability
from fabula.notices import Notice
from fabula.readermodel.model import shipped
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import BookFacts, ReaderRating
from fabula.rubrics.rubric import Rubric

if TYPE_CHECKING:
    from fabula.judging.recorded import Recording

PLACES = 1
"""The paper rounds readers' ratings to one place before it ranks."""
PAPER = {
    "NovelCritique": {
        aspect: figure / 100
        for _, name, figures in rows_of(2)
        if name.startswith("NovelCritique")
        for aspect, figure in zip(ASPECTS, figures, strict=True)
    }
}
"""Kendall's tau on all 150 test books, as the paper's Table 2 prints it. The released outputs give the same, but 21.2
for enjoyment."""
READER_MODEL = "reader model"


def recorded_systems(recording: Recording, taken: Container[str] = ()) -> list[System]:
    """Reads a recording: a trained critic's outputs as one system, or each strategy as its own system.

    Where a name is `taken`, the file's own name tells two critics apart, such as those of an ablation.
    """
    if recording.ratings:
        name = "NovelCritique" if "novelcritique" in recording.name.lower() else recording.name
        own = recording.name if name in taken else name
        return [
            System(own, judged, {"method": method, "critic": True})
            for method, judged in recording.judged.items()
        ]
    return [
        System(f"{recording.name}: {method}", judged, {"method": method})
        for method, judged in recording.judged.items()
    ]


def strategies(recording: Recording, rubric: Rubric, shelf: Shelf) -> dict[str, dict[str, BookScores]]:
    """Scores by strategy and book on the five-point scale: the mean over runs, each run, and the readers' rating."""
    systems = {system.about["method"]: system for system in recorded_systems(recording)}
    return {
        method: {book: _on_five(system, book, rubric, shelf) for book in system.judged}
        for method, system in systems.items()
    }


def _on_five(system: System, book: str, rubric: Rubric, shelf: Shelf) -> BookScores:
    def five(run: float | None) -> float | None:
        return None if run is None else rubric.scale.to(run, STARS)

    means: dict[str, float | None] = {}
    for name in _names(rubric):
        runs = [score for score in system.score(book, name, rubric) if score is not None]
        means[name] = five(fmean(runs)) if runs else None
    return BookScores(
        overall=means.pop(OVERALL),
        aspects=means,
        runs=tuple(five(run) for run in system.score(book, OVERALL, rubric)),
        readers=shelf.books[book].rating if book in shelf.books else None,
    )


def with_recorded(shelf: Shelf, recording: Recording) -> None:
    """Adds the recorded books' ratings and genres where the folder lacks them."""
    for own, rating in recording.ratings.items():
        if own not in shelf.books or shelf.books[own].rating is None:
            facts = BookFacts(genres=recording.genres.get(own, ()), shelved=True)
            shelf.books[own] = Listed(own, own.replace("_", " "), "", facts, rating)


def table(
    shelf: Shelf, systems: Sequence[System], rubric: Rubric, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[dict[str, Any], dict[str, CalibrateResult]]:
    """The paper's comparison as one document, and the calibration of each system with enough books."""
    named = dict.fromkeys(book for system in systems for book in system.judged)
    books = [shelf.books[own] for own in named if own in shelf.books and shelf.books[own].rating is not None]
    unrated = [own for own in named if own not in {book.id for book in books}]
    if not books:
        empty: dict[str, Any] = {"table": {}, "baselines": {}, "blend": {}, "systems": {}}
        return {"n": len(named), "unrated": unrated, **empty}, {}
    comparison = _Comparison(shelf, books, rubric, resamples, seed)
    found = {system.name: comparison.agreement(system) for system in systems}
    _correct([entry["kendall"] for aspects in found.values() for entry in aspects.values()])
    calibrated = {system.name: comparison.calibration(system) for system in systems}
    fitted = {name: each for name, each in calibrated.items() if each is not None}
    return {
        "n": len(books),
        "unrated": unrated,
        "rounded": PLACES,
        "table": found,
        "paper": {name: PAPER[name] for name in found if name in PAPER},
        "baselines": {name: each.document for name, each in comparison.baselines.items()},
        "blend": {system.name: comparison.blend(system) for system in systems},
        "systems": {system.name: {**system.about, **_repeats(system, rubric)} for system in systems},
        "calibration": {
            system.name: comparison.beside_readers(system, fitted[system.name])
            for system in systems
            if system.name in fitted
        },
    }, fitted


@dataclass(frozen=True, slots=True)
class _Baseline:
    """A baseline that needs no reading: a number for each book (NaN if missing) and how it was computed."""

    values: Numbers
    document: dict[str, Any]


class _Comparison:
    """Compares systems on the same books with the same ratings and baselines."""

    def __init__(
        self, shelf: Shelf, books: Sequence[Listed], rubric: Rubric, resamples: int, seed: int
    ) -> None:
        self.books, self.rubric = books, rubric
        self.resamples, self.seed = resamples, seed
        self.truth = rounded([book.rating or np.nan for book in books], PLACES)
        values, about, self.reader_bounds = embedded(books)
        self.baselines = {
            "length": self._baseline(np.array([book.facts.words or np.nan for book in books]), {}),
            "genres": self._baseline(*genres_alone(shelf, books)),
            READER_MODEL: self._baseline(values, about),
        }

    def agreement(self, system: System) -> dict[str, Any]:
        """Each aspect's agreement with readers, and its lead over each baseline."""
        found = {}
        for name in _names(self.rubric):
            scores = self.scores(system, name)
            known = np.isfinite(scores)
            entry: dict[str, Any] = {
                "n": int(known.sum()),
                "missing": [own.id for own, has in zip(self.books, known, strict=True) if not has],
                "kendall": self._agreed(scores[known], self.truth[known]),
            }
            entry["beyond"] = {
                name: self._beyond(scores, each.values) for name, each in self.baselines.items()
            }
            entry["loses_to"] = [
                name for name, apart in entry["beyond"].items() if (apart.get("difference") or 0) < 0
            ]
            found[name] = entry
        return found

    def blend(self, system: System) -> dict[str, Any]:
        """The mean of the system's and the reader model's rankings, compared with each of the two."""
        scores, readers = self.scores(system, OVERALL), self.baselines[READER_MODEL].values
        one_book = self._one_book(scores, readers)
        known = np.isfinite(scores) & np.isfinite(readers)
        scores, readers, truth = scores[known], readers[known], self.truth[known]
        both = ranks(scores) + ranks(readers)
        return {
            "n": int(known.sum()),
            "of": [OVERALL, READER_MODEL],
            "kendall": self._agreed(both, truth),
            "beyond": {
                "system": self._apart(both, scores, truth),
                READER_MODEL: self._apart(both, readers, truth),
            },
            "one_book": one_book,
        }

    def _one_book(self, scores: Numbers, readers: Numbers) -> dict[str, Any] | None:
        """Stars for each book by itself, fitted on other books, beside the judge and every baseline."""
        known = np.isfinite(scores) & np.isfinite(readers)
        if known.sum() < FEWEST_JUDGED:
            return None
        blended = np.full(len(known), np.nan)
        blended[known] = nested_blend(
            scores[known], readers[known], self.truth[known], self.rubric.scale, self.seed
        )
        return {
            "kendall": self._agreed(blended[known], self.truth[known]),
            "beyond": {
                "system": self._beyond(blended, scores),
                **{name: self._beyond(blended, each.values) for name, each in self.baselines.items()},
            },
        }

    def scores(self, system: System, aspect: str) -> Numbers:
        """One score for each book: the mean over replicates, or NaN if none gave a score."""
        found = []
        for book in self.books:
            runs = system.score(book.id, aspect, self.rubric) if book.id in system.judged else []
            known = [run for run in runs if run is not None]
            found.append(fmean(known) if known else np.nan)
        return np.array(found)

    def calibration(self, system: System) -> CalibrateResult | None:
        """The map of this judge's scores to readers' stars, tested on books that had no part in it."""
        overall = self.scores(system, OVERALL)
        known = np.flatnonzero(np.isfinite(overall))
        if len(known) < LEAST:
            return None
        scored = Scored(
            {name: self.scores(system, name) for name in _names(self.rubric)},
            np.array([book.rating for book in self.books], dtype=float),
            [book.facts.genres for book in self.books],
            np.array([book.facts.words or np.nan for book in self.books], dtype=float),
        ).at(known)
        scale, signature = self.rubric.scale, system.about.get("signature")
        return CalibrateResult.fitted(
            scored,
            scale.low,
            scale.high,
            self.seed,
            request={},
            signature="",
            judge=judge_of(signature) if signature else {},
            unmatched=tuple(
                sorted(book.id for book, score in zip(self.books, overall, strict=True) if np.isnan(score))
            ),
        )

    def beside_readers(self, system: System, found: CalibrateResult) -> dict[str, Any]:
        """The document of a calibration, beside the reader model on the same books."""
        known = np.isfinite(self.scores(system, OVERALL)) & np.isfinite(self.baselines[READER_MODEL].values)
        stars = np.array([book.rating for book in self.books], dtype=float)[known]
        errors = self.baselines[READER_MODEL].values[known] - stars
        low, high = (side[known] for side in self.reader_bounds)
        return found.held_out.model_dump() | {
            "joined": found.joined,
            "alone": found.alone,
            "why": found.why,
            "reader_model_rmse": float(np.sqrt((errors**2).mean())) if len(errors) else None,
            "reader_model_coverage": float(((low <= stars) & (stars <= high)).mean())
            if len(errors)
            else None,
            "reader_model_books": len(errors),
        }

    def _baseline(self, values: Numbers, about: dict[str, Any]) -> _Baseline:
        known = np.isfinite(values)
        agreed = self._agreed(values[known], self.truth[known])
        return _Baseline(values, {"n": int(known.sum()), "kendall": agreed, **about})

    def _beyond(self, scores: Numbers, plain: Numbers) -> dict[str, Any]:
        """The lead over a baseline. A baseline with negative correlation is reversed first."""
        known = np.isfinite(scores) & np.isfinite(plain)
        scores, plain, truth = scores[known], plain[known], self.truth[known]
        way = kendall(plain, truth)
        if isinstance(way, Refused):
            return {"difference": None, "why": way.notice.document}
        return self._apart(scores, plain if way >= 0 else -plain, truth)

    def _agreed(self, scores: Numbers, truth: Numbers) -> dict[str, Any]:
        return as_json(estimate(scores, truth, "kendall", self.resamples, self.seed))

    def _apart(self, first: Numbers, second: Numbers, truth: Numbers) -> dict[str, Any]:
        found = difference(first, second, truth, "kendall", self.resamples, self.seed)
        return (
            {"difference": None, "why": found.notice.document}
            if isinstance(found, Refused)
            else as_json(found)
        )


def genres_alone(shelf: Shelf, books: Sequence[Listed]) -> tuple[Numbers, dict[str, Any]]:
    """Predicts ratings from genre tags by ridge regression on the other books, never on the book's own rating."""
    judged = {book.id for book in books}
    pool = [book for book in shelf.books.values() if book.rating is not None and book.facts.genres]
    apart = [book for book in pool if book.id not in judged and book.id not in shelf.tested]
    genres = [book.facts.genres for book in books]
    if len(apart) >= max(2, len(books)):
        labels, ratings = [book.facts.genres for book in apart], [book.rating or 0.0 for book in apart]
        crossed = kendall(from_labels(labels, ratings), ratings)
        values = from_other_labels(labels, ratings, genres)
        about = {
            "fitted": Notice.of("benchmarks.fitted-elsewhere", n=len(apart)),
            "cross_validated_there": None if isinstance(crossed, Refused) else crossed,
        }
    else:
        values = (
            from_labels(genres, [book.rating or 0.0 for book in books]) if len(books) > 1 else np.zeros(1)
        )
        about = {"fitted": Notice.of("benchmarks.fitted-without-each")}
    return np.where([bool(own) for own in genres], values, np.nan), about


def embedded(books: Sequence[Listed]) -> tuple[Numbers, dict[str, Any], tuple[Numbers, Numbers]]:
    """The shipped reader model, only on books it was not trained on: its scores for training books prove nothing.

    Ratings, how they were made, and the bounds of their intervals.
    """
    learned = shipped().ids
    ratings = [None if book.id in learned else predict(book.facts) for book in books]
    known = [rating for rating in ratings if isinstance(rating, ReaderRating)]
    values, low, high = np.array(
        [
            (rating.value, rating.low, rating.high) if isinstance(rating, ReaderRating) else (np.nan,) * 3
            for rating in ratings
        ]
    ).T
    about: dict[str, Any] = {"learned_from": sum(book.id in learned for book in books)}
    variants = {rating.variant: rating.agreement.kendall for rating in known}
    about["inputs"] = sorted({name for rating in known for name in rating.inputs})
    about["cross_validated"] = variants
    return values, about, (low, high)


def _repeats(system: System, rubric: Rubric) -> dict[str, Any]:
    """How much replicates of a book's overall score differ, on the rubric's scale."""
    runs = [system.score(book, OVERALL, rubric) for book in system.judged]
    longest = max(map(len, runs), default=0)
    found = repeatability(
        [[np.nan if run is None else run for run in own] + [np.nan] * (longest - len(own)) for own in runs]
    )
    if isinstance(found, Refused):
        return {"runs": longest}
    return {"runs": longest, "spread": found.spread, "iqr": found.iqr}


def _names(rubric: Rubric) -> list[str]:
    return [OVERALL, *(aspect.id for aspect in rubric.scored_aspects)]


def _correct(figures: Sequence[dict[str, Any]]) -> None:
    """Holm's correction over every value in the table."""
    measured = [figure for figure in figures if figure["p"] is not None]
    for figure, corrected in zip(measured, holm([figure["p"] for figure in measured]), strict=True):
        figure["p_holm"] = corrected
