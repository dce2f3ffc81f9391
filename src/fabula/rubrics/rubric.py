"""A Rubric: the aspects a judge scores, and the scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
    model_validator,
)

from fabula.errors import UsageError

WORDED_IN: tuple[Literal["en", "zh"], ...] = ("en", "zh")
"""The languages that a rubric may be worded in. English is always there."""
AspectId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
"""Lower-case letters, digits and underscores: aspect ids are the field names of answers and of JSON."""


def worded_in(language: str) -> Literal["en", "zh"]:
    """The language of a rubric's words for texts of this language: English where it has no others."""
    return "zh" if language == "zh" else "en"


class Scale(BaseModel):
    """The range of scores. `integers` asks judges for whole numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    low: float
    high: float
    integers: bool = False

    def to(self, score: float, other: Scale) -> float:
        """Convert a score to another scale."""
        share = (score - self.low) / (self.high - self.low)
        return other.low + share * (other.high - other.low)

    @model_validator(mode="after")
    def _ordered(self) -> Scale:
        if self.low >= self.high:
            raise ValueError(f"the scale's low ({self.low:g}) must be below its high ({self.high:g})")
        return self


def parse_scale(typed: str) -> Scale:
    """`1-5` as a scale."""
    low, _, high = typed.strip().partition("-")
    try:
        return Scale(low=float(low), high=float(high))
    except ValueError:
        raise UsageError(
            f"a scale is two rising numbers with a hyphen, such as 1-5 or 0-100, not {typed!r}"
        ) from None


class Wording(BaseModel):
    """An aspect in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    label: str
    definition: str
    look_for: tuple[str, ...] = ()
    anchors: tuple[tuple[float, str], ...] = ()
    """What some scores mean, such as 1, 3 and 5."""

    @model_serializer(mode="wrap")
    def _without_empty_anchors(self, plain: SerializerFunctionWrapHandler) -> dict[str, object]:
        """A wording without anchors has the digest that it had before wordings could have any."""
        kept: dict[str, object] = plain(self)
        return {name: value for name, value in kept.items() if name != "anchors" or value}


class SubAspect(BaseModel):
    """A finer question under an aspect, such as `ending` under `plot`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    label: str
    label_zh: str | None = None

    def labelled(self, language: str) -> str:
        """The label in the book's language if the rubric has it, else in English."""
        return self.label_zh if language == "zh" and self.label_zh is not None else self.label


class Aspect(BaseModel):
    """One thing a story is judged on."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: AspectId
    kind: Literal["objective", "subjective"] = "objective"
    scored: bool = True
    """False for aspects that readers mention but judges do not score (content warnings, cover design)."""
    whole: bool = False
    """True for aspects that only a whole book has: they are not asked of a segment."""
    en: Wording
    zh: Wording | None = None
    sub_aspects: tuple[SubAspect, ...] = ()

    @property
    def fields(self) -> dict[str, SubAspect]:
        """The sub-aspects by their field names in an answer."""
        return {each.id.replace("-", "_"): each for each in self.sub_aspects}

    def wording(self, language: str) -> Wording:
        """The aspect in the book's language if the rubric has it, else in English."""
        return getattr(self, worded_in(language)) or self.en


class Rubric(BaseModel):
    """A named set of aspects on one scale, read from TOML."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    title: str
    scale: Scale
    aspects: tuple[Aspect, ...]

    @property
    def scored_aspects(self) -> tuple[Aspect, ...]:
        """The aspects that a judge scores."""
        return tuple(aspect for aspect in self.aspects if aspect.scored)

    def only(self, aspects: Sequence[Aspect]) -> Rubric:
        """The rubric with these aspects alone."""
        return self.model_copy(update={"aspects": tuple(aspects)})

    @model_validator(mode="after")
    def _distinct(self) -> Rubric:
        ids = [aspect.id for aspect in self.aspects]
        if not ids:
            raise ValueError("a rubric needs at least one aspect")
        if twice := sorted({name for name in ids if ids.count(name) > 1}):
            raise ValueError(f"aspect ids must differ; given twice: {', '.join(twice)}")
        return self
