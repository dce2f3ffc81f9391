"""A small `map` for many books, on the cores of this machine or on a Ray cluster.

Results come in the order of the items. Each worker has only a few batches at a time, so neither all items nor all results
are in memory at once. The work is a plain function of one item.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from fabula.errors import FabulaError
from fabula.memory import collect_seldom
from fabula.platforms import held_back
from fabula.workers.cluster import cluster, in_our_words, resource

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")
EngineName = Literal["pool", "ray"]

BATCH = 8
"""Items sent to a worker at once, or fewer where there are few. A book takes milliseconds, and each message costs nearly one."""
_BATCHES_A_WORKER = 3
ALONE = 1.0
"""Seconds before processes are started: to start one takes as long."""


def cores() -> int:
    """The cores this process may use: libraries often count those of the whole machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Engine(Protocol):
    """Runs the work and returns results in the order of the items."""

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The result for each item, in order."""


def engine(
    name: EngineName = "pool", workers: int | None = None, alone: float = ALONE, batch: int = BATCH
) -> Engine:
    """The engine with this name, which sends at most `batch` items to a worker at once.

    The pool has `workers` processes, or one per core, after `alone` seconds. A pool of one runs in this process.
    """
    if name == "ray":
        return _Ray(batch)
    workers = workers or cores()
    return _Pool(workers, alone, batch) if workers > 1 else _Here()


class _Here:
    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        return map(work, items)


class _Pool:
    """Processes on this machine, started clean (no forked threads or open handles) where the work takes long enough."""

    def __init__(self, workers: int, alone: float, batch: int) -> None:
        self.workers = workers
        self.alone = alone
        self.batch = batch

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        stream, began = iter(items), time.monotonic()
        for item in stream:
            if time.monotonic() - began > self.alone:
                yield from self._side_by_side(work, chain([item], stream))
            else:
                yield work(item)

    def _side_by_side(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), collect_seldom)
        finished = False

        def submitted(batch: list[Item]) -> Future[list[Result]]:
            with held_back(signal.SIGINT):  # a process started now never sees Ctrl-C: this one ends it
                return pool.submit(_all, work, batch)

        try:
            yield from _in_order(
                submitted,
                lambda under_way: under_way.result(),
                items,
                self.workers * _BATCHES_A_WORKER,
                self.batch,
            )
            finished = True
        except BrokenProcessPool:
            raise FabulaError(
                "a worker process was killed, perhaps for memory: use fewer --workers; run the same command again to continue"
            ) from None
        finally:
            if not finished:
                for process in tuple((pool._processes or {}).values()):  # nobody will take what they are at
                    process.terminate()
            pool.shutdown(cancel_futures=True)


class _Ray:
    """Tasks on the cluster in RAY_ADDRESS, or on a temporary one on this machine."""

    def __init__(self, batch: int) -> None:
        self.batch = batch

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        with cluster() as ray:
            task = ray.remote(_all)
            shared = ray.put(work)
            cores = max(1, int(resource("CPU")))
            with in_our_words():
                yield from _in_order(
                    lambda batch: task.remote(shared, batch),
                    ray.get,
                    items,
                    cores * _BATCHES_A_WORKER,
                    self.batch,
                )


def _in_order(
    submit: Callable[[list[Any]], Any],
    result: Callable[[Any], list[Any]],
    items: Iterable[Any],
    bound: int,
    most: int,
) -> Iterator[Any]:
    """Hand out batches of `most` items or fewer and collect results in order, with at most `bound` in progress."""
    under_way: deque[Any] = deque()
    stream = iter(items)
    first = list(islice(stream, bound * most))
    size = max(1, len(first) // bound)
    stream = chain(first, stream)
    while batch := list(islice(stream, size)):
        under_way.append(submit(batch))
        if len(under_way) >= bound:
            yield from result(under_way.popleft())
    while under_way:
        yield from result(under_way.popleft())


def _all(work: Callable[[Any], Any], batch: list[Any]) -> list[Any]:
    return [work(item) for item in batch]
