"""The door to models compared with the bare client: 150 books of 60 dependent calls, 64 in flight, in the same run."""

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
ROUNDS = 2
LATENCY = 0.05
SERVER = Path(__file__).parents[1] / "tests" / "loopback.py"
PASSAGE = "The tide came in over the causeway, and nobody on the island spoke of it. " * 20


def run() -> None:
    """Print the wall time and peak memory of both, each in its own process, with the same server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SERVER), "--latency", str(LATENCY), "--text", "And so it went on."]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            bare: list[tuple[float, float, float]] = []
            door: list[tuple[float, float, float]] = []
            for turn in range(ROUNDS):
                place = Path(folder) / str(turn)
                bare.append(_measured("bare", url, place))
                door.append(_measured("door", url, place))
            again, *_ = _measured("door", url, place)
        finally:
            server.kill()
    (plain, plain_cpu, plain_mb), (ours, ours_cpu, ours_mb) = min(bare), min(door)
    print(
        f"door: {BOOKS} books x {CALLS} dependent calls, {IN_FLIGHT} in flight, {LATENCY * 1000:g} ms; best of {ROUNDS}"
    )
    print(f"  bare AsyncOpenAI  {plain:6.1f} s  {plain_cpu:6.1f} s of CPU  {plain_mb:4.0f} MB")
    print(f"  through the door  {ours:6.1f} s  {ours_cpu:6.1f} s of CPU  {ours_mb:4.0f} MB")
    print(
        f"  door / bare       {ours / plain:6.2f}    {ours_cpu / plain_cpu:6.2f}   (aim: 1.5 in wall time, 200 MB)"
    )
    print(f"  from the ledger   {again:6.1f} s  {BOOKS * CALLS / again:,.0f} answers a second")


def _measured(how: str, url: str, folder: Path) -> tuple[float, float, float]:
    command = [sys.executable, "-m", "benchmarks_perf.door", how, url, str(folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    seconds, cpu, megabytes = map(float, said.stdout.split())
    return seconds, cpu, megabytes


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
    from fabula.models.chat import ChatMessage, ChatRequest, Choice
    from fabula.models.door_settings import DoorSettings
    from fabula.models.opening import open_door

    settings = DoorSettings(base_url=url, ledger=Path(folder) / "ledger.sqlite", concurrency=IN_FLIGHT)
    async with open_door("custom/m", settings) as door:

        async def tell(text: str) -> str:
            answer = await door.ask_text(ChatRequest("summary", (ChatMessage("user", text),)))
            assert isinstance(answer, Choice)
            return answer.text

        await _books(tell)


if __name__ == "__main__":
    import openai  # noqa: F401 - both ways pay for it, neither within the time

    import fabula.models.client
    import fabula.models.door  # noqa: F401

    way, address, place = sys.argv[1:]
    began, worked = time.perf_counter(), time.process_time()
    asyncio.run(_bare(address) if way == "bare" else _door(address, place))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(time.perf_counter() - began, time.process_time() - worked, peak)
