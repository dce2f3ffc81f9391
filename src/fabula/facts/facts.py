"""The nouns of fact checking: a fact, the rulings on it, the score of all, and the checker that rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from fabula.facts.summaries import Summary
    from fabula.notices import Notice
    from fabula.reading.graph import Relation

Verdict = Literal["supported", "contradicted", "not_found", "unjudged"]
CAUTIOUS: tuple[Verdict, ...] = ("contradicted", "not_found", "supported", "unjudged")
"""Where runs are tied, the first of these decides: the verdict that makes a reader look."""


class CheckerKind(StrEnum):
    """Who checks facts."""

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
    """One judgement of one fact."""

    verdict: Verdict
    reason: str = ""
    """In the model's own words; empty where no model ruled."""
    correction: str = ""
    evidence: tuple[Quoted, ...] = ()
    strength: float | None = None
    """How well the story supports the fact, 0 to 1, where the checker measures it."""
    notices: tuple[Notice, ...] = ()
    """What fabula itself has to say: why the words give cause for doubt, or why nothing could be judged."""


@dataclass(frozen=True, slots=True)
class JudgedFact:
    """A fact with one ruling for each run, and the relations that the checker was shown."""

    fact: Fact
    rulings: tuple[Ruling, ...]
    relations: tuple[Relation, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """The most frequent ruling, and of equally frequent ones the more cautious; unjudged only if no run judged."""
        judged = [one for one in self.rulings if one.verdict != "unjudged"]
        counts = Counter(one.verdict for one in judged or self.rulings)
        verdict = max(counts, key=lambda each: (counts[each], -CAUTIOUS.index(each)))
        return next(one for one in self.rulings if one.verdict == verdict)

    @property
    def faulty(self) -> bool:
        """Whether the story contradicts it or does not hold it."""
        return self.ruling.verdict in ("contradicted", "not_found")


@dataclass(frozen=True, slots=True)
class Score:
    """Supported facts over judged facts. None where nothing was judged; `over` says what the interval is over."""

    value: float | None
    low: float | None
    high: float | None
    over: Literal["repeats", "facts", ""]


class Checker(Protocol):
    """Takes a summary apart and rules on its facts."""

    @property
    def runs(self) -> int:
        """Rulings of each fact."""
        ...

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        """The facts of the sentences with these numbers."""
        ...

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        """Every fact judged, in the order given. One that could not be judged is `unjudged`, never left out."""
        ...
