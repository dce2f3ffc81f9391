"""How cost grows with size: CPU seconds of every job at rising sizes, the exponent of growth, and a picture of both.

An exponent of 1 is proportional growth. Every job is done in this process, so that the seconds are its own, however
busy the machine is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from benchmarks_perf.growth import books, calls, scores, words
from benchmarks_perf.growth.picture import Grown, drawn

WORDS = (10_000, 100_000, 1_000_000, 3_000_000)
BOOKS = (10, 100, 1_000, 10_000)
CALLS = (1_000, 10_000, 100_000)
SCORES = (100, 1_000, 10_000)
MOST = 1.15
"""No job may grow faster."""
PICTURE = Path("build/growth.svg")


def run() -> None:
    """Print every job at every size with its exponent, draw them, and fail if one grows too fast."""
    print("growth: CPU seconds by size, and the exponent that fits them")
    found: list[Grown] = []
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for unit, sizes, jobs in (
            ("words", WORDS, words.jobs(here)),
            ("books", BOOKS, books.jobs(here)),
            ("calls", CALLS, calls.jobs(here)),
            ("scores", SCORES, scores.jobs(here)),
        ):
            for name, work in jobs.items():
                work(2 * sizes[0])  # what is done once is paid here
                spent = tuple(work(size) for size in sizes)
                found.append(Grown(unit, name, sizes, spent, exponent(sizes, spent)))
                print(found[-1].line, flush=True)
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn(found), encoding="utf-8")
    print(f"  drawn in {PICTURE}")
    worst = max(found, key=lambda each: each.exponent)
    if worst.exponent > MOST:
        raise SystemExit(f"growth: {worst.name} has an exponent of {worst.exponent:.2f}, above {MOST}")


def exponent(sizes: Sequence[int], spent: Sequence[float]) -> float:
    """The slope that fits cost against size, both as logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(spent), 1)[0])
