"""The nouns of fact checking: a summary's sentences, its facts, what was ruled of each, and the score of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from fabula.facts.summaries import Summary
    from fabula.reading.graph import Relation

Verdict = Literal["supported", "contradicted", "not_found", "unjudged"]
CAUTIOUS: tuple[Verdict, ...] = ("contradicted", "not_found", "supported", "unjudged")
"""Which verdict stands where repeats are even: the one that makes a reader look."""


class By(StrEnum):
    """Who rules on facts."""

    MODEL = "model"
    EMBEDDED = "embedded"
    NLI = "nli"


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement that can be true or false by itself, and the sentence of the summary it comes from."""

    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """A line of the story given as evidence; verified where the story holds it, and then with its chapter."""

    quote: str
    chapter: int | None = None
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one judgement said of one fact."""

    verdict: Verdict
    reason: str
    correction: str = ""
    evidence: tuple[Quoted, ...] = ()
    strength: float | None = None
    """How well the story bears the fact out, 0 to 1, where the checker measures it."""


@dataclass(frozen=True, slots=True)
class JudgedFact:
    """A fact with one ruling a run, and the relations that the judge was shown."""

    fact: Fact
    rulings: tuple[Ruling, ...]
    relations: tuple[Relation, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """The ruling given most often, of even ones the more cautious; unjudged only where no run judged."""
        judged = [one for one in self.rulings if one.verdict != "unjudged"]
        counts = Counter(one.verdict for one in judged or self.rulings)
        verdict = max(counts, key=lambda each: (counts[each], -CAUTIOUS.index(each)))
        return next(one for one in self.rulings if one.verdict == verdict)

    @property
    def faulty(self) -> bool:
        return self.ruling.verdict in ("contradicted", "not_found")


@dataclass(frozen=True, slots=True)
class Score:
    """Supported facts over judged facts. None where nothing was judged; the interval says what it is over."""

    value: float | None
    low: float | None
    high: float | None
    over: Literal["repeats", "facts", ""]


class Checker(Protocol):
    """Whatever takes a summary apart and rules on its facts."""

    @property
    def runs(self) -> int:
        """Rulings of each fact."""
        ...

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        """The facts of the sentences with these numbers."""
        ...

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        """Every fact judged, in the order given; one that could not be is `unjudged`, never left out."""
        ...
