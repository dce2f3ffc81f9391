"""A model checks facts. It sees the scenes and relations relevant to each fact and answers in a fixed schema."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from fabula.facts.atoms import atomic_facts
from fabula.facts.evidence import SCENES, Evidence, Shown
from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling
from fabula.facts.unusable import unusable
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.reading.quotations import QuoteFinder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.summaries import Summary
    from fabula.models.door import Door
    from fabula.reading.graph import Relation

_AT_ONCE = 64
"""How many facts are in memory at once with their evidence and answers."""


class VerdictAnswer(BaseModel):
    """The model's answer: the reasoning first, so that the verdict follows from it."""

    reason: str = Field(description="what the story says of this, in a sentence or two")
    quotation: str = Field(
        default="", description="the line of the story that decides it, word for word; else empty"
    )
    verdict: Literal["contradicted", "not_found", "supported"]
    correction: str = Field(
        default="", description="the statement as the story has it; empty where supported"
    )


@dataclass(frozen=True, slots=True)
class ModelChecker:
    """A model splits the summary into facts and judges each one `runs` times."""

    door: Door
    evidence: Evidence
    quotes: QuoteFinder
    runs: int = 1
    temperature: float = 0.0
    scenes: int = SCENES

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        return await atomic_facts(summary, self.door, wanted)

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        judged: list[JudgedFact] = []
        for start in range(0, len(facts), _AT_ONCE):
            batch = facts[start : start + _AT_ONCE]
            shown = self.evidence.scenes_for(batch, self.scenes)
            relations = self.evidence.relations_for(batch)
            judged += await asyncio.gather(*map(self._judge, batch, shown, relations))
        return judged

    async def _judge(self, fact: Fact, shown: list[Shown], relations: list[Relation]) -> JudgedFact:
        book = self.evidence.book
        prompt = self.door.prompt("facts", "verdict", book.language)
        messages = prompt.messages(
            title=book.title,
            scenes=[{"chapter": one.scene.chapter, "text": fence(one.text)} for one in shown],
            relations=fence("\n".join(map(str, relations))) if relations else "",
            fact=fence(fact.text),
        )
        request = ChatRequest(
            "verdict", messages, temperature=self.temperature, max_tokens=1_200, expected_tokens=120
        )
        answers = await self.door.ask_replicates(request, VerdictAnswer, self.runs)
        return JudgedFact(fact, tuple(map(self._ruling, answers)), tuple(relations))

    def _ruling(self, answer: VerdictAnswer | Unusable) -> Ruling:
        if isinstance(answer, Unusable):
            return Ruling("unjudged", notices=(unusable(answer),))
        correction = "" if answer.verdict == "supported" else answer.correction.strip()
        return Ruling(answer.verdict, answer.reason.strip(), correction, self._verified(answer.quotation))

    def _verified(self, quotation: str) -> tuple[Quoted, ...]:
        quote = quotation.strip()
        if not quote:
            return ()
        place = self.quotes.find(quote)
        return (Quoted(quote) if place is None else Quoted(quote, place.chapter, verified=True),)
