"""Jobs on scores: agreement with people by the books that were scored, and places among novels by their number."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
from benchmarks_perf.growth.timing import Work, cpu

import fabula
from fabula.novelists.placement import placements
from fabula.novelists.reference import fit


def jobs(folder: Path) -> dict[str, Work]:
    """The jobs by name."""
    return {"agreement with intervals": _agreeing(folder), "places among human novels": _placing}


def _agreeing(folder: Path) -> Work:
    def work(size: int) -> float:
        dice = random.Random(size)
        scores, truth = folder / f"scores-{size}.jsonl", folder / f"truth-{size}.jsonl"
        worth = [dice.gauss(0, 1) for _ in range(size)]
        _write(scores, [each + dice.gauss(0, 1) for each in worth])
        _write(truth, [each + dice.gauss(0, 1) for each in worth])
        return cpu(lambda: fabula.agree(scores, truth))

    return work


def _write(path: Path, scores: list[float]) -> None:
    rows = (json.dumps({"id": str(number), "score": score}) for number, score in enumerate(scores))
    path.write_text("\n".join(rows), encoding="utf-8")


def _placing(size: int) -> float:
    rows = np.random.default_rng(size).normal(3.5, 0.5, (size, 8)).clip(1, 5)
    return cpu(lambda: placements(list(rows), fit(rows)))
