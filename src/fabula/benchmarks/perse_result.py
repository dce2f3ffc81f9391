"""PerSE's tables as typed results."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Measured(_Part):
    """A coefficient with its 95 % interval; without a value, why there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    why: str | None = None


class ScoreRow(_Part):
    """How one system's scores agree with readers'."""

    name: str
    n: int
    missing: int
    """Answers that could not be used."""
    readers: int
    pearson: Measured
    spearman: Measured
    kendall: Measured
    centred_pearson: Measured
    """With each reader's own mean subtracted from both columns."""
    by_reader: Measured
    """The mean Kendall within a reader."""


class UnseenRow(_Part):
    """How one baseline does on stories that nobody had rated."""

    name: str
    n: int
    readers: int
    pearson: Measured
    spearman: Measured
    kendall: Measured
    centred_pearson: Measured
    error: float
    """Root mean squared error from 1 to 10."""


class Accuracy(_Part):
    """How often a choice was the reader's own."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    flipped: int
    """Choices that changed with the order: they count as wrong."""
    unusable: int


class ChoiceRow(_Part):
    """One system's accuracy by aspect."""

    name: str
    aspects: dict[str, Accuracy]


class ReviewRow(_Part):
    """How near generated reviews come to the true ones."""

    name: str
    n: int
    bleu: float | None
    rouge1: float | None
    bertscore: float | None = None
    bartscore: float | None = None
    why: str | None = None


class BenchPerseResult(Result):
    """PerSE's tables, with the baselines in them."""

    KIND: ClassVar[str] = "bench-perse"

    questions: int
    readers: int
    """Readers who are asked about: the baselines did not learn from them."""
    seed: int
    factorised: bool
    """Whether there were readers for training, for matrix factorisation to learn from."""
    scores: tuple[ScoreRow, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    reviews: tuple[ReviewRow, ...] = ()
    unseen_stories: tuple[UnseenRow, ...] = ()
