"""The ways in: a door to one model, or doors to several, closed however the run ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from fabula.models.budget import BudgetSpent
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.runs import Status
from fabula.models.making import make_door
from fabula.models.several import Doors


@asynccontextmanager
async def open_door(model: str, settings: DoorSettings) -> AsyncIterator[Door]:
    """A door to a model, with its ledger and its record of the run. Closing it waits for requests in flight."""
    if settings.reading_model not in (None, model):
        if settings.main is None:
            settings = replace(settings, main=(model,))
        async with open_doors(settings, (model, str(settings.reading_model))) as doors:
            door = doors.to(model)
            door.tally = doors.tally
            yield door
        return
    door = make_door(model, settings)
    async with closed_at_the_end(door.close):
        await door.probe()
        yield door


@asynccontextmanager
async def open_doors(settings: DoorSettings, models: Sequence[str] = ()) -> AsyncIterator[Doors]:
    """What opens doors to several models. --max-cost and --max-calls hold for all of them together.

    Each of `models` is probed first: a judge's refused key must not be found after the writer was paid.
    """
    doors = Doors(settings)
    async with closed_at_the_end(doors.close):
        if not settings.rehearsal:
            await asyncio.gather(*(doors.to(model).probe() for model in models))
        yield doors


@asynccontextmanager
async def closed_at_the_end(close: Callable[[Status], Awaitable[None]]) -> AsyncIterator[None]:
    """Call `close` with how the block ended: done, stopped by a budget or by the user, or failed."""
    try:
        yield
    except BaseException as error:
        stopped = isinstance(error, BudgetSpent | asyncio.CancelledError | KeyboardInterrupt)
        await close("stopped" if stopped else "failed")
        raise
    else:
        await close("done")
