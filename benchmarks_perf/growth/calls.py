"""Calls to a model through the door, by their number. Each size has a server and a ledger of its own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from benchmarks_perf.door import LATENCY, SERVER
from benchmarks_perf.growth.timing import Work, cpu

from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door


def jobs(folder: Path) -> dict[str, Work]:
    """The jobs by name."""
    return {
        "through the door into a ledger": _asking(folder),
        "answered from the ledger": _asking(folder, again=True),
    }


def _asking(folder: Path, *, again: bool = False) -> Work:
    """`again` is what the same questions cost once they are answered."""

    def work(size: int) -> float:
        command = [sys.executable, str(SERVER), "--latency", str(LATENCY), "--text", "And so it went on."]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            settings = DoorSettings(base_url=url, ledger=folder / f"calls-{size}-{again}.sqlite")
            if again:
                asyncio.run(_ask(size, settings))
            return cpu(lambda: asyncio.run(_ask(size, settings)))
        finally:
            server.kill()

    return work


async def _ask(count: int, settings: DoorSettings) -> None:
    async with open_door("custom/m", settings) as door:
        await asyncio.gather(
            *(
                door.ask_text(ChatRequest("growth", (ChatMessage("user", f"Chapter {number}"),)))
                for number in range(count)
            )
        )
