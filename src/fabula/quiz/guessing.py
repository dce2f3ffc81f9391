"""Which questions a model answers without the book: from the options alone, or from what it remembers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fabula.models.chat import ChatRequest, Choice
from fabula.models.door import Door
from fabula.models.prompts import fence_line
from fabula.quiz.choices import Dropped
from fabula.quiz.indicators import read_option
from fabula.quiz.questions import LETTERS, Question

_ORDERS = ((0, 1, 2, 3), (3, 2, 1, 0))
"""An option that is chosen in both orders is not chosen for its place."""


async def answered_without_book(
    door: Door, questions: Sequence[Question], drop: Dropped, language: str
) -> set[int]:
    """The rows of questions whose answer the model names in both orders of their options."""
    if drop == "nothing":
        return set()
    prompts = ("options",) if drop == "guessed" else ("options", "short")
    found = await asyncio.gather(
        *(_named(door, each, prompt, language) for prompt in prompts for each in questions)
    )
    asked = [each.row for _ in prompts for each in questions]
    return {row for row, named in zip(asked, found, strict=True) if named}


async def _named(door: Door, question: Question, prompt: str, language: str) -> bool:
    right = await asyncio.gather(*(_right(door, question, order, prompt, language) for order in _ORDERS))
    return all(right)


async def _right(door: Door, question: Question, order: Sequence[int], prompt: str, language: str) -> bool:
    options = [question.options[place] for place in order]
    fields: dict[str, Any] = {"shots": [], "passages": [], "attempt": 3, "question": question.text}
    messages = door.prompt("quiz", prompt, language).messages(
        **fields, title=fence_line(question.title), options=list(zip(LETTERS, options, strict=False))
    )
    found = await door.ask_text(
        ChatRequest("answer without the book", messages, max_tokens=1024, expected_tokens=2)
    )
    if not isinstance(found, Choice):
        return False
    return {order[place] for place in read_option(found.text, options)} == {question.right}
