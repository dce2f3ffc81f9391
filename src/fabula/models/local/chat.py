"""A GGUF file as a ChatModel. Questions wait in line; the one that shares most with the last one is answered next."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from fabula.models.chat import ChatRequest, Completion, JsonSchema
from fabula.models.local.engine import Engine, Question
from fabula.models.local.files import LocalFile
from fabula.models.providers import Address


@dataclass(frozen=True, slots=True)
class _Waiting:
    question: Question
    text: str
    """All that is asked, by whose beginning questions are compared."""
    answer: asyncio.Future[Completion]


class LocalChat:
    """Answers in a thread of its own, so that progress and signals go on.

    It gives one answer a request: each is in the ledger before the next is begun, and the beginning of a question that
    is asked again is not evaluated again.
    """

    def __init__(self, where: Address, file: LocalFile, context: int) -> None:
        self.name = where.name
        self.endpoint = where.base_url
        self.room = 0
        self._settings = where.settings
        self._engine = Engine(file, context)
        self._worker = ThreadPoolExecutor(1, "local-model")
        self._line: list[_Waiting] = []
        self._asked = ""
        self._now: _Waiting | None = None
        self._serving: asyncio.Task[None] | None = None

    def grow(self, cramped: int) -> bool:  # noqa: ARG002 - the protocol's signature
        """Thoughts are switched off: the grammar begins with the answer."""
        return False

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
        text = "\n".join(f"{each.role}: {each.content}" for each in request.messages)
        waiting = _Waiting(question, text, asyncio.get_running_loop().create_future())
        self._line.append(waiting)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            question.stop.set()
            raise

    async def probe(self) -> None:
        """The file was found and its head read: nothing more is known before it is loaded."""

    async def close(self) -> None:
        """Stop the answer that is being written, and give the memory back."""
        for each in (*self._line, *([self._now] if self._now else [])):
            each.question.stop.set()
            each.answer.cancel()
        self._line.clear()
        if self._serving:
            await self._serving
        await asyncio.get_running_loop().run_in_executor(self._worker, self._engine.close)
        self._worker.shutdown()

    async def _serve(self) -> None:
        """Answer until nobody waits."""
        loop = asyncio.get_running_loop()
        while self._line:
            self._now = max(self._line, key=lambda each: shared_beginning(each.text, self._asked))
            self._line.remove(self._now)
            waiting, self._asked = self._now, self._now.text
            if not waiting.answer.done():
                done = loop.run_in_executor(self._worker, self._engine.answer, waiting.question)
                await asyncio.wait([done])
                _hand_over(done, waiting.answer)
        self._now = None


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


def _hand_over(done: asyncio.Future[Completion], to: asyncio.Future[Completion]) -> None:
    error = done.exception()
    if to.done():
        return
    if error is not None:
        to.set_exception(error)
    else:
        to.set_result(done.result())
