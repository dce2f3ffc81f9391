"""What the questions about readers give back: who would give what, who would choose what, and what was built."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabula.notices import Notice
from fabula.result import Result

Would = Literal["love", "between", "cold"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Range(_Part):
    """Two ends: of a scale, or of an interval."""

    low: float
    high: float


class Step(_Part):
    """One step of the scale and the share of scores that are nearest to it."""

    score: float
    share: float


class ReaderAnswer(_Part):
    """One reader on one story, on the scale that the request asks for."""

    reader: str
    score: float | None
    """None where no answer could be used."""
    would: Would | None
    spread: float | None
    usual: float | None
    """What this reader gives on average."""
    past: int
    """Past judgements that the answer rests on."""
    scores: tuple[float | None, ...] = ()
    """One for each repeat; empty where no model was asked."""
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
    """Where the mean would lie if other such readers were asked; None for fewer than two."""
    shares: tuple[Step, ...]
    usual: tuple[Step, ...]
    """How these readers' past scores are spread."""
    would_love: float | None
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
    """Who would give each story what."""

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
    """Root mean squared error of each baseline from 1 to 10; empty where a model answered."""
    tested_on: int = 0
    """Ratings that the errors were measured on."""
    profile: ProfileSize | None = None
    notes: tuple[Notice, ...] = ()


class AspectAnswer(_Part):
    """One aspect of a choice, over all repeats in both orders."""

    aspect: str
    label: str
    choice: Literal["A", "B", "tie"] | None
    """None where no answer could be used."""
    A: int
    B: int
    flipped: int
    """Repeats in which the choice changed with the order: they count as ties."""
    unusable: int
    reasons: tuple[str, ...]


class ReaderChoice(_Part):
    """Which of two stories one reader would choose."""

    reader: str
    aspects: tuple[AspectAnswer, ...]
    flipped: int
    asked: int
    notes: tuple[Notice, ...] = ()


class PersonaCompareResult(Result):
    """Which of two stories each reader would choose."""

    KIND: ClassVar[str] = "persona-compare"

    A: str
    B: str
    readers: tuple[ReaderChoice, ...]
    notes: tuple[Notice, ...] = ()


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
    summarised: bool
    left_out: dict[str, int]
    """Rows that could not be used, counted by why."""
    out: str
