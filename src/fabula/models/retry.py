"""Which failures are worth another try, how long to wait, and when to give up."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from fabula.errors import FabulaError
from fabula.notices import Notice

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock that waits are measured by. Tests pass their own and do not wait."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class TemporaryFailure(Exception):
    """A request that got no answer and is worth another try: 429, 5xx, a time-out, a cut connection, a garbled body."""

    def __init__(self, notice: Notice, *, retry_after: float | None = None, overloaded: bool = False) -> None:
        super().__init__(str(notice))
        self.notice = notice
        self.retry_after = retry_after
        """Seconds to wait, as the server asked."""
        self.overloaded = overloaded
        """The server is overloaded: send fewer requests at once."""

    def __reduce__(self) -> tuple[object, ...]:
        """How it comes back from another process."""
        return partial(TemporaryFailure, retry_after=self.retry_after, overloaded=self.overloaded), (
            self.notice,
        )


def worker_lost() -> TemporaryFailure:
    """A worker of the cluster was killed with the call in flight."""
    return TemporaryFailure(Notice.of("models.worker-lost"))


class GaveUp(Exception):
    """Every allowed try failed; the notice gives the number of tries and the last failure."""

    def __init__(self, last: TemporaryFailure, tries: int) -> None:
        code = "models.after-one-try" if tries == 1 else "models.after-tries"
        self.notice = Notice.of(code, last=last.notice, n=tries)
        super().__init__(str(self.notice))


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and how long a call is tried before it counts as failed."""

    tries: int = 6
    deadline: float = 1200.0
    """Seconds from the first try to the last."""
    first_wait: float = 1.0
    first_wait_overloaded: float = 4.0
    """The first wait for a server that does too much and names no time: its limits are by the minute."""
    longest_wait: float = 60.0
    longest_retry_after: float = 300.0
    """A server that asks for a longer pause than this stops the run."""
    randomness: random.Random = field(default_factory=random.Random)
    """Varies the waits, so that requests that failed together are not retried together."""


async def retrying(attempt: Callable[[], Awaitable[T]], retry: RetryPolicy, clock: Clock) -> T:
    """The result of the attempt. A TemporaryFailure is retried after a wait; any other exception is raised at once."""
    began = clock.now()
    for count in range(1, retry.tries + 1):
        try:
            return await attempt()
        except TemporaryFailure as failure:
            wait = _wait(failure, count, retry)
            if count == retry.tries or clock.now() + wait - began > retry.deadline:
                raise GaveUp(failure, count) from None
        await clock.sleep(wait)
    raise AssertionError("a request is tried at least once")


def _lasting(seconds: float) -> str:
    return f"{seconds / 3600:.0f} hours" if seconds >= 5400 else f"{seconds:.0f} s"


def _wait(failure: TemporaryFailure, count: int, retry: RetryPolicy) -> float:
    if failure.retry_after is None:
        first = retry.first_wait_overloaded if failure.overloaded else retry.first_wait
        ceiling = min(retry.longest_wait, first * 2 ** (count - 1))
        return retry.randomness.uniform(ceiling / 2, ceiling)
    if failure.retry_after > retry.longest_retry_after:
        raise FabulaError(
            f"{failure}: the server asks to wait {_lasting(failure.retry_after)}, longer than the"
            f" {retry.longest_retry_after:.0f} s that a run is held; run the same command later,"
            " every answer so far is kept"
        )
    return failure.retry_after + retry.randomness.uniform(0, min(1.0, failure.retry_after / 10))
