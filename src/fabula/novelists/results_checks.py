"""How quality holds over long stories, and the checks of a judge, as documents."""

from __future__ import annotations

from typing import ClassVar, Literal

from fabula.notices import Notice
from fabula.novelists.result_parts import FigureResult, Part
from fabula.result import Result


class StoryCourse(Part):
    """One long story, chapter by chapter."""

    model: str
    story: str
    chapters: tuple[int, ...]
    scores: tuple[float | None, ...]
    reused: tuple[float, ...]
    """The share of a chapter's four-word sequences that occur in earlier chapters."""
    stock: tuple[float, ...]
    """Stock phrases per thousand words."""
    words: tuple[int, ...]
    slope: float | None
    """Points per chapter, by least squares over the chapters with a score. None for fewer than three."""
    low: float | None
    high: float | None


class PlaceScore(Part):
    """The stories of one writer at the same place, such as their third chapters."""

    place: int
    mean: float | None
    low: float | None
    high: float | None
    stories: int


class Trend(Part):
    """One model over its long stories: does quality hold?"""

    model: str
    slope: float | None
    low: float | None
    high: float | None
    reused_first: float
    reused_last: float
    stock: float
    words: int
    """The length of the longest story."""
    stories: tuple[StoryCourse, ...]
    places: tuple[PlaceScore, ...]
    """The mean score of its stories at each place from the first chapter on, with its interval over the stories."""
    verdict: Literal["falls", "rises", "holds within the noise", "too little to say"]
    """The conclusion that the slope's interval supports."""


class CourseResult(Result):
    """The document of `novelist course`."""

    KIND: ClassVar[str] = "novelist-course"

    kind: Literal["novelist-course"] = "novelist-course"
    models: tuple[Trend, ...]


class RoundMean(Part):
    """The mean of all chapters in one round."""

    round: int
    mean: float
    n: int


class RepeatsResult(Part):
    """How much a judge's repeats of the same chapter differ."""

    items: int
    replicates: int
    spread: float
    iqr: float
    icc: FigureResult
    caution: Notice | None
    """Said if the repeats are one answer."""
    rounds: tuple[RoundMean, ...]


class NoRepeatsResult(Part):
    """Why nothing can be said about repeats."""

    refused: Notice


class LengthBiasResult(Part):
    """Do longer chapters score higher?"""

    n: int
    spearman: FigureResult
    within_writers: FigureResult


class LabelMean(Part):
    """The mean score of the books with one label."""

    label: str
    books: int
    mean: float | None
    low: float | None
    high: float | None


class LabelPair(Part):
    """Two labels of known order."""

    better: str
    worse: str
    above: bool | None
    """Whether the better one's mean is higher."""
    won: FigureResult
    """How often a book of the better label scores higher."""


class KnownOrderResult(Part):
    """Does the judge keep an order that is known?"""

    labels: tuple[LabelMean, ...]
    pairs: tuple[LabelPair, ...]
    in_order: bool


class JudgeCheckResult(Part):
    """The evidence for and against one judge."""

    judge: str
    chapters: int
    missing: int
    repeats: RepeatsResult | NoRepeatsResult
    length: LengthBiasResult
    known_order: KnownOrderResult | None


class CheckResult(Result):
    """The document of `novelist check`."""

    KIND: ClassVar[str] = "novelist-check"

    kind: Literal["novelist-check"] = "novelist-check"
    judges: tuple[JudgeCheckResult, ...]
