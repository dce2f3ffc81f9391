"""Runs one function on a stranger's file in a process of its own, with a limit on memory and one on time.

A file of 10 KB can be made to take 5 GB when it is unpacked. In a process of its own it takes at most what it may, and
whoever asked gets an error in place of the result. Linux holds the process to both limits. macOS and Windows hold it
to the time only: macOS has no limit on memory that works, and Windows has none that a process can set for itself.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from fabula.errors import FabulaError
from fabula.warm import bound_child

Item = TypeVar("Item")
Result = TypeVar("Result")
_MEGABYTE = 1 << 20
_LEAST = 4 << 30
_SHARE = 0.75
_GRACE = 5
"""Seconds after which a process ends of itself if nobody is left to end it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may take."""

    memory: int
    """Bytes."""
    seconds: int


FOR_A_BOOK = Limits(memory=2 << 30, seconds=180)
"""Enough for a text of 100 MB. A file of 64 MB is the largest that the studio takes."""


def hold(memory: int | None = None, seconds: int | None = None) -> None:
    """Hold this process to so much memory from now on, or else to most of what the machine has, and to so many seconds of
    work. What takes more memory is a MemoryError here, and not the end of other processes. Does nothing where the
    system has no such limits."""
    try:
        resource: Any = importlib.import_module("resource")
        most = memory or max(_LEAST, int(_SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")))
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    except (ImportError, AttributeError, ValueError, OSError):
        return


def confined(work: Callable[[Item], Result], item: Item, about: str, limits: Limits = FOR_A_BOOK) -> Result:
    """The result of `work` on the item, from a process of its own. `about` names the item if it goes beyond a limit."""
    with _process(work, item, limits) as process:
        if not process.poll(limits.seconds):
            raise FabulaError(
                f"{about} takes more than {limits.seconds} seconds to read: it is no book, or damaged"
            )
        try:
            outcome = process.recv()
        except EOFError:
            outcome = MemoryError()
    if isinstance(outcome, MemoryError):
        raise FabulaError(
            f"{about} takes more than {limits.memory // _MEGABYTE:,} MB of memory to read: save its text in another format"
        )
    if isinstance(outcome, BaseException):
        raise outcome
    result: Result = outcome
    return result


@contextmanager
def _process(work: Callable[[Item], Result], item: Item, limits: Limits) -> Iterator[Connection]:
    """The channel from a process that does the work: a child of the warm process, or a new Python where there is none.
    It is killed at the end of the block."""
    warm = bound_child(_work, work, item, limits)
    if warm is not None:
        with warm:
            yield warm
        return
    import multiprocessing

    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_work, args=(theirs, work, item, limits), daemon=True)
    process.start()
    theirs.close()
    try:
        with ours:
            yield ours
    finally:
        process.kill()
        process.join()


def _work(out: Connection, work: Callable[[Any], Any], item: Any, limits: Limits) -> None:
    hold(limits.memory, limits.seconds + _GRACE)
    try:
        outcome = work(item)
    except Exception as error:  # noqa: BLE001 - whoever asked raises it
        outcome = error
    out.send(outcome)
