"""The question that every method asks its judge, and the resulting verdicts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.judging.answers import answer_type, share_of_scores, verdict
from fabula.judging.requoting import requoted
from fabula.models.chat import ChatRequest
from fabula.models.expectation import ALTERNATIVES, expected_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.judging.settings import JudgeSettings, Method
    from fabula.models.chat import ChatMessage, Choice
    from fabula.models.door import Door, Weighed
    from fabula.models.expectation import Path
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
        top_logprobs=ALTERNATIVES if settings.score == "expected" else 0,
    )


async def ask_judges(
    book: Book, request: ChatRequest, method: Method, settings: JudgeSettings, door: Door
) -> tuple[Verdict, ...]:
    """One verdict per replicate, all from one question. The input is paid once where the server allows it."""
    return await ask_for(book, request, method, settings, door, range(settings.runs))


async def ask_for(
    book: Book,
    request: ChatRequest,
    method: Method,
    settings: JudgeSettings,
    door: Door,
    replicates: Sequence[int],
) -> tuple[Verdict, ...]:
    """The verdicts of these replicates."""
    rubric = settings.rubric
    found = await door.ask_weighed(
        request,
        answer_type(rubric, settings.sub_aspects),
        replicates,
        lambda unusable: share_of_scores(unusable, rubric, settings.sub_aspects),
    )
    if settings.score == "expected" and not _weighed(found, door):
        raise FabulaError(
            f"--score expected: {door.model} gives no probabilities; leave the option out, or choose another model"
        )
    verdicts = [
        verdict(
            each.answer, rubric, book=book.id, method=method, model=door.model, replicate=replicate,
            language=book.language, sub_aspects=settings.sub_aspects, expected=_expected(each.choice, settings),
        )
        for replicate, each in zip(replicates, found, strict=True)
    ]  # fmt: skip
    return tuple(
        await asyncio.gather(
            *(
                requoted(one, book, request, each.choice, door)
                for one, each in zip(verdicts, found, strict=True)
            )
        )
    )


def _weighed(found: Sequence[Weighed[Any]], door: Door) -> bool:
    """Whether the judge gives probabilities: some servers take the parameter and ignore it."""
    answered = [each.choice for each in found if each.choice is not None and each.choice.text.strip()]
    if door.rehearsing or not answered:
        return True
    return "logprobs" not in door.left_out and any(each.logprobs for each in answered)


def _expected(choice: Choice | None, settings: JudgeSettings) -> Mapping[Path, float]:
    if choice is None or settings.score == "written":
        return {}
    return expected_numbers(choice, settings.rubric.scale.high)
