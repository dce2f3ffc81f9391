"""SIGTERM stops a command as Ctrl-C does: what is on its way is waited for. A second signal stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_TERMINATED = 128 + signal.SIGTERM


@contextmanager
def terminated_like_ctrl_c() -> Iterator[None]:
    """Inside the block SIGTERM is handled as SIGINT. A command that it stopped leaves with exit code 143."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    terminated = False

    def stop(*_: Any) -> None:
        nonlocal terminated
        terminated = True
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except (SystemExit, KeyboardInterrupt) as leaving:
        if terminated and (isinstance(leaving, KeyboardInterrupt) or leaving.code):
            raise SystemExit(_TERMINATED) from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
