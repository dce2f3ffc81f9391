"""Small checkers that judge one passage at a time: does this passage support the sentence?

A sentence is as well supported as by its best passage, as in SummaC and MiniCheck. It is contradicted only if no passage supports
it and one denies it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling, Verdict
from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.facts.evidence import Evidence
    from fabula.facts.summaries import Sentence, Summary

PASSAGES = 8
THRESHOLD = 0.5
_SURE = 0.5


@dataclass(frozen=True, slots=True)
class Pair:
    """A passage of the story and a sentence of the summary."""

    passage: str
    claim: str


@dataclass(frozen=True, slots=True)
class Support:
    """How likely a passage supports a sentence, and how likely it denies it."""

    supports: float
    denies: float = 0.0


class Scorer(Protocol):
    """Judges pairs."""

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """One judgement for each pair, in order. None where there is no usable answer."""
        ...


@dataclass(frozen=True, slots=True)
class PassageChecker:
    """Checks each sentence of a summary against its best passages."""

    evidence: Evidence
    scorer: Scorer
    threshold: float = THRESHOLD
    passages: int = PASSAGES
    runs: int = 1

    async def facts(self, summary: Summary, wanted: Sequence[Sentence]) -> list[Fact]:  # noqa: ARG002 - whole as they are
        return [Fact(one.text, one.number) for one in wanted]

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        found = self.evidence.passages_for(facts, self.passages)
        pairs = [Pair(one.text, fact.text) for fact, near in zip(facts, found, strict=True) for one in near]
        scored = iter(await self.scorer.score(pairs))
        judged = []
        for fact, near in zip(facts, found, strict=True):
            places = [(one.text, self.evidence.scenes[one.chapter - 1].chapter) for one in near]
            judged.append(JudgedFact(fact, (self._ruling(places, [next(scored) for _ in near]),)))
        return judged

    def _ruling(self, places: list[tuple[str, int]], scored: list[Support | None]) -> Ruling:
        if not places:
            return Ruling("not_found", strength=0.0, notices=(Notice.of("facts.no-passage"),))
        usable = [(one, place) for one, place in zip(scored, places, strict=True) if one is not None]
        if not usable:
            return Ruling("unjudged", notices=(Notice.of("facts.no-usable-score"),))
        best, where = max(usable, key=lambda each: each[0].supports)
        worst, against = max(usable, key=lambda each: each[0].denies)
        verdict: Verdict = "supported" if best.supports >= self.threshold else "not_found"
        if verdict == "not_found" and worst.denies >= _SURE:
            verdict, where = "contradicted", against
        notice = Notice.of("facts.entailment", entailed=best.supports, denied=worst.denies, n=len(usable))
        text, chapter = where
        return Ruling(
            verdict,
            evidence=(Quoted(text, chapter, verified=True),),
            strength=round(best.supports, 4),
            notices=(notice,),
        )
