"""A Verdict: a rubric filled in for one book by one judge, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabula.notices import Notice


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words that a judge quotes.

    If they occur in the book, they have a position; if not, they are shown as unverified.
    """

    quote: str
    chapter: int | None = None
    offset: int | None = None
    verified: bool = False


@dataclass(frozen=True, slots=True)
class AspectVerdict:
    """What one judge said about one aspect. A missing score is None. It is shown as missing, never guessed."""

    aspect: str
    score: float | None
    critique: str = ""
    evidence: tuple[Evidence, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    """Scores of its sub-aspects, if the judge was asked for them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judgement of one book. `replicate` numbers repeated judgements."""

    book: str
    rubric: str
    method: str
    model: str
    replicate: int
    overall: float | None
    assessment: str
    aspects: tuple[AspectVerdict, ...]
    trouble: Notice | None = None
    """Why scores are missing if the judge's answer could not be used: refused, cut off or malformed."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of the aspects that this judge gave no score."""
        return tuple(aspect.aspect for aspect in self.aspects if aspect.score is None)
