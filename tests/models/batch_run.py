"""Run as a program by the tests of batches: stories of dependent questions, asked in waves, with a clock that does not wait."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from chained_run import book

from fabula.models.door import DoorSettings, open_door
from fabula.models.retry import Clock


async def main(model: str, url: str, ledger: str, books: int, calls: int) -> None:
    clock = Clock(time.monotonic, lambda seconds: asyncio.sleep(min(seconds, 0.05)))
    settings = DoorSettings(base_url=url, ledger=Path(ledger), batch=True, clock=clock)
    async with open_door(model, settings) as door:
        ends = await asyncio.gather(*(book(door, number, calls) for number in range(books)))
        assert door.tally.batches is not None
    print(*ends, f"waves {door.tally.batches.waves}", sep="\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
