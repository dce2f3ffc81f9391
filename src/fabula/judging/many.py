"""Judge many books at once. Books run side by side, and one bad book does not stop the rest."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import numbered_lines
from fabula.judging.evaluate import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.judging.request import EvaluateRequest
    from fabula.models.door import Door


OPEN_BOOKS = 64
"""How many books are judged at once: enough to keep a server busy, few enough for memory."""


class Source(BaseModel):
    """A book to judge, and facts that its file may lack: a line of a shelf's JSONL, or a file from the command
    line."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    path: Path
    title: str | None = None
    author: str | None = None
    language: str | None = None
    genres: tuple[str, ...] | None = None
    premise: str | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A book that could not be judged, and why."""

    book: str
    why: str


def sources(paths: Sequence[Path]) -> list[Source]:
    """The books behind the paths: book files, folders, and every line of a `.jsonl` shelf."""
    found: list[Source] = []
    for path in paths:
        found += _shelf(path) if path.suffix.lower() == ".jsonl" else [Source(path=path)]
    return found


def requests(shelf: Sequence[Source], request: EvaluateRequest) -> list[EvaluateRequest]:
    """The same request for every book. What the request says about a book overrides the shelf's line."""
    return [_about(source, request) for source in shelf]


def _about(source: Source, request: EvaluateRequest) -> EvaluateRequest:
    given = source.model_dump(exclude={"path"}, exclude_none=True)
    unsaid = {name: value for name, value in given.items() if not getattr(request, name)}
    return request.but(book=source.path, **unsaid)


async def evaluate_many(
    asked: Sequence[EvaluateRequest],
    door: Door | None,
    done: Callable[[int, Evaluation | Failed], None],
) -> None:
    """Judge every book.

    Report each one as soon as it is done, with its index, one at a time, while others are still running. What
    stops the door (a spent budget, a refused key) stops everything.
    """
    room, telling = asyncio.Semaphore(OPEN_BOOKS), asyncio.Lock()

    async def one(place: int, request: EvaluateRequest) -> None:
        async with room:
            try:
                result: Evaluation | Failed = (await run(request, door)).evaluation
            except FabulaError as error:
                if door is not None and door.stopped:
                    raise
                result = Failed(name_of(request), str(error))
            except Exception as error:
                if len(asked) == 1:
                    raise
                result = Failed(name_of(request), f"a fault of fabula: {type(error).__name__}: {error}")
            async with telling:
                await asyncio.to_thread(done, place, result)

    tasks = [asyncio.create_task(one(place, request)) for place, request in enumerate(asked)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def name_of(request: EvaluateRequest) -> str:
    """What the user calls the book or the plan: the file's name."""
    path = request.plan or request.book
    return path.name if isinstance(path, Path) else path.title if path else ""


def _shelf(path: Path) -> list[Source]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{path.name} cannot be read as a shelf: one JSON object a line, in UTF-8") from None
    found = []
    for number, line in numbered_lines(text):
        try:
            source = Source.model_validate(json.loads(line))
        except (json.JSONDecodeError, ValidationError) as error:
            raise UsageError(
                f'{path.name}, line {number}: a line of a shelf is an object with at least "path" ({_fault(error)})'
            ) from None
        beside = source.path if source.path.is_absolute() else path.parent / source.path
        found.append(source.model_copy(update={"path": beside}))
    if not found:
        raise UsageError(f'{path.name} names no book: one JSON object a line, each with at least "path"')
    return found


def _fault(error: json.JSONDecodeError | ValidationError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return str(error)
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the line'}: {first['msg']}"
