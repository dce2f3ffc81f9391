"""Run as a program by the tests of batches: stories of dependent questions, asked in waves, with a clock that does not wait."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from chained_run import book

from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.models.retry import Clock


def impatient() -> Clock:
    """A clock that jumps to the end of each wait."""
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        await asyncio.sleep(0.02)

    return Clock(lambda: now, sleep)


async def main(model: str, url: str, ledger: str, books: int, calls: int) -> None:
    settings = DoorSettings(base_url=url, ledger=Path(ledger), batch=True, clock=impatient())
    async with open_door(model, settings) as door:
        ends = await asyncio.gather(*(book(door, number, calls) for number in range(books)))
    print(*ends, f"waves {door.tally.batches[0].waves}", sep="\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
