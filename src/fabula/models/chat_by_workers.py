"""A server that the workers of a cluster ask. Limits, budget and ledger stay in the process that was started, so that they hold
for the whole cluster; the connections are made, and the answers read, elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fabula.models.chat import ChatRequest, Completion, JsonSchema
from fabula.models.client import HttpChat
from fabula.models.providers import Address
from fabula.models.retry import worker_lost
from fabula.workers.actors import Worker
from fabula.workers.cluster import WorkerGone, machines
from fabula.workers.place import worker

_FEWEST, _MOST = 2, 8
"""Workers: where one is killed, others go on; one door needs no more."""
_AT_ONCE = 1_000
"""Questions in flight from one worker. The door has its own limit."""


class ChatByWorkers:
    """The calls leave from a few workers in turn: one on each machine, up to eight for all models of a run. A server on this
    machine is asked from here."""

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
            self._workers.extend(_askers(on_this_machine=self._where.on_this_machine))
        self._workers.rotate()
        server = Server(self._where, self._key(), self._timeout)
        try:
            answer: Completion = await self._workers[0].ask("complete", server, request, schema, n, self.room)
        except WorkerGone:
            raise worker_lost() from None
        return answer

    async def probe(self) -> None:
        """Stop now where the key is refused or nothing answers."""
        await self._chat.probe()

    async def close(self) -> None:
        """Close the connection of the probe. The workers end with the run."""
        await self._chat.close()


def _askers(*, on_this_machine: bool) -> Iterator[Worker]:
    where = "here" if on_this_machine else "there"
    for number in range(min(_MOST, max(_FEWEST, machines()))):
        yield worker(f"asks {where} {number}", Asking, at_once=_AT_ONCE, on_this_machine=on_this_machine)


@dataclass(frozen=True, slots=True)
class Server:
    """Whom a worker asks, and how."""

    where: Address
    key: str = field(repr=False)
    timeout: float

    @property
    def name(self) -> str:
        """What tells it from the other models of a run."""
        return f"{self.where.label} {self.where.name} {self.where.base_url}"


class Asking:
    """What a worker holds: its own connections to servers, and what it has learned of them."""

    def __init__(self) -> None:
        self._chats: dict[str, HttpChat] = {}

    async def complete(
        self, server: Server, request: ChatRequest, schema: JsonSchema | None, n: int, room: int
    ) -> Completion:
        """As the server answers."""
        if server.name not in self._chats:
            self._chats[server.name] = HttpChat(server.where, lambda: server.key, server.timeout)
        chat = self._chats[server.name]
        chat.room = max(room, chat.room)
        return await chat.complete(request, schema, n)
