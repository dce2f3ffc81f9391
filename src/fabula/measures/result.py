"""The result of `fabula agree`, as saved and printed by --json."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Coefficient(_Part):
    """A coefficient with interval and p-value, or the reason why there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None
    """Corrected for all columns of the table."""
    why: Notice | None = None


class Difference(_Part):
    """How much better one column agrees than another, or why that cannot be measured."""

    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    why: Notice | None = None


class Coefficients(_Part):
    """A score column against the truth."""

    n: int
    missing: int
    kendall: Coefficient
    spearman: Coefficient
    pearson: Coefficient
    loses_to: tuple[str, ...] = ()
    """Baselines that agree better."""


class Baseline(_Part):
    """A column that a score should beat."""

    n: int
    kendall: Coefficient
    spearman: Coefficient
    pearson: Coefficient
    differences: dict[str, Difference]
    """By score column: the score minus the baseline."""


class AgainstColumn(Difference):
    """One column of both systems: ours minus theirs."""

    n: int
    p_holm: float | None = None


class Against(AgainstColumn):
    """Two systems, by the first column and by each that both have."""

    column: str
    scores: dict[str, AgainstColumn]


class Truth(_Part):
    """The column that scores are compared with."""

    column: str
    rounded: int | None


class GroupColumn(_Part):
    """One column within a group, or on average within groups."""

    kendall: Coefficient


class Group(_Part):
    """The items of one group."""

    n: int
    scores: dict[str, GroupColumn]


class WithinGroups(_Part):
    """The mean over groups."""

    by: str
    scores: dict[str, GroupColumn]


class Repeatability(_Part):
    """How much repeated judgements of an item differ, or why that is not known."""

    replicates: int | None = None
    spread: float | None = None
    iqr: float | None = None
    icc: float | None = None
    why: Notice | None = None


class AgreeResult(Result):
    """How well scores agree with what people said."""

    KIND: ClassVar[str] = "agree"

    kind: str = KIND
    n: int
    """Items in both files."""
    unmatched: tuple[str, ...]
    truth: Truth
    scores: dict[str, Coefficients]
    baselines: dict[str, Baseline]
    against: Against | None
    groups: dict[str, Group]
    within_groups: WithinGroups | None = None
    replicates: dict[str, Repeatability] = Field(default_factory=dict)
