"""A GGUF file as a ChatModel. Questions wait in line; the one that shares most with the last one is answered next."""

from __future__ import annotations

import asyncio
from threading import Event

from fabula.models.chat import ChatRequest, Completion, JsonSchema
from fabula.models.local.engine import Engine, Question
from fabula.models.local.files import LocalFile
from fabula.models.local.line import Line, Waiting
from fabula.models.providers import Address


class LocalChat(Line[Question]):
    """It gives one answer a request: each is in the ledger before the next is begun, and the beginning of a question that
    is asked again is not evaluated again.
    """

    def __init__(self, where: Address, file: LocalFile, context: int) -> None:
        super().__init__([Engine(file, context)])
        self.name = where.name
        self.endpoint = where.base_url
        self.room = 0
        self._settings = where.settings
        self._asked = ""

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:  # noqa: ARG002
        """One answer, whatever `n` is."""
        own = self._settings
        question = Question(
            request,
            schema,
            request.temperature if own.temperature is None else own.temperature,
            request.max_tokens if own.max_tokens is None else min(request.max_tokens, own.max_tokens),
            Event(),
        )
        try:
            return await self.answered(question)
        except asyncio.CancelledError:
            question.stop.set()
            raise

    async def probe(self) -> None:
        """The file was found and its head read: nothing more is known before it is loaded."""

    async def close(self) -> None:
        """Stop the answer that is being written: nobody has paid for it."""
        for each in self._now:
            each.question.stop.set()
            each.answer.cancel()
        await super().close()

    async def next(self) -> list[Waiting[Question]]:
        """The question that shares the longest beginning with the last one."""
        found = max(self._line, key=lambda each: shared_beginning(each.question.request.text, self._asked))
        self._line.remove(found)
        self._asked = found.question.request.text
        return [found]


def shared_beginning(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
