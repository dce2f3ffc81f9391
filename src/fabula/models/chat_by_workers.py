"""A server that the workers of a cluster ask. Limits, budget and ledger stay in the process that was started, so that they hold
for the whole cluster; the connections are made, and the answers read, elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from fabula.models.chat import ChatRequest, Completion, JsonSchema
from fabula.models.client import HttpChat
from fabula.models.providers import Address
from fabula.models.retry import worker_lost
from fabula.workers import Worker, WorkerGone, machines

_FEWEST, _MOST = 2, 8
"""Workers: where one is killed, others go on; one door needs no more."""
_AT_ONCE = 1_000
"""Questions in flight from one worker. The door has its own limit."""


class ChatByWorkers:
    """The calls leave from a few workers in turn: one on each machine, up to eight. A server on this machine is asked from here."""

    def __init__(self, chat: HttpChat, where: Address, key: Callable[[], str], timeout: float) -> None:
        self.name = chat.name
        self.endpoint = chat.endpoint
        self.room = chat.room
        self._chat = chat
        self._where = where
        self._key = key
        self._timeout = timeout
        self._workers: deque[Worker] = deque()

    def grow(self, cramped: int) -> bool:
        """Give thoughts more room, at every worker."""
        grown = self._chat.grow(cramped)
        self.room = self._chat.room
        return grown

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """One answer, fetched by a worker. A call that a killed worker had in flight is worth a retry."""
        if not self._workers:
            self._workers.extend(self._begun())
        self._workers.rotate()
        try:
            answer: Completion = await self._workers[0].ask("complete", request, schema, n, self.room)
        except WorkerGone:
            raise worker_lost() from None
        return answer

    def _begun(self) -> Iterator[Worker]:
        asking = partial(Asking, self._where, self._key(), self._timeout)
        for _ in range(min(_MOST, max(_FEWEST, machines()))):
            yield Worker(asking, at_once=_AT_ONCE, on_this_machine=self._where.on_this_machine)

    async def probe(self) -> None:
        """Stop now where the key is refused or nothing answers."""
        await self._chat.probe()

    async def close(self) -> None:
        """End the workers and the connection of the probe."""
        for worker in self._workers:
            worker.close()
        await self._chat.close()


class Asking:
    """What a worker holds: its own connections to the server, and what it has learned of it."""

    def __init__(self, where: Address, key: str, timeout: float) -> None:
        self._chat = HttpChat(where, lambda: key, timeout)

    async def complete(
        self, request: ChatRequest, schema: JsonSchema | None, n: int, room: int
    ) -> Completion:
        """As the server answers."""
        self._chat.room = max(room, self._chat.room)
        return await self._chat.complete(request, schema, n)
