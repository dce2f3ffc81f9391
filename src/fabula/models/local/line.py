"""Questions wait in line for the engines that answer them, each in a thread of its own, so that progress and signals go on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from fabula.models.chat import Completion

Q = TypeVar("Q")
Contra = TypeVar("Contra", contravariant=True)


class Answering(Protocol[Contra]):
    """What answers questions. Only one thread uses it."""

    def answers(self, questions: Sequence[Contra]) -> Sequence[Completion | Exception]:
        """An answer to each question, or why there is none."""

    def close(self) -> None:
        """Give the memory back."""


@dataclass(frozen=True, slots=True)
class Waiting(Generic[Q]):
    """A question, and who waits for its answer."""

    question: Q
    answer: asyncio.Future[Completion]


class Line(Generic[Q]):
    """The questions for one or several engines. A subclass says which come next."""

    def __init__(self, engines: Sequence[Answering[Q]]) -> None:
        self._engines = [(each, ThreadPoolExecutor(1, "local-model")) for each in engines]
        self._line: list[Waiting[Q]] = []
        self._now: list[Waiting[Q]] = []
        """What engines are answering."""
        self._serving: dict[int, asyncio.Task[None]] = {}

    def grow(self, cramped: int) -> bool:  # noqa: ARG002 - the protocol's signature
        """Thoughts are switched off."""
        return False

    async def answered(self, question: Q) -> Completion:
        """Stand in line."""
        waiting = Waiting(question, asyncio.get_running_loop().create_future())
        self._line.append(waiting)
        for number in range(len(self._engines)):
            if number not in self._serving or self._serving[number].done():
                self._serving[number] = asyncio.create_task(self._serve(number))
        return await waiting.answer

    async def close(self) -> None:
        """Drop who waits, let the engines end what they are answering, and give the memory back."""
        for each in self._line:
            each.answer.cancel()
        self._line.clear()
        await asyncio.gather(*self._serving.values())
        loop = asyncio.get_running_loop()
        for engine, thread in self._engines:
            await loop.run_in_executor(thread, engine.close)
            thread.shutdown()

    async def next(self) -> list[Waiting[Q]]:
        """Take what an engine answers next from the line."""
        raise NotImplementedError

    async def _serve(self, number: int) -> None:
        """Let one engine answer until nobody waits."""
        engine, thread = self._engines[number]
        while self._line:
            batch = [each for each in await self.next() if not each.answer.done()]
            if not batch:
                continue
            self._now += batch
            questions = [each.question for each in batch]
            done = asyncio.get_running_loop().run_in_executor(thread, engine.answers, questions)
            await asyncio.wait([done])
            failed = done.exception()
            for waiting, answer in zip(
                batch, [failed] * len(batch) if failed else done.result(), strict=True
            ):
                self._now.remove(waiting)
                _deliver(waiting.answer, answer)


def _deliver(to: asyncio.Future[Completion], answer: Completion | BaseException) -> None:
    if to.done():
        return
    if isinstance(answer, BaseException):
        to.set_exception(answer)
    else:
        to.set_result(answer)
