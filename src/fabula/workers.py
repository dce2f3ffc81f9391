"""A small `map` for many books, on the cores of this machine or on a Ray cluster.

Results come in the order of the items. Each worker has only a few batches at a time, so neither all items nor all results
are in memory at once. The work is a plain function of one item.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from fabula.errors import FabulaError
from fabula.extras import extra
from fabula.memory import collect_seldom
from fabula.platforms import held_back

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")
EngineName = Literal["pool", "ray"]

_BATCH = 8
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
    name: EngineName = "pool", workers: int | None = None, alone: float = ALONE, batch: int = _BATCH
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
        with _cluster() as ray:
            task = ray.remote(_all)
            shared = ray.put(work)
            cores = max(1, int(_resource("CPU")))
            with _in_our_words():
                yield from _in_order(
                    lambda batch: task.remote(shared, batch),
                    ray.get,
                    items,
                    cores * _BATCHES_A_WORKER,
                    self.batch,
                )


@contextmanager
def _cluster() -> Iterator[Any]:
    with extra("ray", "--engine ray"):
        import ray

    started = not ray.is_initialized()
    if started:
        terminated = signal.getsignal(signal.SIGTERM)
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise FabulaError(_no_cluster(str(error))) from None
        if threading.current_thread() is threading.main_thread():
            # Ray's own handler leaves at once, and calls in flight would be paid for again.
            signal.signal(signal.SIGTERM, terminated)
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def _no_cluster(why: str) -> str:
    """Ray says in many words that it did not begin, or that the cluster does not let us in."""
    address = os.environ.get("RAY_ADDRESS")
    if address is None:
        return f"--engine ray: Ray did not begin on this machine: {why}"
    if "ray[client]" in why:
        return f"--engine ray: RAY_ADDRESS={address} needs Ray's client: pip install 'ray[client]'"
    return (
        f"--engine ray: the cluster at RAY_ADDRESS={address} does not answer ({why.splitlines()[0]}); if it asks for a token, also"
        " set RAY_AUTH_MODE=token"
    )


@contextmanager
def _in_our_words() -> Iterator[None]:
    """What went wrong on a worker is raised here, as it was there where it is our own."""
    import ray

    try:
        yield
    except ray.exceptions.RayTaskError as error:
        ours = type(error.cause).__module__.startswith("fabula.")
        raise (error.cause if ours else error) from None
    except ray.exceptions.RayActorError:
        raise WorkerGone("a worker of the cluster was killed or lost") from None


class WorkerGone(FabulaError):
    """A worker was killed, or its machine was lost. Another begins in its place."""


class Worker:
    """An object in a process of its own on the cluster. It is made there again if its process is killed."""

    def __init__(
        self, make: Callable[[], object], *, gpus: int = 0, at_once: int = 1, on_this_machine: bool = False
    ) -> None:
        self._make = make
        self.gpus = gpus
        """How many it has to itself."""
        self.closed = False
        self._at_once = at_once
        """Calls side by side; several only of coroutines."""
        self._on_this_machine = on_this_machine
        self._actor: Any = None

    async def ask(self, method: str, *about: Any) -> Any:
        """What the method says, without blocking this thread."""
        with _in_our_words():
            return await self._called(method, about)

    def wait(self, method: str, *about: Any) -> Any:
        """What the method says."""
        import ray

        with _in_our_words():
            return ray.get(self._called(method, about))

    def close(self) -> None:
        """End the process."""
        import ray

        if self._actor is not None:
            ray.kill(self._actor)
        self.closed = True

    def _called(self, method: str, about: tuple[Any, ...]) -> Any:
        if self._actor is None:
            self._actor = self._begun()
        return self._actor.call.remote(method, *about)

    def _begun(self) -> Any:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        held = ray.remote(_Held if self._at_once == 1 else _HeldBySeveral)
        how = held.options(
            num_cpus=0,
            num_gpus=self.gpus,
            max_restarts=-1,
            max_concurrency=self._at_once,
            scheduling_strategy=here if self._on_this_machine else "SPREAD",
        )
        return how.remote(self._make)


class _Held:
    def __init__(self, make: Callable[[], object]) -> None:
        self._object = make()

    def call(self, method: str, *about: Any) -> Any:
        return getattr(self._object, method)(*about)


class _HeldBySeveral(_Held):
    async def call(self, method: str, *about: Any) -> Any:
        return await super().call(method, *about)


def on_a_cluster() -> bool:
    """Whether work goes to a cluster: within `elsewhere("ray")`."""
    return _engine_now() == "ray"


def worker(
    name: str, make: Callable[[], object], *, gpus: int = 0, at_once: int = 1, on_this_machine: bool = False
) -> Worker:
    """The worker of this name within `elsewhere`: several models of a run share those that ask servers."""
    place = _PLACE.get()
    assert place is not None
    if name not in place.workers or place.workers[name].closed:
        place.workers[name] = Worker(make, gpus=gpus, at_once=at_once, on_this_machine=on_this_machine)
    return place.workers[name]


def machines() -> int:
    """How many the cluster has."""
    import ray

    return sum(node["Alive"] for node in ray.nodes())


def free_gpus() -> int:
    """How many of the cluster's GPUs no worker of this run has."""
    place = _PLACE.get()
    taken = sum(each.gpus for each in place.workers.values() if not each.closed) if place else 0
    return int(_resource("GPU")) - taken


def _resource(named: str) -> float:
    import ray

    return float(ray.cluster_resources().get(named, 0))


async def aside(work: Callable[..., Result], /, *about: Any) -> Result:
    """Work of a question that also asks a model: in a thread, or on the cluster within `elsewhere("ray")`."""
    if not on_a_cluster():
        return await asyncio.to_thread(work, *about)
    import ray

    with _in_our_words():
        found: Result = await ray.remote(work).remote(*about)
    return found


def spread(work: Callable[[Item], Result], items: Iterable[Item], batch: int = _BATCH) -> Iterator[Result]:
    """The result for each item, in order: on the engine of `elsewhere`, or here outside of one."""
    name = _engine_now()
    return map(work, items) if name is None else engine(name, alone=ALONE, batch=batch).map(work, items)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the work of a run is done."""

    engine: EngineName
    workers: dict[str, Worker] = field(default_factory=dict)


_PLACE: ContextVar[_Place | None] = ContextVar("_PLACE", default=None)


def _engine_now() -> EngineName | None:
    place = _PLACE.get()
    return place.engine if place else None


@contextmanager
def elsewhere(name: EngineName) -> Iterator[None]:
    """Where `aside` and `spread` do their work, and where calls leave from: what --engine says."""
    place = _Place(name)
    before = _PLACE.set(place)
    try:
        with _cluster() if name == "ray" else nullcontext():
            try:
                yield
            finally:
                for each in place.workers.values():
                    if not each.closed:
                        each.close()
    finally:
        _PLACE.reset(before)


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
