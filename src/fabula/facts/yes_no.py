"""A model that only answers Yes or No, as MiniCheck's do: a document, a claim, and how likely Yes is."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.facts.by_passages import Pair, Support
from fabula.models.chat import ChatRequest, Choice, Unusable

if TYPE_CHECKING:
    from fabula.models.door import Door

_ALTERNATIVES = 10
_ROOM = 16
"""Tokens for an answer that says a little more than Yes or No."""
_YES = re.compile(r"\W*(?:yes|true|supported|consistent|sí|是|对|1)(?![\w%])", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|not|false|unsupported|inconsistent|否|不|0)(?![\w%])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class YesNoScorer:
    """Asks about one pair at a time. Without log-probabilities, Yes is 1 and No is 0."""

    door: Door
    language: str

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """The likelihood of Yes for each pair."""
        return list(await asyncio.gather(*map(self._asked, pairs)))

    async def _asked(self, pair: Pair) -> Support | None:
        prompt = self.door.prompt("facts", "yes-no", self.language)
        messages = prompt.messages(document=pair.passage, claim=pair.claim)
        request = ChatRequest(
            "yes or no", messages, max_tokens=_ROOM, top_logprobs=_ALTERNATIVES, expected_tokens=1
        )
        found = await self.door.ask_text(request)
        if isinstance(found, Unusable):
            return None
        return _likely(found)


def _likely(found: Choice) -> Support | None:
    """Yes against No among the alternatives of the first token that is one of them; else what the text says."""
    for alternatives in found.logprobs:
        yes, no = _mass(alternatives, _YES), _mass(alternatives, _NO)
        if yes + no > 0:
            return Support(yes / (yes + no))
    if _YES.match(found.text):
        return Support(1.0)
    return Support(0.0) if _NO.match(found.text) else None


def _mass(alternatives: Mapping[str, float], wanted: re.Pattern[str]) -> float:
    return sum(math.exp(logprob) for token, logprob in alternatives.items() if wanted.match(token))
