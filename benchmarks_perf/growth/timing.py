"""What every job of this benchmark is: given a size, it says how many CPU seconds it took."""

from __future__ import annotations

import time
from collections.abc import Callable

Work = Callable[[int], float]


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    before = time.process_time()
    work()
    return time.process_time() - before
