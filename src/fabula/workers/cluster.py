"""A Ray cluster: the one in RAY_ADDRESS, or a temporary one on this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from fabula.errors import FabulaError
from fabula.extras import extra

Result = TypeVar("Result")


class WorkerGone(FabulaError):
    """A worker was killed, or its machine was lost. Another begins in its place."""


@contextmanager
def cluster() -> Iterator[Any]:
    """Ray, joined to the cluster inside the block unless this process already was."""
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
def in_our_words() -> Iterator[None]:
    """What went wrong on a worker is raised here, as it was there where it is our own."""
    import ray

    try:
        yield
    except ray.exceptions.RayTaskError as error:
        ours = type(error.cause).__module__.startswith("fabula.")
        raise (error.cause if ours else error) from None
    except ray.exceptions.RayActorError:
        raise WorkerGone("a worker of the cluster was killed or lost") from None


async def remotely(work: Callable[..., Result], /, *about: Any) -> Result:
    """What the work gives, done on the cluster."""
    import ray

    with in_our_words():
        found: Result = await ray.remote(work).remote(*about)
    return found


def machines() -> int:
    """How many the cluster has."""
    import ray

    return sum(node["Alive"] for node in ray.nodes())


def resource(named: str) -> float:
    """How much of it the whole cluster has, such as "CPU"."""
    import ray

    return float(ray.cluster_resources().get(named, 0))
