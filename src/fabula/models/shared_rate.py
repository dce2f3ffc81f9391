"""An amount a minute that all processes on one ledger share, on one machine or on several.

The ledger has the moment from which the next request may go. Whoever takes from the rate moves it on, in one transaction. A
process takes no more than it sends within a second, so what a killed one had taken holds the others up for no longer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from fabula.models.ledger.databases import Connection
from fabula.models.ledger.kept import KeptLedger
from fabula.models.retry import Clock

_AT_ONCE = 1.0
"""Seconds' worth that a process takes from the ledger in one go."""
_LATE = 1.01
"""Requests set off a little late. So they are a little further apart, and no minute has more of them than it may."""
_FARTHEST = 3_600.0
"""Seconds that anybody waits at most: a moment farther away was written by a clock that was wrong."""
_Place = tuple[float, asyncio.Future[None]]


class SharedRate:
    """So much a minute under this name, spread evenly."""

    def __init__(self, ledger: KeptLedger, name: str, a_minute: float, clock: Clock) -> None:
        self._ledger = ledger
        self._name = name
        self._each = 60.0 * _LATE / a_minute
        self._clock = clock
        self._line: deque[_Place] = deque()
        self._pacing: asyncio.Task[None] | None = None

    async def take(self, amount: float) -> None:
        """Wait until this amount may be used."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append((amount, place))
        if self._pacing is None or self._pacing.done():
            self._pacing = asyncio.create_task(self._pace())
        await place

    def correct(self, amount: float) -> None:
        """Correct an estimate: the amount used was this much larger (or smaller)."""
        self._ledger.execute(
            "UPDATE rates SET due = due + ? WHERE name = ?", (amount * self._each, self._name)
        )

    async def _pace(self) -> None:
        """Let those who wait go, one after the other, until nobody waits."""
        while block := self._block():
            try:
                await self._let_go(block)
            except Exception as error:  # noqa: BLE001 - a ledger that fails is told to all who wait for it
                for _, place in (*block, *self._line):
                    if not place.done():
                        place.set_exception(error)
                self._line.clear()

    async def _let_go(self, block: Sequence[_Place]) -> None:
        amount = sum(each for each, _ in block)
        wait = await self._ledger.do(lambda connection: self._taken(connection, amount))
        at = self._clock.now() + wait
        for each, place in block:
            if (wait := at - self._clock.now()) > 0:
                await self._clock.sleep(wait)
            if not place.done():
                place.set_result(None)
            at += each * self._each

    def _block(self) -> list[_Place]:
        """Who may go in the next second, and the first in any case. Who was cancelled takes nothing."""
        block: list[_Place] = []
        worth = 0.0
        while self._line and (not block or worth + self._line[0][0] * self._each <= _AT_ONCE):
            amount, place = self._line.popleft()
            if not place.done():
                block.append((amount, place))
                worth += amount * self._each
        return block

    def _taken(self, connection: Connection, amount: float) -> float:
        """Take the amount. Seconds until its turn come back."""
        now = self._ledger.now(connection)
        row = connection.execute("SELECT due FROM rates WHERE name = ?", (self._name,)).fetchone()
        due = max(now, min(row[0], now + _FARTHEST)) if row else now
        connection.execute(
            "INSERT INTO rates (name, due) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET due = excluded.due",
            (self._name, due + amount * self._each),
        )
        return float(due - now)
