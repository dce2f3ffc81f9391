"""How soon a job of the studio begins and a file is read, forked from the warm process, compared with a new Python in the
same run."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from fabula.confined import confined
from fabula.studio.books import at_once
from fabula.studio.home import Home, keep, open_home
from fabula.studio.jobs import JobQueue
from fabula.studio.tasks.form import from_form
from fabula.studio.tasks.outline import Form
from fabula.studio.warming import loading
from fabula.text.files import read
from fabula.warm import begin, bound_child

TIMES = 5


def run() -> None:
    """Print milliseconds from the click to the job at work and to its end, and of one file read."""
    with tempfile.TemporaryDirectory() as folder:
        home = open_home(Path(folder))
        cold = asyncio.run(_jobs(home, "cold")), _reading(home)
        begin(loading())
        while not _loaded():
            time.sleep(0.1)
        warm = asyncio.run(_jobs(home, "warm")), _reading(home)
    print(f"warm: a short book outlined in the studio; median of {TIMES}, in milliseconds")
    for what, new, forked in (
        ("from the click until the job is at work", cold[0][0], warm[0][0]),
        ("from the click until it is done", cold[0][1], warm[0][1]),
        ("a file read in a process of its own", cold[1], warm[1]),
    ):
        print(f"  {what:<41} new Python {1000 * new:6.0f}   forked {1000 * forked:6.0f}   {new / forked:5.1f} times as fast")  # fmt: skip


async def _jobs(home: Home, word: str) -> tuple[float, float]:
    jobs, times = JobQueue(home, {}), []
    for number in range(TIMES):
        told = f"Chapter 1\n\n{f'It was a {word} night, the {number}th, and Mara went home. ' * 200}"
        book = await keep(home, "books", f"{word}-{number}.txt", at_once(told.encode()))
        clicked = time.perf_counter()
        job = jobs.started("outline", from_form(Form, {"book": book.id}), book.name)
        while jobs.job(job.id).status == "queued":
            await asyncio.sleep(0.002)
        begun = time.perf_counter() - clicked
        while jobs.job(job.id).status != "done":
            await asyncio.sleep(0.002)
        times.append((begun, time.perf_counter() - clicked))
    await jobs.close()
    return median(one for one, _ in times), median(two for _, two in times)


def _reading(home: Home) -> float:
    times = []
    path = next((home.root / "books").glob("*/file/*"))
    for _ in range(TIMES):
        asked = time.perf_counter()
        confined(read, path, path.name)
        times.append(time.perf_counter() - asked)
    return median(times)


def _loaded() -> bool:
    """The warm process freezes what it has loaded when nothing is left to load."""
    channel = bound_child(_frozen)
    if channel is None:
        raise SystemExit("warm: this system does not fork safely, so every job starts a new Python")
    with channel:
        return bool(channel.recv())


def _frozen(channel: Connection) -> None:
    channel.send(gc.get_freeze_count())
