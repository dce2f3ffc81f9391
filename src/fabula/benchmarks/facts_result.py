"""The table of the fact checkers' benchmark as a typed result."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from fabula.benchmarks.facts_request import Dataset
from fabula.facts.pairs import SystemTest
from fabula.notices import Notice
from fabula.result import Result


class SentenceRow(BaseModel):
    """One checker on single sentences: a threshold for `facts check --threshold`, and how well it does elsewhere."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    """Sentences of the test half."""
    threshold: float | None
    """The best one on the validation half."""
    auc: float | None
    balanced_accuracy: float | None


class CheckerRow(BaseModel):
    """One checker against people's labels. A figure that is missing has its reason in `why`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    checker: str
    n: int
    spearman: float | None
    kendall: float | None
    p: float | None = None
    """Of Spearman's coefficient, two-sided, by permutation. It takes summaries of one story for independent."""
    balanced_accuracy: float | None
    kappa: float | None
    auc: float | None
    partial_spearman: float | None
    """Spearman with the length of the summary held constant."""
    intervals: dict[str, tuple[float, float]]
    """By figure, at 95%."""
    threshold: float | None
    left_out: tuple[str, ...]
    by_split: dict[str, float | None] = Field(default_factory=dict)
    """Balanced accuracy."""
    by_sentence: SentenceRow | None = None
    """None if it does not score single sentences."""
    why: dict[str, Notice] = Field(default_factory=dict)


class SummaryRow(BaseModel):
    """One summary or round of refinement, compared with people's summaries."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    summary: str
    n: int
    score: float | None
    """NarrativeFactScore."""
    factscore: float | None = None
    """The same without relations of characters, as FActScore."""
    rouge1: float
    rouge2: float
    rougeL: float  # noqa: N815 - the measure is called so
    bleu: float
    bertscore_p: float | None = None
    bertscore_r: float | None = None
    bertscore: float | None = None
    """F1."""
    cost: float | None = None
    """For a round of refinement: US dollars, if the price is known."""


class PublishedRow(BaseModel):
    """A row of the paper's tables."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: int
    row: str
    figures: dict[str, float]
    """As printed: coefficients, or percentages."""


class MatchRow(BaseModel):
    """Relations found against relations annotated."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    precision: float
    recall: float
    f1: float


class GraphRow(BaseModel):
    """One graph, by how a relation counts as the same."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rounds: int
    """Extractions of each scene."""
    exact: MatchRow
    pairs: MatchRow
    embedding: MatchRow | None = None
    bertscore: MatchRow | None = None


class BenchFactsResult(Result):
    """The benchmark's table."""

    KIND: ClassVar[str] = "bench-narrativefactscore"

    dataset: Dataset
    n: int
    """Summaries, scripts or stories."""
    rows: tuple[CheckerRow | SummaryRow | GraphRow, ...]
    """One row for each checker, round of refinement, or number of extractions."""
    tests: tuple[SystemTest, ...] = ()
    """For scripts: each two systems' scores, paired by story."""
    published: tuple[PublishedRow, ...] = ()
    """The paper's figures for this data."""
    notes: tuple[str, ...] = ()
    """Errors in the data as released."""
    counts: dict[str, int] | None = None
    """Human labels, if the data has a label for each claim."""
