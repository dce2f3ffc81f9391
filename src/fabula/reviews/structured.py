"""A structured review: what a model is asked for, and how much of its answer is the reader's own."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from fabula.reviews.aspects import AspectMatch, match_name
from fabula.reviews.reviews import Critique
from fabula.text.words import words


class NamedAspect(BaseModel):
    """What the reader says about one thing, under their name for it."""

    model_config = ConfigDict(extra="ignore")
    name: str
    viewpoints: list[str] = Field(default_factory=list)


class StructuredReview(BaseModel):
    """A review by aspects."""

    model_config = ConfigDict(extra="ignore")
    aspects: list[NamedAspect]
    conclusion: str = ""
    rating: float | None = Field(default=None, ge=0, le=5)

    @property
    def text(self) -> str:
        """All its text, without the names of aspects."""
        return "\n".join([*(line for aspect in self.aspects for line in aspect.viewpoints), self.conclusion])


def overlap(structured: str, raw: str, language: str) -> float:
    """The share of distinct words in the structured text that the reader also used. 0 if it is empty."""
    ours = {word.lower() for word in words(structured, language)}
    theirs = {word.lower() for word in words(raw, language)}
    return len(ours & theirs) / len(ours) if ours else 0.0


def critiques(
    review: StructuredReview, matched: Mapping[str, tuple[AspectMatch, ...]] | None = None
) -> tuple[Critique, ...]:
    """Viewpoints grouped by aspect, in order of first mention.

    The viewpoints of a name that means several aspects go under the first. An unknown name is kept as it is, so that no
    viewpoint is lost. `matched` are names that a model was asked about.
    """
    grouped: dict[str, tuple[list[str], list[AspectMatch]]] = {}
    for aspect in review.aspects:
        found = match_name(aspect.name) or (matched or {}).get(aspect.name, ())
        viewpoints, where = grouped.setdefault(found[0].aspect if found else aspect.name, ([], []))
        viewpoints += [viewpoint.strip() for viewpoint in aspect.viewpoints if viewpoint.strip()]
        where += found[:1]
    return tuple(
        Critique(name, " ".join(viewpoints), tuple(dict.fromkeys(where)))
        for name, (viewpoints, where) in grouped.items()
        if viewpoints
    )
