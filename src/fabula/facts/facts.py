"""The types of fact checking: a fact, its rulings and the score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fabula.notices import Notice
    from fabula.reading.graph import Relation

Verdict = Literal["supported", "unverified", "contradicted", "not_found", "unjudged"]
"""`unverified`: called supported, but without a line that is in the story."""
CAUTIOUS: tuple[Verdict, ...] = ("contradicted", "not_found", "unverified", "supported", "unjudged")
"""If runs are tied, the first of these wins, because it makes the reader look."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement that can be true or false on its own, and the sentence of the summary it comes from."""

    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """A line of the story quoted as evidence. It is verified if it occurs in the story; then it has a chapter."""

    quote: str
    chapter: int | None = None
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """One judgement of one fact."""

    verdict: Verdict
    reason: str = ""
    """In the model's own words. Empty if no model judged."""
    correction: str = ""
    evidence: tuple[Quoted, ...] = ()
    strength: float | None = None
    """How well the story supports the fact, 0 to 1, if the checker measures it."""
    notices: tuple[Notice, ...] = ()
    """Notices from fabula: why the words raise doubt, or why the fact could not be judged."""
    raw: str = ""
    """What the model wrote, if it could not be used."""


@dataclass(frozen=True, slots=True)
class JudgedFact:
    """A fact with one ruling per run, and the relations that the checker saw."""

    fact: Fact
    rulings: tuple[Ruling, ...]
    relations: tuple[Relation, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """The most frequent verdict; a tie goes to the more cautious one. Unjudged only if no run judged."""
        judged = [one for one in self.rulings if one.verdict != "unjudged"]
        counts = Counter(one.verdict for one in judged or self.rulings)
        verdict = max(counts, key=lambda each: (counts[each], -CAUTIOUS.index(each)))
        return next(one for one in self.rulings if one.verdict == verdict)

    @property
    def faulty(self) -> bool:
        """Whether the story contradicts it or does not contain it."""
        return self.ruling.verdict in ("contradicted", "not_found")


@dataclass(frozen=True, slots=True)
class Score:
    """Facts supported by a line found in the story, divided by judged facts. None if nothing was judged.

    `over` says what the interval covers.
    """

    value: float | None
    low: float | None
    high: float | None
    over: Literal["repeats", "facts", ""]
