"""Splits each sentence of a summary into statements that can each be true or false on their own."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.facts.facts import Fact
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabula.facts.summaries import Sentence, Summary
    from fabula.models.door import Door

AROUND = 12
"""How many sentences before and after are shown, so that pronouns can be resolved."""


class Atoms(BaseModel):
    """What one sentence states."""

    facts: list[str] = Field(
        description="short sentences with names in place of pronouns, one statement each"
    )


async def atomic_facts(summary: Summary, door: Door, wanted: Sequence[Sentence]) -> list[Fact]:
    """The facts of these sentences, without blanks or duplicates.

    A sentence is judged as a whole if the model cannot split it, or if it gives only facts of other sentences. So no part
    of the summary is skipped.
    """
    found = await asyncio.gather(*(_of_sentence(summary, sentence, door) for sentence in wanted))
    facts = [Fact(text, one.number) for one, texts in zip(wanted, found, strict=True) for text in texts]
    if door.rehearsing:
        return [Fact(f"{number}. {fact.text}", fact.sentence) for number, fact in enumerate(facts, 1)]
    split, kept = {fact.sentence for fact in facts}, distinct(facts)
    whole = split - {fact.sentence for fact in kept}
    kept += [Fact(one.text, one.number) for one in wanted if one.number in whole]
    return sorted(distinct(kept), key=lambda fact: fact.sentence)


def distinct(facts: Iterable[Fact]) -> list[Fact]:
    """Each statement once, at its first place, ignoring capitals and final punctuation."""
    kept: dict[str, Fact] = {}
    for fact in facts:
        plain = "".join(re.findall(r"\w", fact.text.lower()))
        if plain:
            kept.setdefault(plain, fact)
    return list(kept.values())


async def _of_sentence(summary: Summary, sentence: Sentence, door: Door) -> list[str]:
    prompt = door.prompt("facts", "atoms", summary.language)
    near = [one.text for one in summary.sentences if abs(one.number - sentence.number) <= AROUND]
    messages = prompt.messages(context=fence(" ".join(near)), sentence=fence(sentence.text))
    answer = await door.ask(
        ChatRequest("atomic facts", messages, max_tokens=1_500, expected_tokens=120), Atoms
    )
    if isinstance(answer, Unusable):
        return [sentence.text]
    return [" ".join(text.split()) for text in answer.facts]
