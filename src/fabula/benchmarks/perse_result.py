"""PerSE's tables as typed results."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Measured(_Part):
    """A coefficient with its 95 % interval, or the reason why it is missing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    why: Notice | None = None


class ScoreRow(_Part):
    """How one system's scores agree with readers'."""

    name: str
    n: int
    missing: int
    """Unusable answers."""
    readers: int
    pearson: Measured
    spearman: Measured
    kendall: Measured
    centred_pearson: Measured
    """Pearson after subtracting each reader's own mean from both columns."""
    by_reader: Measured
    """Kendall's tau within each reader, averaged over readers."""


class UnseenRow(_Part):
    """How one baseline does on stories without earlier ratings."""

    name: str
    n: int
    readers: int
    pearson: Measured
    spearman: Measured
    kendall: Measured
    centred_pearson: Measured
    error: float
    """Root mean squared error on the scale from 1 to 10."""


class Accuracy(_Part):
    """How often a choice matched the reader's."""

    value: float | None
    """In the order given, as in the paper: a coin has .50."""
    low: float | None
    high: float | None
    n: int
    both: float | None = None
    """In both orders alike: a coin has .25. None if nothing was asked twice."""
    flipped: int
    """Choices that changed with the order."""
    unusable: int


class OrderRow(_Part):
    """How much a coefficient changes with the order of the past."""

    name: str
    measure: str
    orders: int
    mean: float
    sd: float


class PairedRow(_Part):
    """Two systems on the same questions."""

    first: str
    second: str
    measure: str
    """`kendall` of scores, or `accuracy` of choices in the order given."""
    difference: float
    low: float | None
    high: float | None
    p: float
    p_holm: float
    """With Holm's correction for all pairs of the run."""


class ChoiceRow(_Part):
    """One system's accuracy by aspect."""

    name: str
    aspects: dict[str, Accuracy]


class ReviewRow(_Part):
    """How close generated reviews are to the real ones."""

    name: str
    n: int
    bleu: float | None
    rouge1: float | None
    bertscore: float | None = None
    bartscore: float | None = None
    why: Notice | None = None


class BenchPerseResult(Result):
    """PerSE's tables, including the baselines."""

    KIND: ClassVar[str] = "bench-perse"

    questions: int
    readers: int
    """How many readers are predicted. The baselines were not trained on them."""
    seed: int
    factorised: bool
    """Whether there were training readers, which matrix factorisation needs."""
    scores: tuple[ScoreRow, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    reviews: tuple[ReviewRow, ...] = ()
    unseen_stories: tuple[UnseenRow, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    """Over three orders of the past, with --sweep."""
    paired: tuple[PairedRow, ...] = ()
