"""How fast a long run goes, and when it will be over: one line that updates, or a line now and then in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fabula.cli.terminal import stderr

_BETWEEN_LINES = 15.0


@contextmanager
def pacing(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show progress while the work calls this with how many are done. What an earlier run did counts as done, not as pace."""
    from rich.status import Status

    console, began = stderr(), time.monotonic()
    before: int | None = None
    told = began

    def line(done: int) -> str:
        nonlocal before
        before = done - 1 if before is None else before
        return paced(done, total, what, done - before, time.monotonic() - began)

    if console.is_terminal:
        with Status("", console=console) as status:
            yield lambda done: status.update(line(done))
        return

    def tell(done: int) -> None:
        nonlocal told
        written = line(done)
        if time.monotonic() - told >= _BETWEEN_LINES:
            told = time.monotonic()
            console.print(written, markup=False)

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
