"""`fabula calibrate`: a judge's scores as the stars that readers would give, learned from a scored set with ratings."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import Field

from fabula.errors import UsageError
from fabula.measures.calibrate_request import CalibrateRequest
from fabula.measures.calibration import COVERS, LEAST, HeldOut, Map
from fabula.measures.calibration_of_books import (
    ENOUGH,
    OVERALL,
    Calibration,
    Length,
    Scored,
    fit_books,
    held_out_books,
)
from fabula.measures.comparison import NOT_SCORES
from fabula.measures.scorefile import ScoreFile, read
from fabula.notices import Notice
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign

_NOT_ASPECTS = {*NOT_SCORES, OVERALL, "rating", "score", "value", "readers", "blend", "together"}
_OF_THE_BOOK = frozenset(
    (
        "text",
        "about",
        "readers",
        "reading",
        "read-with",
        "calibration",
        "judged-before",
        "v",
        "n",
        "T",
        "left-out",
    )
)
"""Parts of a signature that another book, its reading, or another number of replicates changes: the judge stays the same."""


class CalibrateResult(Result):
    """The map of one judge, what it was fitted on, and how it does on books it never saw."""

    KIND: ClassVar[str] = "calibrate"

    kind: str = KIND
    judge: dict[str, str]
    """What of the books' signatures says which judge scored them. Empty if the scores have none."""
    shape: str
    at: tuple[float, ...]
    stars: tuple[float, ...]
    half: float
    covers: float
    """The share of new books whose rating lies in the interval."""
    aspects: dict[str, Map] = Field(default_factory=dict)
    """By aspect with enough scores. Readers rate books, not aspects, so these are stars of the book."""
    joined: tuple[str, ...] = ()
    """What the stars rest on beside the overall score: `aspects`, `length`, `genres`."""
    genres: dict[str, float] = Field(default_factory=dict)
    """Stars to add for each genre of a book."""
    length: Length | None = None
    held_out: HeldOut
    alone: HeldOut | None = None
    """The same for the overall score alone, where something joined it."""
    why: Notice | None = None
    """Why nothing joined the overall score."""
    unmatched: tuple[str, ...] = ()
    """Ids without a score or without a rating."""

    @classmethod
    def fitted(cls, books: Scored, low: float, high: float, seed: int, **about: Any) -> Self:
        """Fit the books of a judge whose scale runs from `low` to `high`, and test it by nested cross-validation."""
        found = fit_books(books, low, high, seed)
        overall = found.maps[OVERALL]
        return cls(
            **about,
            shape=overall.shape,
            at=overall.at,
            stars=overall.stars,
            half=found.half,
            covers=COVERS,
            aspects={name: each for name, each in found.maps.items() if name != OVERALL},
            joined=found.joined,
            genres=dict(found.genres),
            length=found.length,
            held_out=held_out_books(books, low, high, seed),
            alone=held_out_books(books, low, high, seed, alone=True) if found.joined else None,
            why=_why_alone(books, found),
        )

    def predict(
        self, scores: Mapping[str, float], genres: tuple[str, ...] = (), words: float | None = None
    ) -> float:
        """Expected stars of one book from its overall score, its aspects, its genres and its length."""
        maps = {OVERALL: Map(self.at, self.stars, self.half, self.shape), **self.aspects}
        known = Calibration(maps, self.half, self.joined, self.genres, self.length)
        book = Scored(
            {name: np.array([score]) for name, score in scores.items()},
            np.full(1, np.nan),
            [genres],
            np.array([words or np.nan], dtype=float),
        )
        return float(known.predict(book)[0])

    def differs(self, signature: str) -> tuple[str, ...]:
        """In what the judge of this signature is another one."""
        return judges_differ(self.judge, judge_of(signature))


@dataclass(frozen=True, slots=True)
class CalibrateAnswer:
    """The calibration."""

    result: CalibrateResult


async def run(request: CalibrateRequest, door: None = None) -> CalibrateAnswer:  # noqa: ARG001 - asks no model
    """Fit the map, test it on books that it did not see, and write it."""
    request.validate()
    result = await asyncio.to_thread(_calibrated, request)
    result.save(request.out)
    return CalibrateAnswer(result)


def judge_of(signature: str) -> dict[str, str]:
    """The judge of a signature: rubric and method, model, prompts, and how it was asked."""
    method, *parts = signature.split("|")
    named = dict(part.partition(":")[::2] for part in parts)
    return {"method": method, **{name: value for name, value in named.items() if name not in _OF_THE_BOOK}}


def judges_differ(one: Mapping[str, str], other: Mapping[str, str]) -> tuple[str, ...]:
    """The parts in which two judges are not the same."""
    return tuple(sorted(name for name in {*one, *other} if one.get(name) != other.get(name)))


def _calibrated(request: CalibrateRequest) -> CalibrateResult:
    scored = read(request.scores)
    scores = _means(scored, scored.find("overall") or "overall")
    stars = _ratings(request, scored)
    books = [own for own in scores if own in stars]
    if len(books) < LEAST:
        raise UsageError(
            f"{len(books)} books have a score and readers' ratings: a calibration needs at least {LEAST}"
        )
    outside = [own for own in books if not request.low <= scores[own] <= request.high]
    if outside:
        raise UsageError(
            f"{outside[0]} has a score of {scores[outside[0]]:g}: give the scale with --low and --high"
        )
    return CalibrateResult.fitted(
        _scored(request, scored, books, stars),
        request.low,
        request.high,
        request.seed,
        request=document(request),
        signature=sign(request, "calibrate"),
        judge=judge_in(scored),
        unmatched=tuple(sorted({*scores, *stars} - set(books))),
    )


def _scored(
    request: CalibrateRequest, scored: ScoreFile, books: list[str], stars: dict[str, float]
) -> Scored:
    """The books with every column that lies on the judge's scale, and genres and length from either file."""
    columns = {OVERALL: _means(scored, scored.find(OVERALL) or OVERALL)} | {
        name: found
        for name in scored.numeric
        if name not in _NOT_ASPECTS
        and (found := _means(scored, name))
        and all(request.low <= score <= request.high for score in found.values())
    }
    truth = scored if request.truth is None else read(request.truth)
    genres = next((file.labels(name) for file in (truth, scored) if (name := file.find("genre"))), {})
    words = next((_means(file, name) for file in (truth, scored) if (name := file.find("length"))), {})
    return Scored(
        {name: np.array([found.get(own, np.nan) for own in books]) for name, found in columns.items()},
        np.array([stars[own] for own in books]),
        [genres.get(own, []) for own in books],
        np.array([words.get(own, np.nan) for own in books]),
    )


def _why_alone(books: Scored, found: Calibration) -> Notice | None:
    """Why the overall score stands alone."""
    if found.joined:
        return None
    if len(books) < ENOUGH:
        return Notice.of("measures.calibration-of-few", n=len(books), least=ENOUGH)
    return Notice.of("measures.calibration-alone")


def _ratings(request: CalibrateRequest, scored: ScoreFile) -> dict[str, float]:
    truth = scored if request.truth is None else read(request.truth)
    column = "readers" if request.truth is None or truth.find("readers") else truth.find("overall")
    found = _means(truth, column or "overall")
    if not found:
        raise UsageError(
            f"{truth.name} has no readers' ratings: add a column `readers`, or give them with --truth"
        )
    strange = [own for own, stars in found.items() if not 1 <= stars <= 5]
    if strange:
        raise UsageError(
            f"{truth.name}: {strange[0]} has {found[strange[0]]:g}; readers' ratings go from 1 to 5"
        )
    return found


def _means(file: ScoreFile, column: str) -> dict[str, float]:
    """The mean of each id's numbers."""
    known = {
        own: [value for value in values if value is not None and math.isfinite(value)]
        for own, values in file.values(column).items()
    }
    return {own: fmean(values) for own, values in known.items() if values}


def judge_in(scored: ScoreFile) -> dict[str, str]:
    """The one judge of all rows that name theirs by a signature. Nothing if none does."""
    judges: list[Mapping[str, Any]] = [
        judge_of(str(row["signature"])) for _, row in scored.rows if row.get("signature")
    ]
    other = next((each for each in judges if each != judges[0]), None)
    if other is not None:
        apart = judges_differ(other, judges[0])
        raise UsageError(
            f"{scored.name} holds scores of two judges, which differ in {', '.join(apart)}: take those of one"
        )
    return dict(judges[0]) if judges else {}
