"""How fast a long run goes, and when it will be over: one line that updates, or a line now and then in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fabula.cli.terminal import stderr

_BETWEEN_LINES = 15.0


class Pace:
    """How far a long run has come. What an earlier run did counts as done, not as pace."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._done = 0
        self._before: int | None = None
        self._began = time.monotonic()

    def seen(self, done: int) -> None:
        """So many are done by now. The first call says how many an earlier run did."""
        self._done = done
        self._before = done if self._before is None else self._before

    def line(self) -> str:
        """How many are done, how fast it goes, and how long it will take."""
        now = self._done - (self._before or 0)
        return paced(self._done, self._total, self._what, now, time.monotonic() - self._began)


@contextmanager
def pacing(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show progress while the work calls this with how many are done."""
    from rich.status import Status

    console, pace = stderr(), Pace(total, what)
    told = time.monotonic()
    if console.is_terminal:
        with Status("", console=console) as status:

            def show(done: int) -> None:
                pace.seen(done)
                status.update(pace.line())

            yield show
        return

    def tell(done: int) -> None:
        nonlocal told
        pace.seen(done)
        if time.monotonic() - told >= _BETWEEN_LINES:
            told = time.monotonic()
            console.print(pace.line(), markup=False)

    yield tell


def paced(done: int, total: int, what: str, now: int, seconds: float) -> str:
    """The line: `now` of the `done` items took these seconds."""
    rate = now / seconds if seconds > 0 else 0.0
    if not rate:
        return f"{done:,} of {total:,} {what}"
    each = f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"
    return f"{done:,} of {total:,} {what} · {each} · {duration((total - done) / rate)} left"


def duration(seconds: float) -> str:
    """Seconds as people say them."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3_600:.1f} h"
