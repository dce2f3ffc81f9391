"""A board, its site and the prose gauge beside it, as documents."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel

from fabula.notices import Notice
from fabula.novelists.result_parts import FigureResult, Part
from fabula.result import Result


class Strength(Part):
    """One writer's Bradley-Terry rating on the Elo scale, with the mean of all writers at 1000."""

    rating: float
    low: float
    high: float
    duels: int
    wins: int
    ties: int


class BookResult(Part):
    """One book of one writer."""

    story: str
    chapters: int
    normalised: float
    percentile: float
    scores: dict[str, float]


class WriterResult(Part):
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
    duels: Strength | None
    by_book: tuple[BookResult, ...]


class DifferenceResult(Part):
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


class JudgePairResult(Part):
    """How similarly two judges rank the chapters."""

    first: str
    second: str
    spearman: float | None
    refused: Notice | None


class JudgesResult(Part):
    """The judges, and how far they agree."""

    names: tuple[str, ...]
    alpha: float | None
    alpha_refused: Notice | None
    pairs: tuple[JudgePairResult, ...]
    means: dict[str, float]


class JudgeGaugeResult(Part):
    """One judge against the prose gauge, on the chapters that both scored."""

    judge: str
    chapters: int
    chapterwise: FigureResult
    """Spearman's correlation over all chapters."""
    within_writers: FigureResult
    """The same within each writer."""
    writers: FigureResult
    """Kendall's tau of the writers' means."""
    among_the_top: FigureResult
    """Kendall's tau among this judge's upper half of the writers, where style tells the least."""


class GaugeFigures(Part):
    """How well a measure of prose agrees with a judge on texts it has not seen."""

    model_kendall: float
    pairs_of_models: float
    pairs_of_stories: float
    story_kendall: float
    slope_spearman: float
    within_model_kendall: float
    top_third_kendall: float


class GaugeWorth(Part):
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


class GaugeBoardResult(Part):
    """The gauge's scores of each writer, and its agreement with each judge."""

    what: str
    means: dict[str, float]
    abstained: int
    judges: tuple[JudgeGaugeResult, ...]
    worth: GaugeWorth
    """The gauge's results on texts outside its training data, including corrupted and human ones."""


class HeldOutResult(Part):
    """The mean place of human novels among those that they were not fitted with."""

    novels: int
    value: float
    low: float
    high: float


class DuelsHeld(Part):
    """All duels together: how often the judge's choice changed with the order, and how often it chose the first."""

    duels: int
    flips: int
    """How often the judge's choice changed with the order. Such a duel is a tie."""
    first_chosen: float
    """How likely the chapter that is shown first is chosen over an equal one; .5 is fair."""
    unusable: int


class InGenre(Part):
    """One writer's books of one genre. A single book has a place and no interval."""

    writer: str
    books: int
    percentile: float
    low: float | None
    high: float | None


class Genre(Part):
    """One genre: how many books of the test set it has, and every writer in it."""

    genre: str
    books: int
    writers: tuple[InGenre, ...]


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
    duels: DuelsHeld | None
    genres: tuple[Genre, ...]


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
    whole_books: int = 0
    """Verdicts of `novelist whole` that the pages show."""
    calibrated: bool
    cautions: tuple[Notice, ...]
