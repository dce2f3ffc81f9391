"""How fast a server may be asked: as many calls at once as it bears, and no more a minute than the user allows."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Literal

from fabula.models.retry import Clock

Outcome = Literal["answered", "overloaded", "other"]


class Concurrency:
    """Calls in flight: grows while answers come, halves when the server says that it is too much."""

    def __init__(self, most: int, first: int = 16) -> None:
        self.most = most
        self.limit = float(min(most, first))
        self.busy = 0
        self._steep = True
        self._entered = 0
        self._cut_at = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> int:
        """A place in flight, as soon as there is one; the number is handed back to `leave`."""
        if self.busy >= int(self.limit) or self._waiting:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self.busy -= 1
                    self._call_in()
                raise
        else:
            self.busy += 1
        self._entered += 1
        return self._entered

    def leave(self, place: int, outcome: Outcome) -> None:
        """Give the place back and say how it went. Calls sent before the last cut do not cut again."""
        self.busy -= 1
        if outcome == "overloaded" and place > self._cut_at:
            self.limit = max(1.0, self.limit / 2)
            self._steep = False
            self._cut_at = self._entered
        elif outcome == "answered":
            self.limit = min(float(self.most), self.limit + (1.0 if self._steep else 1.0 / self.limit))
        self._call_in()

    def _call_in(self) -> None:
        while self._waiting and self.busy < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.busy += 1
                place.set_result(None)


class Pace:
    """So much a minute, spread evenly with a few seconds' worth at once."""

    _BURST = 5.0

    def __init__(self, a_minute: float, clock: Clock) -> None:
        self._each = 60.0 / a_minute
        self._clock = clock
        self._due = clock.now() - self._BURST

    async def take(self, amount: float) -> None:
        """Wait until this much more may go."""
        now = self._clock.now()
        self._due = max(self._due, now - self._BURST)
        wait = self._due - now
        self._due += amount * self._each
        if wait > 0:
            await self._clock.sleep(wait)

    def correct(self, amount: float) -> None:
        """What was taken turned out to be this much more (or less) than was thought."""
        self._due += amount * self._each


class Limits:
    """Concurrency, requests a minute and tokens a minute, passed in this order by every attempt."""

    def __init__(
        self, concurrency: Concurrency, requests: Pace | None, tokens: Pace | None, clock: Clock
    ) -> None:
        self.concurrency = concurrency
        self._requests = requests
        self._tokens = tokens
        self._clock = clock
        self._closed_until = clock.now()

    async def enter(self, tokens: int) -> int:
        place = await self.concurrency.enter()
        try:
            while (wait := self._closed_until - self._clock.now()) > 0:
                await self._clock.sleep(wait)
            if self._requests:
                await self._requests.take(1)
            if self._tokens:
                await self._tokens.take(tokens)
        except BaseException:
            self.concurrency.leave(place, "other")
            raise
        return place

    def leave(self, place: int, outcome: Outcome, *, tokens_beyond: int = 0) -> None:
        if self._tokens and tokens_beyond:
            self._tokens.correct(tokens_beyond)
        self.concurrency.leave(place, outcome)

    def close_for(self, seconds: float) -> None:
        """The server asked for a pause: nobody goes before it is over."""
        self._closed_until = max(self._closed_until, self._clock.now() + seconds)
