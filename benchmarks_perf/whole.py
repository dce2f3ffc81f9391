"""A long novel judged without a model, from the start of the process to its report, on one core.

The peer is VADER alone over the same sentences, in the same run: the least that a report with a curve of moods must do.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks_perf.growth.timing import cpu
from benchmarks_perf.growth.words import of_words, plain
from benchmarks_perf.measure import HERE, vader_alone

from fabula.text.files import read

WORDS = 600_000
AIM = 12.0
"""Seconds of one core."""
TIMES = 3
_NOVELS = HERE / ".." / "shared" / "data" / "pdnc"


def run() -> None:
    """Print the CPU seconds of the whole command beside the aim, and its ratio to the peer."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.txt"
        path.write_text(_text(), encoding="utf-8")
        book = read(path)
        seconds = min(_evaluated(path, Path(folder) / "report") for _ in range(TIMES))
        peer = cpu(lambda: vader_alone(book))
    print(
        f"whole: {book.words:,} words, `fabula evaluate` without a model, start to report, one core, best of {TIMES}"
    )
    print(f"  VADER alone {peer:5.1f} s   everything {seconds:5.1f} s   {seconds / peer:.1f} times the peer")
    print(f"  {WORDS:,} words would take {seconds * WORDS / book.words:.1f} s; the aim is {AIM:.0f} s")


def _text() -> str:
    """Novels under one cover, or the made book where there are none."""
    kept, size = [], 0
    for path in sorted(_NOVELS.glob("*/novel_text.txt")):
        text = path.read_text(encoding="utf-8")
        kept.append(text)
        size += len(text.split())
        if size >= WORDS:
            return "\n\n".join(kept)
    return plain(of_words(WORDS))


def _evaluated(path: Path, out: Path) -> float:
    """CPU seconds of the command, with what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "fabula", "evaluate", str(path), "--out", str(out)],
        check=True,
        capture_output=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
