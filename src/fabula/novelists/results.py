"""The results of the requests about writers, as documents."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SynopsisResult(Result):
    """The document of `novelist synopsis`."""

    KIND: ClassVar[str] = "novelist-synopsis"

    kind: Literal["novelist-synopsis"] = "novelist-synopsis"
    out: str
    synopses: int
    missing: tuple[Notice, ...]
    left_out: tuple[Notice, ...]
    """Books that were not used, with the reason."""
    short: tuple[str, ...]
    """Books with fewer chapters than requested. All their chapters are used."""


class WriteResult(Result):
    """The document of `novelist write`."""

    KIND: ClassVar[str] = "novelist-write"

    kind: Literal["novelist-write"] = "novelist-write"
    out: str
    stories: int
    faults: tuple[Notice, ...]


class JudgeResult(Result):
    """The document of `novelist judge`."""

    KIND: ClassVar[str] = "novelist-judge"

    kind: Literal["novelist-judge"] = "novelist-judge"
    out: str
    judges: tuple[str, ...]
    judgements: int | None
    """How many scores were requested, or None for duels."""
    duels: int | None
    missing: tuple[Notice, ...]
    left_out: tuple[Notice, ...]
    short: tuple[str, ...]
    signatures: dict[str, str]
    """By judge."""


class FitResult(Result):
    """The document of `novelist fit`."""

    KIND: ClassVar[str] = "novelist-fit"

    kind: Literal["novelist-fit"] = "novelist-fit"
    out: str
    novels: int
    weights: tuple[float, ...]
    explained_variance: tuple[float, ...]
    left_out: tuple[Notice, ...]


class ChosenNovel(_Part):
    """One novel of a test set."""

    story: str
    percentile: float


class ChooseResult(Result):
    """The document of `novelist choose`."""

    KIND: ClassVar[str] = "novelist-choose"

    kind: Literal["novelist-choose"] = "novelist-choose"
    out: str
    chosen: tuple[ChosenNovel, ...]
    of: int
    left_out: tuple[Notice, ...]


class OnePlacement(_Part):
    """The rank of one set of scores among the novels."""

    normalised: float
    percentile: float


class MeanPlacement(_Part):
    """A mean over books; no interval for a single book."""

    value: float | None
    low: float | None
    high: float | None


class PlaceResult(Result):
    """The document of `novelist place`: one set of scores, or a mean over several."""

    KIND: ClassVar[str] = "novelist-place"

    kind: Literal["novelist-place"] = "novelist-place"
    n: int
    percentile: float | MeanPlacement
    """A single figure for one set of scores, or a mean with its interval for several."""
    normalised: float | MeanPlacement
    above_all: int
    """Books above every novel of the reference."""
    below_all: int
    places: tuple[OnePlacement, ...]
    cautions: tuple[Notice, ...]
    """Why the places may mean nothing: another judge, prompt or language than those of the reference."""
    left_out: tuple[Notice, ...]


class StrengthResult(_Part):
    """One writer's rating from duels, on the Elo scale."""

    rating: float
    low: float
    high: float
    duels: int
    wins: int
    ties: int


class BookResult(_Part):
    """One book of one writer."""

    story: str
    chapters: int
    normalised: float
    percentile: float
    scores: dict[str, float]


class WriterResult(_Part):
    """One row of the board."""

    writer: str
    model: str
    setting: str
    percentile: float | None
    low: float | None
    high: float | None
    normalised: float | None
    above_all: int
    dimensions: dict[str, float]
    books: int
    chapters: int
    unjudged: int
    """Chapters without a score. They are shown, and never count as zero."""
    faults: dict[str, int]
    words: float | None
    in_bounds: float | None
    cost: float | None
    judge_cost: float | None
    on_paper_scale: float | None
    """The norm score on the paper's scale, if the reference is of this run."""
    duels: StrengthResult | None
    by_book: tuple[BookResult, ...]


class DifferenceResult(_Part):
    """Two writers on the books that both wrote."""

    first: str
    second: str
    books: int
    difference: float
    low: float
    high: float
    norm: float
    """The difference of the norm scores, which the test is about."""
    p: float
    p_holm: float
    holds: bool
    too_few: bool
    """Whether the books are too few to say anything."""


class JudgePairResult(_Part):
    """How similarly two judges rank the chapters."""

    first: str
    second: str
    spearman: float | None
    refused: Notice | None


class JudgesResult(_Part):
    """The judges, and how far they agree."""

    names: tuple[str, ...]
    alpha: float | None
    alpha_refused: Notice | None
    pairs: tuple[JudgePairResult, ...]
    means: dict[str, float]


class FigureResult(_Part):
    """The value, or the reason why it is missing."""

    value: float | None
    refused: Notice | None

    @classmethod
    def of(cls, found: float | Refused) -> Self:
        """A statistic as it came."""
        if isinstance(found, Refused):
            return cls(value=None, refused=found.notice)
        return cls(value=found, refused=None)


class JudgeGaugeResult(_Part):
    """One judge against the prose gauge."""

    judge: str
    chapters: int
    chapterwise: FigureResult
    within_writers: FigureResult
    writers: FigureResult
    among_the_top: FigureResult


class GaugeFigures(_Part):
    """How well a measure of prose agrees with a judge on texts it has not seen."""

    model_kendall: float
    pairs_of_models: float
    pairs_of_stories: float
    story_kendall: float
    slope_spearman: float
    within_model_kendall: float
    top_third_kendall: float


class GaugeWorth(_Part):
    """The gauge's results on makers outside its training data, beside two simpler measures."""

    chapters: int
    models: int
    makers: int
    figures: int
    gauge: GaugeFigures
    mtld_alone: GaugeFigures
    length_alone: GaugeFigures
    lowered: dict[str, float]
    """By kind of damage: the share of damaged texts that get a lower score."""


class GaugeBoardResult(_Part):
    """The prose gauge beside the judges."""

    what: str
    means: dict[str, float]
    abstained: int
    judges: tuple[JudgeGaugeResult, ...]
    worth: GaugeWorth


class HeldOutResult(_Part):
    """The mean place of human novels among those that they were not fitted with."""

    novels: int
    value: float
    low: float
    high: float


class BoardParts(BaseModel):
    """The figures of a board."""

    writers: tuple[WriterResult, ...]
    differences: tuple[DifferenceResult, ...]
    judges: JudgesResult
    dimensions: tuple[str, ...]
    reference: str
    judge_cost: float | None
    calibrated: bool
    """Whether writers and human novels were judged by the same judges, prompts and languages."""
    cautions: tuple[Notice, ...]
    held_out: HeldOutResult | None
    left_out: tuple[Notice, ...]
    gauge: GaugeBoardResult | None


class BoardResult(BoardParts, Result):
    """The document of `novelist board`."""

    KIND: ClassVar[str] = "novelist-board"

    kind: Literal["novelist-board"] = "novelist-board"


class SiteResult(Result):
    """The document of `novelist site`."""

    KIND: ClassVar[str] = "novelist-site"

    kind: Literal["novelist-site"] = "novelist-site"
    out: str
    page: str
    writers: int
    stories: int
    chapters: int
    calibrated: bool
    cautions: tuple[Notice, ...]


class StoryCourseResult(_Part):
    """One long story, chapter by chapter."""

    model: str
    story: str
    chapters: tuple[int, ...]
    scores: tuple[float | None, ...]
    reused: tuple[float, ...]
    stock: tuple[float, ...]
    words: tuple[int, ...]
    slope: float | None
    low: float | None
    high: float | None


class TrendResult(_Part):
    """One model over its long stories."""

    model: str
    slope: float | None
    low: float | None
    high: float | None
    reused_first: float
    reused_last: float
    stock: float
    words: int
    stories: tuple[StoryCourseResult, ...]
    verdict: Literal["falls", "rises", "holds within the noise", "too little to say"]


class CourseResult(Result):
    """The document of `novelist course`."""

    KIND: ClassVar[str] = "novelist-course"

    kind: Literal["novelist-course"] = "novelist-course"
    models: tuple[TrendResult, ...]


class RoundMean(_Part):
    """The mean of all chapters in one round."""

    round: int
    mean: float
    n: int


class RepeatsResult(_Part):
    """How much a judge's repeats of the same chapter differ."""

    items: int
    replicates: int
    spread: float
    iqr: float
    icc: FigureResult
    caution: Notice | None
    """Said if the repeats are one answer."""
    rounds: tuple[RoundMean, ...]


class NoRepeatsResult(_Part):
    """Why nothing can be said about repeats."""

    refused: Notice


class LengthBiasResult(_Part):
    """Do longer chapters score higher?"""

    n: int
    spearman: FigureResult
    within_writers: FigureResult


class LabelMean(_Part):
    """The mean score of the books with one label."""

    label: str
    books: int
    mean: float | None
    low: float | None
    high: float | None


class LabelPair(_Part):
    """Two labels of known order."""

    better: str
    worse: str
    above: bool | None
    """Whether the better one's mean is higher."""
    won: FigureResult
    """How often a book of the better label scores higher."""


class KnownOrderResult(_Part):
    """Does the judge keep an order that is known?"""

    labels: tuple[LabelMean, ...]
    pairs: tuple[LabelPair, ...]
    in_order: bool


class JudgeCheckResult(_Part):
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
