"""An object in a process of its own on the cluster, such as a model on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fabula.workers.cluster import in_our_words


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
        with in_our_words():
            return await self._called(method, about)

    def wait(self, method: str, *about: Any) -> Any:
        """What the method says."""
        import ray

        with in_our_words():
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
