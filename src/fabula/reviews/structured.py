"""A review put in order: what a model is asked for, and what of it is the reader's own."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from fabula.reviews.aspects import Place, places
from fabula.reviews.reviews import Critique
from fabula.text.words import words


class NamedAspect(BaseModel):
    """What the reader says of one thing, under a name of its own."""

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
        """Everything that it says, names of aspects aside."""
        return "\n".join([*(said for aspect in self.aspects for said in aspect.viewpoints), self.conclusion])


def overlap(structured: str, raw: str, language: str) -> float:
    """The share of the structured text's different words that the reader used too; 0 where it says nothing."""
    ours = {word.lower() for word in words(structured, language)}
    theirs = {word.lower() for word in words(raw, language)}
    return len(ours & theirs) / len(ours) if ours else 0.0


def critiques(
    review: StructuredReview, placed: Mapping[str, tuple[Place, ...]] | None = None
) -> tuple[Critique, ...]:
    """Viewpoints grouped by aspect, in the order in which the aspects come up.

    A name that speaks of several aspects has its viewpoints under the first. What the table cannot place keeps
    its own name, so that no viewpoint is lost. `placed` are names that a model was asked about.
    """
    grouped: dict[str, tuple[list[str], list[Place]]] = {}
    for aspect in review.aspects:
        found = places(aspect.name) or (placed or {}).get(aspect.name, ())
        said, where = grouped.setdefault(found[0].aspect if found else aspect.name, ([], []))
        said += [viewpoint.strip() for viewpoint in aspect.viewpoints if viewpoint.strip()]
        where += found[:1]
    return tuple(
        Critique(name, " ".join(said), tuple(dict.fromkeys(where)))
        for name, (said, where) in grouped.items()
        if said
    )
