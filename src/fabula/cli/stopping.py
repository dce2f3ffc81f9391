"""SIGTERM stops a command as Ctrl-C does: what is on its way is waited for. A second signal stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from fabula.platforms import held_back

_TERMINATED = 128 + signal.SIGTERM


@contextmanager
def terminated_like_ctrl_c() -> Iterator[None]:
    """Inside the block SIGTERM is handled as SIGINT. A command that it stopped leaves with exit code 143."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    terminated = False

    def stop(_: int, frame: FrameType | None) -> None:
        nonlocal terminated
        terminated = True
        as_usual = signal.getsignal(signal.SIGINT)
        if callable(as_usual):
            as_usual(signal.SIGINT, frame)

    with _a_handler_for_ctrl_c():
        before = signal.signal(signal.SIGTERM, stop)
        try:
            yield
        except (SystemExit, KeyboardInterrupt) as leaving:
            if terminated and (isinstance(leaving, KeyboardInterrupt) or leaving.code):
                raise SystemExit(_TERMINATED) from None
            raise
        finally:
            signal.signal(signal.SIGTERM, before)


@contextmanager
def _a_handler_for_ctrl_c() -> Iterator[None]:
    """A shell lets what it starts in the background ignore SIGINT, and Python then has no handler for it.

    Inside the block there is one, for SIGTERM; SIGINT itself is held back, so that Ctrl-C still stops only what is in front.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    with held_back(signal.SIGINT):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
