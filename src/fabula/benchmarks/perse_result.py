"""PerSE's tables as typed results."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Measured(_Part):
    """A coefficient with its 95% interval, or the reason why it is missing."""

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


class PartRow(_Part):
    """The readers for training, or those for testing."""

    name: str
    readers: int
    questions: int
    by_aspect: dict[str, int]
    """Choices by aspect, where people chose between plots."""
    stories: int
    words: float | None
    """In a question with the whole past, on average."""
    scores_of_story: float | None
    score_mean: float | None
    score_spread: float | None
    """The standard deviation of readers' scores of one story, averaged over stories with two or more."""


class Described(_Part):
    """The data, as in Tables 1 and 10, and what its parts share. An honest split shares nothing."""

    parts: tuple[PartRow, ...]
    shared_readers: int
    """Readers for training who are also tested."""
    shared_stories: int
    """Stories asked about in both parts."""
    stories_in_pasts: int
    """Stories asked about that stand in somebody's past."""


class Point(_Part):
    """Kendall's tau with so many past judgements."""

    past: int
    kendall: float
    sd: float | None
    """Over orders of the past. None if it was asked in one order."""
    orders: int


class Curve(_Part):
    """One system at several numbers of past judgements, as in Figures 3 and 4."""

    name: str
    points: tuple[Point, ...]


class VersionRow(_Part):
    """Kendall's tau of one model in one version of the stories, as in Figure 8."""

    name: str
    version: Literal["raw", "anonymised", "summarised"]
    past: int
    kendall: Measured


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
    described: Described
    curves: tuple[Curve, ...] = ()
    versions: tuple[VersionRow, ...] = ()
