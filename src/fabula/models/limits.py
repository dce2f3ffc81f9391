"""How fast requests may be sent: as many at once as the server copes with, and no more a minute than the user allows."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Literal

from fabula.models.retry import Clock
from fabula.models.shared_rate import SharedRate

Outcome = Literal["answered", "overloaded", "other"]


class Concurrency:
    """The limit on requests in flight. It grows while answers come and halves when the server is overloaded."""

    def __init__(self, most: int, first: int = 16) -> None:
        self.most = most
        self.limit = float(min(most, first))
        self.busy = 0
        self._steep = True
        self._entered = 0
        self._cut_at = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> int:
        """Wait for a free slot. Pass the number that comes back to `leave`."""
        if self.busy >= int(self.limit) or self._waiting:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self.busy -= 1
                    self._wake_next()
                raise
        else:
            self.busy += 1
        self._entered += 1
        return self._entered

    def leave(self, slot: int, outcome: Outcome) -> None:
        """Free the slot and report how the request went. Requests sent before the last cut do not cut again."""
        self.busy -= 1
        if outcome == "overloaded" and slot > self._cut_at:
            self.limit = max(1.0, self.limit / 2)
            self._steep = False
            self._cut_at = self._entered
        elif outcome == "answered":
            self.limit = min(float(self.most), self.limit + (1.0 if self._steep else 1.0 / self.limit))
        self._wake_next()

    def _wake_next(self) -> None:
        while self._waiting and self.busy < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.busy += 1
                place.set_result(None)


class Limits:
    """Concurrency, requests a minute and tokens a minute: every attempt passes them in this order."""

    def __init__(
        self, concurrency: Concurrency, requests: SharedRate | None, tokens: SharedRate | None, clock: Clock
    ) -> None:
        self.concurrency = concurrency
        self._requests = requests
        self._tokens = tokens
        self._clock = clock
        self._closed_until = clock.now()

    async def enter(self, tokens: int) -> int:
        slot = await self.concurrency.enter()
        try:
            while (wait := self._closed_until - self._clock.now()) > 0:
                await self._clock.sleep(wait)
            if self._requests:
                await self._requests.take(1)
            if self._tokens:
                await self._tokens.take(tokens)
        except BaseException:
            self.concurrency.leave(slot, "other")
            raise
        return slot

    def leave(self, slot: int, outcome: Outcome, *, tokens_beyond: int = 0) -> None:
        if self._tokens and tokens_beyond:
            self._tokens.correct(tokens_beyond)
        self.concurrency.leave(slot, outcome)

    def close_for(self, seconds: float) -> None:
        """The server asked for a pause: send nothing until it is over."""
        self._closed_until = max(self._closed_until, self._clock.now() + seconds)
