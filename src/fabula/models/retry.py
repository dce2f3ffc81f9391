"""One more try, or not: which failures are worth it, how long to wait, and when to give up."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from fabula.errors import FabulaError
from fabula.notices import Notice

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as the door knows it; tests bring their own, so that nobody waits."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Trouble(Exception):
    """A trip that brought no answer and may be worth another: 429, 5xx, a time-out, a cut connection, a garbled body."""

    def __init__(self, notice: Notice, *, retry_after: float | None = None, overloaded: bool = False) -> None:
        super().__init__(str(notice))
        self.notice = notice
        self.retry_after = retry_after
        """Seconds that the server asked for."""
        self.overloaded = overloaded
        """The server said that it has too much to do: fewer calls at once, please."""


class GaveUp(Exception):
    """Every try that was allowed came to nothing; the notice says how many there were and how the last one failed."""

    def __init__(self, last: Trouble, tries: int) -> None:
        code = "models.after-one-try" if tries == 1 else "models.after-tries"
        self.notice = Notice.of(code, last=last.notice, n=tries)
        super().__init__(str(self.notice))


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a call is tried before it counts as failed."""

    tries: int = 6
    deadline: float = 1200.0
    """Seconds from a call's first try to its last."""
    first_wait: float = 1.0
    longest_wait: float = 60.0
    longest_asked_wait: float = 300.0
    """A server that asks for a longer pause than this stops the run instead of holding it."""
    dice: random.Random = field(default_factory=random.Random)
    """Spreads the waits, so that calls that failed together do not return together."""


async def persist(attempt: Callable[[], Awaitable[T]], patience: Patience, clock: Clock) -> T:
    """The attempt's answer; Trouble is waited out and tried again, anything else passes through at once."""
    began = clock.now()
    for count in range(1, patience.tries + 1):
        try:
            return await attempt()
        except Trouble as trouble:
            wait = _wait(trouble, count, patience)
            if count == patience.tries or clock.now() + wait - began > patience.deadline:
                raise GaveUp(trouble, count) from None
        await clock.sleep(wait)
    raise AssertionError("a call is tried at least once")


def _wait(trouble: Trouble, count: int, patience: Patience) -> float:
    if trouble.retry_after is None:
        ceiling = min(patience.longest_wait, patience.first_wait * 2 ** (count - 1))
        return patience.dice.uniform(ceiling / 2, ceiling)
    if trouble.retry_after > patience.longest_asked_wait:
        raise FabulaError(
            f"{trouble}: the server asks to wait {trouble.retry_after:.0f} s, longer than the"
            f" {patience.longest_asked_wait:.0f} s that a run is held; run the same command later,"
            " every answer so far is kept"
        )
    return trouble.retry_after + patience.dice.uniform(0, min(1.0, trouble.retry_after / 10))
