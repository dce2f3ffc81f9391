"""Trips to the server: within its limits, tried again where that helps, and none set out on once the run has stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fabula.models.bill import Bill
from fabula.models.chat import ChatModel, ChatRequest, Choice, Completion, JsonSchema
from fabula.models.limits import Limits, Outcome
from fabula.models.retry import Clock, Patience, Trouble, persist

Kept = Mapping[int, Choice]
"""What the ledger holds now, by replicate."""
Keep = Callable[[Completion, float], Awaitable[Kept]]
"""Puts an answer, and how long it took, into the ledger."""


class Trips:
    """Knows which tasks are on the wire: what they bring is paid for, and so waited for."""

    def __init__(
        self, model: ChatModel, limits: Limits, patience: Patience, clock: Clock, bill: Bill
    ) -> None:
        self.stopped: Exception | None = None
        """Why nothing is sent any more."""
        self.on_the_wire: set[asyncio.Task[Any] | None] = set()
        self._model = model
        self._limits = limits
        self._patience = patience
        self._clock = clock
        self._bill = bill

    def check(self) -> None:
        """Raise why the run has stopped, if it has."""
        if self.stopped:
            raise self.stopped

    async def go(
        self, request: ChatRequest, schema: JsonSchema | None, n: int, estimate: int, keep: Keep
    ) -> Kept:
        """One answer, brought home and kept; its place is free for the next only then."""

        async def attempt() -> Kept:
            self.check()
            place = await self._limits.enter(estimate)
            outcome: Outcome = "other"
            beyond = 0
            try:
                self.check()
                completion, seconds = await self._on_the_wire(request, schema, n)
                outcome = "answered"
                beyond = completion.usage.input_tokens + completion.usage.output_tokens - estimate
                return await keep(completion, seconds)
            except Trouble as trouble:
                self.on_the_wire.discard(asyncio.current_task())
                self.check()
                if trouble.overloaded:
                    outcome = "overloaded"
                    self._limits.close_for(trouble.retry_after or 0.0)
                raise
            finally:
                self._limits.leave(place, outcome, tokens_beyond=beyond)

        return await persist(attempt, self._patience, self._clock)

    async def _on_the_wire(
        self, request: ChatRequest, schema: JsonSchema | None, n: int
    ) -> tuple[Completion, float]:
        self.on_the_wire.add(asyncio.current_task())
        self._bill.sent()
        began = self._clock.now()
        try:
            return await self._model.complete(request, schema, n), self._clock.now() - began
        finally:
            self._bill.came_back()
