"""Where the work of a run is done: what --engine says, for every question below it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from fabula.workers.actors import Worker
from fabula.workers.cluster import cluster, remotely, resource
from fabula.workers.engines import ALONE, BATCH, EngineName, Item, Result, engine


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
        with cluster() if name == "ray" else nullcontext():
            try:
                yield
            finally:
                for each in place.workers.values():
                    if not each.closed:
                        each.close()
    finally:
        _PLACE.reset(before)


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


def free_gpus() -> int:
    """How many of the cluster's GPUs no worker of this run has."""
    place = _PLACE.get()
    taken = sum(each.gpus for each in place.workers.values() if not each.closed) if place else 0
    return int(resource("GPU")) - taken


async def aside(work: Callable[..., Result], /, *about: Any) -> Result:
    """Work of a question that also asks a model: in a thread, or on the cluster within `elsewhere("ray")`."""
    if not on_a_cluster():
        return await asyncio.to_thread(work, *about)
    return await remotely(work, *about)


def spread(work: Callable[[Item], Result], items: Iterable[Item], batch: int = BATCH) -> Iterator[Result]:
    """The result for each item, in order: on the engine of `elsewhere`, or here outside of one."""
    name = _engine_now()
    return map(work, items) if name is None else engine(name, alone=ALONE, batch=batch).map(work, items)
