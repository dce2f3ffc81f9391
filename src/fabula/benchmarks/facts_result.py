"""The table of the fact checkers' benchmark as a typed result."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from fabula.benchmarks.facts_request import Dataset
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
    balanced_accuracy: float | None
    kappa: float | None
    auc: float | None
    partial_spearman: float | None
    """Spearman with the length of the summary held constant."""
    intervals: dict[str, tuple[float, float]]
    """By figure, at 95 %."""
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
    rouge1: float
    rouge2: float
    rougeL: float  # noqa: N815 - the measure is called so
    bleu: float
    bertscore: float | None = None


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
    notes: tuple[str, ...] = ()
    """Errors in the data as released."""
    counts: dict[str, int] | None = None
    """Human labels, if the data has a label for each claim."""
