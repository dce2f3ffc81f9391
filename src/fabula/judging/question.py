"""The question that every method asks its judge, and the resulting verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.judging.answers import answer_type, verdict
from fabula.models.chat import ChatRequest

if TYPE_CHECKING:
    from fabula.judging.settings import JudgeSettings, Method
    from fabula.models.chat import ChatMessage
    from fabula.models.door import Door
    from fabula.rubrics.verdict import Verdict
    from fabula.text.book import Book

ANSWER_TOKENS = 6_000
EXPECTED_TOKENS = 1_800
"""An evaluation of eight aspects with quotations is usually about this long."""


def question(step: str, messages: tuple[ChatMessage, ...], settings: JudgeSettings) -> ChatRequest:
    """The request to the judge, with room for a judgement of every aspect."""
    return ChatRequest(
        step=step,
        messages=messages,
        temperature=settings.temperature,
        max_tokens=ANSWER_TOKENS,
        expected_tokens=EXPECTED_TOKENS,
    )


async def ask_judges(
    book: Book, request: ChatRequest, method: Method, settings: JudgeSettings, door: Door
) -> tuple[Verdict, ...]:
    """One verdict per replicate, all from one question. The input is paid for once if the server allows it."""
    answers = await door.ask_replicates(request, answer_type(settings.rubric), settings.runs)
    return tuple(
        verdict(answer, settings.rubric, book=book.id, method=method, model=door.model, replicate=replicate)
        for replicate, answer in enumerate(answers)
    )
