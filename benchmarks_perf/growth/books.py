"""Jobs on a shelf, by its books."""

from __future__ import annotations

import random
from pathlib import Path

from benchmarks_perf.growth.timing import Work, cpu
from benchmarks_perf.shelf import make

from fabula.judging.embedded_shelf import judge_shelf
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import sources
from fabula.shelf.clean import duplicates
from fabula.workers.engines import engine

_WORDS = ("harbour", "lantern", "winter", "letter", "captain", "garden", "silver", "quiet", "road", "bridge")


def jobs(folder: Path) -> dict[str, Work]:
    """The jobs by name."""
    return {"judge a shelf without a model": _judging(folder), "find copies": _finding_copies(folder)}


def _judging(folder: Path) -> Work:
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
    lines = [f"“The {dice.choice(_WORDS)} is {dice.choice(_WORDS)},” said Ann." for _ in range(90)]
    chapters = (f"Chapter {n}\n\n" + "\n\n".join(lines[n * 30 - 30 : n * 30]) for n in (1, 2, 3))
    path.write_text("\n\n".join(chapters), encoding="utf-8")


def _finding_copies(folder: Path) -> Work:
    def work(size: int) -> float:
        make(folder / f"shelf-{size}", size)
        out, root = folder / f"out-{size}", str(folder / f"shelf-{size}")
        return cpu(lambda: duplicates(root, out, engine(workers=1), lambda _what, _count: None))

    return work
