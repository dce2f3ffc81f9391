"""Judge many books at once. Books run side by side, and one bad book does not stop the rest."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.bad_files import BadFile
from fabula.errors import FabulaError, UsageError
from fabula.judging.evaluate import run
from fabula.workers.place import spread
from fabula.workers.unwaited import run_unwaited

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.sources import Asked
    from fabula.models.door import Door
    from fabula.notices import Notice


OPEN_BOOKS = 64
"""How many books are judged at once: enough to keep a server busy, few enough for memory."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A book that could not be judged, and why."""

    book: str
    why: str
    notice: Notice | None = None
    """The same, where it can be told in another language."""


def evaluate_without_model(asked: Sequence[Asked], done: Callable[[int, Evaluation | Failed], None]) -> None:
    """Judge every book without a model, on every core within `elsewhere`. Report them in their order."""
    work = partial(_judged_alone, only=len(asked) == 1)
    for place, result in enumerate(spread(work, asked, batch=1)):
        done(place, result)


def _judged_alone(book: Asked, *, only: bool) -> Evaluation | Failed:
    kept: list[Evaluation] = []

    async def judge() -> None:
        kept.append((await run(book.opened(), None)).evaluation)

    try:
        run_unwaited(judge())  # what it returned, asyncio would write out as text when it ends
        return kept[0]
    except Exception as error:
        if only and _ends_all(error):
            raise
        return _failed(book, error)


async def evaluate_many(
    asked: Sequence[Asked],
    door: Door,
    done: Callable[[int, Evaluation | Failed], None],
) -> None:
    """Judge every book by a model.

    Report each one as soon as it is done, with its index, one at a time, while others are still running. What
    stops the door (a spent budget, a refused key) stops everything.
    """
    room, telling = asyncio.Semaphore(OPEN_BOOKS), asyncio.Lock()

    async def one(place: int, book: Asked) -> None:
        async with room:
            try:
                request = await asyncio.to_thread(book.opened)
                result: Evaluation | Failed = (await run(request, door)).evaluation
            except Exception as error:
                is_stopped = door.stopped and isinstance(error, FabulaError)
                if is_stopped or (len(asked) == 1 and _ends_all(error)):
                    raise
                result = _failed(book, error)
            async with telling:
                await asyncio.to_thread(done, place, result)

    tasks = [asyncio.create_task(one(place, book)) for place, book in enumerate(asked)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _ends_all(error: Exception) -> bool:
    """Whether it is no verdict on the only book that was named: a file that is not there, or a fault of ours."""
    return isinstance(error, UsageError) or not isinstance(error, FabulaError)


def _failed(book: Asked, error: Exception) -> Failed:
    ours = isinstance(error, FabulaError)
    why = str(error) if ours else f"a fault of fabula: {type(error).__name__}: {error}"
    return Failed(name_of(book.request), why, error.notice if isinstance(error, BadFile) else None)


def name_of(request: EvaluateRequest) -> str:
    """What the user calls the book or the plan: the file's name."""
    path = request.plan or request.book
    return path.name if isinstance(path, Path) else path.title if path else ""
