"""SIGTERM stops a command as Ctrl-C does: what is on its way is waited for. A second signal stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from fabula.platforms import held_back

TERMINATED = 128 + signal.SIGTERM


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

    with _a_handler_for_ctrl_c(), _handled_by(_at_once):
        before = signal.signal(signal.SIGTERM, stop)
        try:
            yield
        except (SystemExit, KeyboardInterrupt) as leaving:
            if terminated and (isinstance(leaving, KeyboardInterrupt) or leaving.code):
                raise SystemExit(TERMINATED) from None
            raise
        finally:
            signal.signal(signal.SIGTERM, before)


@contextmanager
def calls_are_waited_for() -> Iterator[None]:
    """Inside the block the first Ctrl-C cancels what asyncio runs, which waits for its calls; the second stops at once.

    Elsewhere the first one stops at once: asyncio would swallow it where work without calls never looks up.
    """
    with _handled_by(signal.default_int_handler):
        yield


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], Any]) -> Iterator[None]:
    """Ctrl-C is handled so inside the block, unless it is ignored, held back or handled by somebody else."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before not in (
        signal.default_int_handler,
        _at_once,
    ):
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _at_once(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


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
