"""Work without calls, run to its end or to Ctrl-C: nobody waits for a thread whose result is not wanted any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Made = TypeVar("Made")


class _Unwaited(ThreadPoolExecutor):
    """What came of its threads is known when the work ends, or Ctrl-C has made it useless."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - its signature
        super().shutdown(wait=False, cancel_futures=True)


def run_unwaited(work: Coroutine[Any, Any, Made]) -> Made:
    """`asyncio.run`, but Ctrl-C is not held up by the threads of a long book."""
    with asyncio.Runner() as runner:
        runner.get_loop().set_default_executor(_Unwaited())
        return runner.run(work)
