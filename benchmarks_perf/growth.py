"""How cost grows with size: CPU seconds of the main jobs at rising sizes, and the exponent of growth.

An exponent of 1 is proportional growth. Every job is done in this process, so that the seconds are its own, however
busy the machine is.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from benchmarks_perf.door import LATENCY, SERVER
from benchmarks_perf.measure import SAMPLE, of_length
from benchmarks_perf.shelf import make

from fabula.judging.embedded_shelf import judge_shelf
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import sources
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.measured import measure
from fabula.shelf.clean import duplicates
from fabula.text.files import read
from fabula.text.guard.finding import find_instructions
from fabula.workers import engine

WORDS = (10_000, 100_000, 1_000_000, 3_000_000)
BOOKS = (10, 100, 1_000)
CALLS = (1_000, 3_000, 10_000)
MOST = 1.15
"""No job may grow faster."""


def run() -> None:
    """Print every job at every size with its exponent, and fail if one grows too fast."""
    worst = 0.0
    print("growth: CPU seconds by size, and the exponent that fits them")
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name, sizes, work in (
            ("words: read a plain text", WORDS, _reading(here)),
            ("words: measure", WORDS, _measuring),
            ("words: guard", WORDS, _guarding),
            ("books: judge a shelf without a model", BOOKS, _judging(here)),
            ("books: find copies", BOOKS, _comparing(here)),
            ("calls: through the door into a ledger", CALLS, _asking(here)),
            ("calls: answered from the ledger", CALLS, _asking(here, again=True)),
        ):
            work(sizes[0] // 2)  # what is done once is paid here
            spent = [work(size) for size in sizes]
            grown = exponent(sizes, spent)
            worst = max(worst, grown)
            figures = "  ".join(
                f"{size:,}: {seconds:.2f} s" for size, seconds in zip(sizes, spent, strict=True)
            )
            print(f"  {name:<40} {figures}   exponent {grown:.2f}", flush=True)
    if worst > MOST:
        raise SystemExit(f"growth: an exponent of {worst:.2f} is above {MOST}")


def exponent(sizes: Sequence[int], spent: Sequence[float]) -> float:
    """The slope that fits cost against size, both as logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(spent), 1)[0])


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _reading(folder: Path) -> Callable[[int], float]:
    def work(size: int) -> float:
        book = of_length(read(SAMPLE), size)
        path = folder / f"{size}.txt"
        chapters = (f"Chapter {each.number}\n\n{each.text}" for each in book.chapters)
        path.write_text("\n\n\n".join(chapters), encoding="utf-8")
        return cpu(lambda: read(path))

    return work


def _measuring(size: int) -> float:
    book = of_length(read(SAMPLE), size)
    return cpu(lambda: measure(book))


def _guarding(size: int) -> float:
    book = of_length(read(SAMPLE), size)
    return cpu(lambda: find_instructions(book))


def _judging(folder: Path) -> Callable[[int], float]:
    def work(size: int) -> float:
        shelf = folder / f"judged-{size}"
        shelf.mkdir()
        for number in range(size):
            _write_short(shelf / f"{number}.txt", number)
        asked = sources(sorted(shelf.iterdir())).asked(EvaluateRequest(method="embedded"))
        return cpu(lambda: judge_shelf(asked, engine(workers=1), folder / f"{size}.jsonl"))

    return work


def _write_short(path: Path, seed: int) -> None:
    """A made story of about 600 words."""
    dice = random.Random(seed)
    words = [
        "harbour",
        "lantern",
        "winter",
        "letter",
        "captain",
        "garden",
        "silver",
        "quiet",
        "road",
        "bridge",
    ]
    lines = [f"“The {dice.choice(words)} is {dice.choice(words)},” said Ann." for _ in range(90)]
    chapters = (f"Chapter {n}\n\n" + "\n\n".join(lines[n * 30 - 30 : n * 30]) for n in (1, 2, 3))
    path.write_text("\n\n".join(chapters), encoding="utf-8")


def _comparing(folder: Path) -> Callable[[int], float]:
    def work(size: int) -> float:
        make(folder / f"shelf-{size}", size)
        out = folder / f"out-{size}"
        root = str(folder / f"shelf-{size}")
        return cpu(lambda: duplicates(root, out, engine(workers=1), lambda _what, _count: None))

    return work


def _asking(folder: Path, *, again: bool = False) -> Callable[[int], float]:
    """Each with a server and a ledger of its own. `again` is what the same questions cost once they are answered."""

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
