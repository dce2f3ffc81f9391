"""The results about readers: predicted scores, choices, and what was built."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabula.notices import Notice
from fabula.result import Result

Would = Literal["love", "between", "cold"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Range(_Part):
    """The two ends of a scale or an interval."""

    low: float
    high: float


class Step(_Part):
    """One step of the scale and the share of scores that are nearest to it."""

    score: float
    share: float


class ReaderAnswer(_Part):
    """One reader on one story, on the requested scale."""

    reader: str
    score: float | None
    """None if no answer could be used."""
    would: Would | None
    spread: float | None
    usual: float | None
    """What this reader gives on average."""
    past: int
    """How many past judgements the answer is based on."""
    scores: tuple[float | None, ...] = ()
    """One per repeat. Empty if no model was asked."""
    review: str = ""
    """The review whose score is nearest to the mean."""
    reviews: tuple[str, ...] = ()
    troubles: tuple[Notice, ...] = ()
    """Why answers could not be used."""
    notes: tuple[Notice, ...] = ()


class GroupAnswer(_Part):
    """A group of readers on one story."""

    name: str
    readers: int
    without_answer: int
    mean: float | None
    interval: Range | None
    """The confidence interval of the mean over such readers. None for fewer than two."""
    shares: tuple[Step, ...]
    usual: tuple[Step, ...]
    """The distribution of these readers' past scores."""
    would_love: float | None
    would_love_range: Range | None = None
    """The share in four of five stories, where a table of ratings tells how far one story's readers may be off."""
    would_not: float | None
    by_reader: tuple[ReaderAnswer, ...]


class StoryAnswer(_Part):
    """One story, group by group."""

    story: str
    groups: tuple[GroupAnswer, ...]


class ProfileSize(_Part):
    """How much was known of the readers."""

    readers: int
    past: int


class PersonaRateResult(Result):
    """How readers would score each story."""

    KIND: ClassVar[str] = "persona-rate"

    method: str
    """`model`, or the name of the baseline that answered."""
    scale: Range
    loved_from: float
    """A reader who gives this or more would love the story."""
    cold_to: float
    """A reader who gives this or less would not."""
    stories: tuple[StoryAnswer, ...]
    errors: dict[str, float] = Field(default_factory=dict)
    """Root mean squared error of each baseline on 1 to 10. Empty if a model answered."""
    tested_on: int = 0
    """How many ratings the errors were measured on."""
    profile: ProfileSize | None = None
    notes: tuple[Notice, ...] = ()
    troubles: tuple[Notice, ...] = ()
    """What was lost while the stories were read."""


class AspectAnswer(_Part):
    """One aspect of a choice, over all repeats in both orders."""

    aspect: str
    label: str
    choice: Literal["A", "B", "tie"] | None
    """None if no answer could be used."""
    A: int
    B: int
    flipped: int
    """Repeats in which the choice changed with the order. They count as ties."""
    unusable: int
    reasons: tuple[str, ...]


class ReaderChoice(_Part):
    """Which of two stories one reader would choose."""

    reader: str
    aspects: tuple[AspectAnswer, ...]
    flipped: int
    asked: int
    notes: tuple[Notice, ...] = ()


class Portion(_Part):
    """A share of readers with its 95% interval (Wilson's) over such readers."""

    share: float
    low: float
    high: float


class ReasonGroup(_Part):
    """Reasons for one side that share words."""

    side: Literal["A", "B"]
    words: tuple[str, ...]
    """Each reader of the group uses all of them; the question uses none."""
    readers: tuple[str, ...]
    example: str
    """The shortest of their reasons."""


class DraftPreference(_Part):
    """One aspect of a choice over all readers of an audience."""

    aspect: str
    label: str
    readers: int
    """Those with a usable answer in both orders. The shares are shares of them."""
    unusable: int
    A: Portion | None
    B: Portion | None
    undecided: Portion | None
    """Those whose choice changed with the order."""
    favours: Literal["A", "B"] | None
    """The side that more of the decided readers prefer than a coin would explain (p below 0.05)."""
    p: float
    """Exact and two-sided, over the decided readers, with Holm's correction for all aspects."""
    reasons: tuple[ReasonGroup, ...]
    """Grouped by the words that several readers use. No model groups them."""


class AudienceChoice(_Part):
    """How an audience decides between two drafts."""

    name: str
    readers: int
    aspects: tuple[DraftPreference, ...]


class PersonaCompareResult(Result):
    """Which of two stories each reader would choose."""

    KIND: ClassVar[str] = "persona-compare"

    A: str
    B: str
    audiences: tuple[AudienceChoice, ...] = ()
    """Every group of more than one reader."""
    readers: tuple[ReaderChoice, ...]
    notes: tuple[Notice, ...] = ()
    troubles: tuple[Notice, ...] = ()
    """What was lost while the stories were read."""


class PersonaBuildResult(Result):
    """How many profiles and questions were written, and what was left out."""

    KIND: ClassVar[str] = "persona-build"

    readers: int
    tested: int
    """Readers that are set apart for testing."""
    past: int
    questions: int
    seed: int
    anonymised: bool
    renaming: tuple[Notice, ...] = ()
    """How many names were changed in how many plots, and how many still stand."""
    summarised: bool
    left_out: tuple[Notice, ...]
    """How many rows could not be used, by reason."""
    out: str
