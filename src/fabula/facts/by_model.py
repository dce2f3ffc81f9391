"""A model checks facts. It sees the scenes and relations relevant to each fact and answers in a fixed schema.

A fact counts as supported only with a quotation that is in the story. A model that gives none is asked for one once more,
with the nearest lines to choose from. If there is still none, the fact is `unverified`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from fabula.facts.atoms import atomic_facts
from fabula.facts.evidence import SCENES, Evidence, Shown, fenced, lines_near
from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling
from fabula.facts.unusable import unusable
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.quotations import QuoteFinder
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.summaries import Sentence, Summary
    from fabula.models.door import Door
    from fabula.reading.graph import Relation

LINES = 6
"""How many lines of the scenes are offered to a model that owes a quotation."""
LEAST_WORDS = 3
"""A shorter quotation (in Chinese: fewer characters) is in every book and shows nothing."""
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


class QuotationAnswer(BaseModel):
    """The answer of a model that owes a quotation."""

    quotation: str = Field(
        default="", description="the line of these scenes that shows the statement, word for word; else empty"
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

    async def facts(self, summary: Summary, wanted: Sequence[Sentence]) -> list[Fact]:
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
            title=fence_line(book.title),
            scenes=fenced(shown),
            relations=fence("\n".join(map(str, relations))) if relations else "",
            fact=fence(fact.text),
        )
        request = ChatRequest(
            "verdict", messages, temperature=self.temperature, max_tokens=1_200, expected_tokens=120
        )
        answers = await self.door.ask_replicates(request, VerdictAnswer, self.runs)
        rulings = [
            await self._with_quotation(self._ruling(answer), fact, shown, replicate)
            for replicate, answer in enumerate(answers)
        ]
        return JudgedFact(fact, tuple(rulings), tuple(relations))

    async def _with_quotation(
        self, ruling: Ruling, fact: Fact, shown: Sequence[Shown], replicate: int
    ) -> Ruling:
        """The ruling. Support without a quotation from the story is asked for one, and else is `unverified`."""
        if ruling.verdict != "supported" or any(one.verified for one in ruling.evidence):
            return ruling
        book = self.evidence.book
        prompt = self.door.prompt("facts", "quotation", book.language)
        messages = prompt.messages(
            title=fence_line(book.title),
            scenes=fenced(shown),
            fact=fence(fact.text),
            quoted=fence(ruling.evidence[0].quote) if ruling.evidence else "",
            lines=fence("\n".join(lines_near(fact, shown, book.language, LINES))),
        )
        request = ChatRequest(
            "quotation", messages, temperature=self.temperature, max_tokens=600, expected_tokens=60
        )
        answer = await self.door.ask(request, QuotationAnswer, replicate)
        if isinstance(answer, Unusable):
            return replace(ruling, verdict="unverified", notices=(unusable(answer),))
        found = self._verified(answer.quotation)
        if any(one.verified for one in found):
            return replace(ruling, evidence=found)
        return replace(ruling, verdict="unverified", evidence=ruling.evidence or found)

    def _ruling(self, answer: VerdictAnswer | Unusable) -> Ruling:
        if isinstance(answer, Unusable):
            return Ruling("unjudged", notices=(unusable(answer),), raw=answer.raw)
        correction = "" if answer.verdict == "supported" else answer.correction.strip()
        return Ruling(answer.verdict, answer.reason.strip(), correction, self._verified(answer.quotation))

    def _verified(self, quotation: str) -> tuple[Quoted, ...]:
        quote = quotation.strip()
        if not quote:
            return ()
        book = self.evidence.book
        place = self.quotes.find(quote) if count_words(quote, book.language) >= LEAST_WORDS else None
        return (Quoted(quote) if place is None else Quoted(quote, place.chapter, verified=True),)
