"""Judge many books at once. Books run side by side, and one bad book does not stop the rest."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.errors import FabulaError
from fabula.judging.evaluate import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.sources import Asked
    from fabula.models.door import Door


OPEN_BOOKS = 64
"""How many books are judged at once: enough to keep a server busy, few enough for memory."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A book that could not be judged, and why."""

    book: str
    why: str


async def evaluate_many(
    asked: Sequence[Asked],
    door: Door | None,
    done: Callable[[int, Evaluation | Failed], None],
) -> None:
    """Judge every book.

    Report each one as soon as it is done, with its index, one at a time, while others are still running. What
    stops the door (a spent budget, a refused key) stops everything.
    """
    room, telling = asyncio.Semaphore(OPEN_BOOKS), asyncio.Lock()

    async def one(place: int, book: Asked) -> None:
        async with room:
            try:
                request = await asyncio.to_thread(book.opened)
                result: Evaluation | Failed = (await run(request, door)).evaluation
            except FabulaError as error:
                if door is not None and door.stopped:
                    raise
                result = Failed(name_of(book.request), str(error))
            except Exception as error:
                if len(asked) == 1:
                    raise
                result = Failed(name_of(book.request), f"a fault of fabula: {type(error).__name__}: {error}")
            async with telling:
                await asyncio.to_thread(done, place, result)

    tasks = [asyncio.create_task(one(place, book)) for place, book in enumerate(asked)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def name_of(request: EvaluateRequest) -> str:
    """What the user calls the book or the plan: the file's name."""
    path = request.plan or request.book
    return path.name if isinstance(path, Path) else path.title if path else ""
