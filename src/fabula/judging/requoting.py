"""Sends quotations that are not in the book back to the judge, once. What is still not there stays unverified."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.models.chat import ChatMessage, ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.reading.quotations import finder_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.chat import Choice
    from fabula.models.door import Door
    from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict
    from fabula.text.book import Book

PROMPT = ("judging", "requote")


_LINE = re.compile(r"^\W*(\d+)\s*[.)、．:：]\s*(.+?)\s*$", re.MULTILINE)


async def requoted(
    verdict: Verdict, book: Book, request: ChatRequest, choice: Choice | None, door: Door
) -> Verdict:
    """The verdict with better quotations for those that are not in the book. Scores and critiques stay as they are."""
    if not book.chapters or choice is None or door.rehearsing:  # made-up answers quote nothing
        return verdict
    finder = finder_of(book)
    quotes = [each.quote for aspect in verdict.aspects for each in aspect.evidence]
    lost = [quote for quote in dict.fromkeys(quotes) if finder.find(quote) is None]
    copied = await copied_again(lost, request, choice, door, book.language, verdict.replicate)
    better = {quote: text for quote, text in copied.items() if finder.find(text) is not None}
    return replace(verdict, aspects=tuple(_with(aspect, better) for aspect in verdict.aspects))


async def copied_again(
    lost: Sequence[str], request: ChatRequest, choice: Choice, door: Door, language: str, replicate: int = 0
) -> dict[str, str]:
    """What the model gives in place of quotations that are not in the text that it was shown."""
    if not lost:
        return {}
    listed = "\n".join(f"{number}. {quote}" for number, quote in enumerate(lost, 1))
    again = ChatRequest(
        "quotations again",
        (
            *request.messages,
            ChatMessage("assistant", choice.text),
            *door.prompt(*PROMPT, language).messages(quotations=fence(listed)),
        ),
        temperature=request.temperature,
        max_tokens=2_000,
        expected_tokens=60 * len(lost),
    )
    answer = await door.ask_text(again, replicate)
    if isinstance(answer, Unusable):
        return {}
    return {
        lost[int(number) - 1]: text
        for number, text in _LINE.findall(answer.text)
        if 0 < int(number) <= len(lost)
    }


def _with(aspect: AspectVerdict, better: dict[str, str]) -> AspectVerdict:
    def copied(one: Evidence) -> Evidence:
        return replace(one, quote=better.get(one.quote, one.quote))

    return replace(aspect, evidence=tuple(map(copied, aspect.evidence)))
