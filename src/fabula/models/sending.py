"""Sends requests within the limits of a server, retries what can help, and sends nothing once the run has stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fabula.models.bill import Bill
from fabula.models.chat import ChatModel, ChatRequest, Choice, Completion, JsonSchema
from fabula.models.limits import Limits, Outcome
from fabula.models.retry import Clock, RetryPolicy, TemporaryFailure, retrying

Saved = Mapping[int, Choice]
"""What the ledger holds now, by replicate."""
Keep = Callable[[Completion, float], Awaitable[Saved]]
"""Puts an answer, and how long it took, into the ledger."""


class Sender:
    """Sends one request at a time for each task, and knows which tasks have a request on its way: its answer will be billed."""

    def __init__(
        self, model: ChatModel, limits: Limits, retry: RetryPolicy, clock: Clock, bill: Bill
    ) -> None:
        self.stopped: Exception | None = None
        """Why nothing is sent any more."""
        self.in_flight_tasks: set[asyncio.Task[Any] | None] = set()
        self._model = model
        self._limits = limits
        self._retry = retry
        self._clock = clock
        self._bill = bill

    def check(self) -> None:
        """Raise why the run has stopped, if it has."""
        if self.stopped:
            raise self.stopped

    async def send(
        self, request: ChatRequest, schema: JsonSchema | None, n: int, estimate: int, keep: Keep
    ) -> Saved:
        """The saved answers to one request. Its slot is free for the next request only once they are in the ledger."""

        async def attempt() -> Saved:
            self.check()
            slot = await self._limits.enter(estimate)
            outcome: Outcome = "other"
            beyond = 0
            try:
                self.check()
                completion, seconds = await self._request(request, schema, n)
                outcome = "answered"
                beyond = completion.usage.input_tokens + completion.usage.output_tokens - estimate
                return await keep(completion, seconds)
            except TemporaryFailure as trouble:
                self.in_flight_tasks.discard(asyncio.current_task())
                self.check()
                if trouble.overloaded:
                    outcome = "overloaded"
                    self._limits.close_for(trouble.retry_after or 0.0)
                raise
            finally:
                self._limits.leave(slot, outcome, tokens_beyond=beyond)

        return await retrying(attempt, self._retry, self._clock)

    async def _request(
        self, request: ChatRequest, schema: JsonSchema | None, n: int
    ) -> tuple[Completion, float]:
        self.in_flight_tasks.add(asyncio.current_task())
        self._bill.sent()
        began = self._clock.now()
        try:
            return await self._model.complete(request, schema, n), self._clock.now() - began
        finally:
            self._bill.came_back()
