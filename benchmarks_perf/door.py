"""The door to models against the bare client: 150 books of 60 dependent calls, 64 in flight, in the same run."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

BOOKS, CALLS, IN_FLIGHT = 150, 60, 64
LATENCY = 0.05
SERVER = Path(__file__).parents[1] / "tests" / "loopback.py"
PASSAGE = "The tide came in over the causeway, and nobody on the island spoke of it. " * 20


def run() -> None:
    """Print the wall time and peak memory of both, each in a process of its own, against one server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SERVER), "--latency", str(LATENCY), "--text", "And so it went on."]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            bare, bare_mb = _measured("bare", url, folder)
            door, door_mb = _measured("door", url, folder)
            again, _ = _measured("door", url, folder)
        finally:
            server.kill()
    print(
        f"door: {BOOKS} books x {CALLS} dependent calls, {IN_FLIGHT} in flight, server latency {LATENCY * 1000:g} ms"
    )
    print(f"  bare AsyncOpenAI  {bare:6.1f} s  {bare_mb:4.0f} MB")
    print(
        f"  through the door  {door:6.1f} s  {door_mb:4.0f} MB   {door / bare:.2f} times the bare client (aim: 1.5, 200 MB)"
    )
    print(f"  all from ledger   {again:6.1f} s  {BOOKS * CALLS / again:,.0f} answers a second")


def _measured(how: str, url: str, folder: str) -> tuple[float, float]:
    command = [sys.executable, "-m", "benchmarks_perf.door", how, url, folder]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    seconds, megabytes = said.stdout.split()
    return float(seconds), float(megabytes)


async def _books(tell: Callable[[str], Awaitable[str]]) -> None:
    async def book(number: int) -> None:
        last = ""
        for place in range(CALLS):
            last = await tell(f"{PASSAGE}\nBook {number}, chapter {place}, after: {last}")

    await asyncio.gather(*(book(number) for number in range(BOOKS)))


async def _bare(url: str) -> None:
    import openai

    places = asyncio.Semaphore(IN_FLIGHT)
    async with openai.AsyncOpenAI(api_key="none", base_url=url, max_retries=0) as client:

        async def tell(text: str) -> str:
            async with places:
                answer = await client.chat.completions.create(
                    model="m", messages=[{"role": "user", "content": text}], temperature=0, max_tokens=4096
                )
            return answer.choices[0].message.content or ""

        await _books(tell)


async def _door(url: str, folder: str) -> None:
    from fabula.models.chat import Choice, Message, Request
    from fabula.models.door import DoorSettings, open_door

    settings = DoorSettings(base_url=url, ledger=Path(folder) / "ledger.sqlite", concurrency=IN_FLIGHT)
    async with open_door("custom/m", settings) as door:

        async def tell(text: str) -> str:
            answer = await door.tell(Request("summary", (Message("user", text),)))
            assert isinstance(answer, Choice)
            return answer.text

        await _books(tell)


if __name__ == "__main__":
    way, address, place = sys.argv[1:]
    began = time.perf_counter()
    asyncio.run(_bare(address) if way == "bare" else _door(address, place))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(time.perf_counter() - began, peak)
