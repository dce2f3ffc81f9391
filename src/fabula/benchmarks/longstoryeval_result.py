"""LongStoryEval's comparison as a typed result."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from fabula.measures.calibration import HeldOut
from fabula.measures.result import Coefficient, Difference
from fabula.notices import Notice
from fabula.result import Result
from fabula.reviews.result import Ablation, Distribution, StarBias


class AspectAgreement(BaseModel):
    """One system on one aspect."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    missing: tuple[str, ...]
    """Books without a score."""
    kendall: Coefficient
    beyond: dict[str, Difference]
    """By baseline."""
    loses_to: tuple[str, ...]


class BaselineAgreement(BaseModel):
    """One baseline that does not read the book."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    kendall: Coefficient
    fitted: Notice | None = None
    cross_validated_there: float | None = None
    learned_from: int | None = None
    """How many judged books the reader model was trained on. Its scores for them would prove nothing."""
    inputs: tuple[str, ...] = ()
    cross_validated: dict[str, float] = Field(default_factory=dict)


class OneBookAgreement(BaseModel):
    """Stars from judge and reader model together, fitted on other books, compared with each and with the baselines."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kendall: Coefficient
    beyond: dict[str, Difference]


class Blend(BaseModel):
    """The mean of two rankings, compared with each of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    of: tuple[str, str]
    kendall: Coefficient
    beyond: dict[str, Difference]
    one_book: OneBookAgreement | None = None
    """Stars for each book by itself. None for fewer than 20 books."""


class TrialUsage(BaseModel):
    """What a stretch of work took."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    calls: int
    cached: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars. None if a price is unknown."""
    seconds: float


class SystemAbout(BaseModel):
    """How one system judged, and how much its replicates differ. A recording tells only the method."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    method: str
    model: str | None = None
    definitions: bool | None = None
    source: str | None = None
    reader: str | None = None
    """Who read the books. None if no text was read: the judge saw the release's summaries, or is a recording."""
    another_reader: bool = False
    """Whether this is a row of --also-read-by."""
    critic: bool = False
    """Whether it was trained on readers' reviews, as NovelCritique was."""
    anonymised: bool = False
    signature: str | None = None
    usage: TrialUsage | None = None
    runs: int
    """The largest number of replicates of a book."""
    spread: float | None = None
    iqr: float | None = None


class BookScores(BaseModel):
    """One strategy's scores of one book, on five points: means over the runs, and each run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    overall: float | None
    aspects: dict[str, float | None]
    runs: tuple[float | None, ...]
    readers: float | None
    """The readers' rating."""


class SystemCalibration(HeldOut):
    """Readers' stars from one system's scores, beside the reader model's rating of the same books."""

    joined: tuple[str, ...] = ()
    """What the stars rest on beside the overall score."""
    alone: HeldOut | None = None
    """The same for the overall score alone, where something joined it."""
    why: Notice | None = None
    """Why nothing joined the overall score."""
    reader_model_rmse: float | None
    reader_model_coverage: float | None = None
    """The share of ratings in the reader model's own interval, which is made for 80%."""
    reader_model_books: int
    """Of these books, those that the reader model was not trained on."""


class ReviewFigures(BaseModel):
    """What readers wrote about the books."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reviews: int
    books: int
    ablations: dict[str, Ablation]
    """Table 4 for raw, thinned, normalised and twice corrected reviews."""
    distribution: Distribution
    """Figure 4."""
    review_bias: dict[str, StarBias]
    """Appendix B.2, by stars."""


class Said(BaseModel):
    """What a judge said about one aspect, and its score of five."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    score: float | None
    text: str
    weaknesses: str
    """Empty if the judge does not set them apart."""


class BookCritiques(BaseModel):
    """One book as every judge sees it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    title: str
    readers: float
    """The readers' rating."""
    said: dict[str, dict[str, Said]]
    """By system and aspect."""


class BenchLongStoryEvalResult(Result):
    """How far each system agrees with readers, beside baselines that read nothing."""

    KIND: ClassVar[str] = "bench-longstoryeval"

    n: int
    """Judged books with a rating."""
    unrated: tuple[str, ...]
    rounded: int | None = None
    """The decimal places to which readers' ratings are rounded."""
    table: dict[str, dict[str, AspectAgreement]]
    """By system and aspect."""
    paper: dict[str, dict[str, float]] = Field(default_factory=dict)
    """Kendall's tau on all 150 test books, for systems whose outputs the paper released."""
    baselines: dict[str, BaselineAgreement]
    blend: dict[str, Blend]
    systems: dict[str, SystemAbout]
    calibration: dict[str, SystemCalibration] = Field(default_factory=dict)
    """By system with enough books: the error and coverage of readers' stars from its score, nested cross-validated."""
    reviews: ReviewFigures | None = None
    """With --reviews."""
    critiques: tuple[BookCritiques, ...] = ()
    """Figures 6 and 9: of the books that all judges saw, the one that readers like least and the one that they like best."""
    strategies: dict[str, dict[str, BookScores]] = Field(default_factory=dict)
    """Scores by strategy and book, from recordings of several strategies."""
    reading: dict[str, TrialUsage] = Field(default_factory=dict)
    """By model, and by the model and who else read for it: the usage for reading the books."""
    skipped: tuple[str, ...] = ()
    troubles: tuple[Notice, ...] = ()
    """What was lost while models read the books."""
    renaming: tuple[Notice, ...] = ()
    """With --anonymise: how many names of each book were changed, and which still stand."""
