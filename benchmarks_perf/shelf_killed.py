"""A made shelf on several processes or a Ray cluster, killed twice and begun again: are the results those of one process?

python -m benchmarks_perf.shelf_killed --books 5000                     evaluate without a model
python -m benchmarks_perf.shelf_killed --books 300 --with-a-model       bench longstoryeval, judged by a scripted server
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

WORDS = 2_000
"""In each book."""
_KILLED_AFTER = (1 / 3, 2 / 3)
"""Which share of the work is done when a run is killed."""
_SCENES = (
    "{a} came down to the {place} before {time}, and the {thing} was gone.",
    "“You took the {thing},” said {b}. “I saw you at the {place}.”",
    "“I was at the {place} until {time},” {a} answered, and looked at the {thing}.",
    "It rained. Nobody at the {place} remembered when the {thing} had last been whole.",
    "{b} laughed, but {a} did not; by {time} they had both forgotten why.",
    "They carried the {thing} through the {place}, and {b} counted the steps aloud.",
)
_PLACES = ("harbour", "mill", "garden", "station", "chapel", "market", "tower", "ferry")
_THINGS = ("lantern", "letter", "boat", "clock", "key", "ledger", "violin", "map")
_TIMES = ("dawn", "noon", "dusk", "midnight", "the thaw", "the harvest")


def run() -> None:
    """What `make bench` shows: a small shelf on processes of this machine."""
    print(evaluated(60, "pool"))


def evaluated(books: int, engine: str) -> str:
    """`evaluate` without a model, killed twice, against one process that nobody killed."""
    with tempfile.TemporaryDirectory() as folder, _cluster(engine) as address:
        shelf = Path(folder) / "shelf"
        make_shelf(shelf, books)
        alone, killed = Path(folder) / "alone.jsonl", Path(folder) / "killed.jsonl"
        words = ("evaluate", shelf, "--workers")
        whole, lone_seconds = _timed((*words, 1, "--results", alone), {})
        command = (*words, 2, "--engine", engine, "--results", killed)
        began = time.perf_counter()
        for share in _KILLED_AFTER:
            _killed(command, address, lambda share=share: _lines(killed) >= share * books)
        done, _ = _timed(command, address)
        seconds = time.perf_counter() - began
        same = alone.read_bytes() == killed.read_bytes()
        if whole.returncode or done.returncode or not same or _lines(alone) != books:
            raise SystemExit(f"shelf-killed: the rows differ from those of one process\n{done.stderr}")
    return (
        f"{books:,} books of {WORDS:,} words, --engine {engine}, 2 workers, killed twice and resumed: the rows of one process, "
        f"byte for byte; {seconds:.0f} s (one process without a kill: {lone_seconds:.0f} s)"
    )


def compared(books: int, engine: str) -> str:
    """`bench longstoryeval` with a scripted server, killed by SIGKILL and by SIGTERM, against a run that nobody stopped."""
    from judging.critics import critic
    from loopback import Loopback

    with tempfile.TemporaryDirectory() as folder, _cluster(engine) as address, Loopback(critic) as server:
        place = Path(folder)
        make_release(place / "release", books)
        words = ("bench", "longstoryeval", "--data", place / "release", "--model", "custom/critic", "--base-url", server.url,
                 "--runs", 1, "--resamples", 100, "--json")  # fmt: skip
        whole, _ = _timed((*words, "--ledger", place / "whole.sqlite"), {})
        calls = server.count
        command = (*words, "--ledger", place / "killed.sqlite", "--engine", engine)
        limits = [(1 + share) * calls for share in _KILLED_AFTER]
        _killed(command, address, lambda: server.count >= limits[0])
        _killed(command, address, lambda: server.count >= limits[1], signal.SIGTERM)
        in_flight = _twice(server, calls)
        done, _ = _timed(command, address)
        if whole.returncode or done.returncode or _figures(whole) != _figures(done):
            raise SystemExit(f"shelf-killed: the table differs from that of one process\n{done.stderr}")
        twice = _twice(server, calls)
        again, _ = _timed(command, address)
        if server.count != 2 * calls + twice or _figures(again) != _figures(done):
            raise SystemExit("shelf-killed: a finished run was paid for again")
    return (
        f"{books:,} books, {calls:,} calls, --engine {engine}, stopped twice and resumed: the same table; asked twice at the server, "
        f"after SIGKILL (calls in flight): {in_flight}; after SIGTERM: {twice - in_flight}"
    )


def make_shelf(folder: Path, books: int) -> None:
    """Short novels about different people, as plain text."""
    folder.mkdir()
    for number in range(books):
        chapters = (f"Chapter {one}\n\n{text}" for one, text in enumerate(_chapters(number), 1))
        (folder / f"{number:05}.txt").write_text("\n\n".join(chapters), encoding="utf-8")


def make_release(folder: Path, books: int) -> None:
    """The same in the shape of LongStoryEval's release."""
    (folder / "books_json").mkdir(parents=True)
    dice = random.Random(0)
    info = {
        f"b{number}": {
            "title": f"Book {number}", "author": "A. Writer", "genres": ["Fantasy"], "score": f"{dice.uniform(3, 4.8):.2f}",
            "rating_distribution": ["10 (50%)", "5 (25%)", "3 (15%)", "1 (5%)", "1 (5%)"], "premise": "Somebody comes home.",
            "book_len": f"{WORDS} words",
        }
        for number in range(books)
    }  # fmt: skip
    (folder / "all_book_info.json").write_text(json.dumps(info), encoding="utf-8")
    for number in range(books):
        text = {"chaps": [{"title": "", "content": [each]} for each in _chapters(number)]}
        (folder / "books_json" / f"b{number}.json").write_text(json.dumps(text), encoding="utf-8")


def _chapters(number: int) -> list[str]:
    dice = random.Random(number)
    a, b = ("".join(dice.choices("aeioulmnrst", k=dice.randint(4, 8))).title() for _ in range(2))
    lines, count = [], 0
    while count < WORDS:
        line = dice.choice(_SCENES).format(
            a=a, b=b, place=dice.choice(_PLACES), thing=dice.choice(_THINGS), time=dice.choice(_TIMES)
        )
        lines.append(line)
        count += len(line.split())
    step = len(lines) // 5 + 1
    return ["\n\n".join(lines[at : at + step]) for at in range(0, len(lines), step)]


@contextlib.contextmanager
def _cluster(engine: str) -> Iterator[dict[str, str]]:
    """A local Ray cluster of two workers that outlives the runs, as a cluster does. Its address, for their environment."""
    if engine != "ray":
        yield {}
        return
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        yield {"RAY_ADDRESS": cluster.address}
    finally:
        cluster.shutdown()


def _command(words: Sequence[object], more: dict[str, str]) -> dict[str, Any]:
    return {"args": [sys.executable, "-m", "fabula", *map(str, words)], "env": {**os.environ, **more}}


def _timed(words: Sequence[object], more: dict[str, str]) -> tuple[subprocess.CompletedProcess[str], float]:
    began = time.perf_counter()
    done = subprocess.run(**_command(words, more), capture_output=True, text=True, check=False)
    return done, time.perf_counter() - began


def _killed(words: Sequence[object], more: dict[str, str], reached: Any, sign: int = signal.SIGKILL) -> None:
    """Begin the run, and kill it with all its processes when it has come so far."""
    running = subprocess.Popen(
        **_command(words, more), start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not reached():
        if running.poll() is not None:
            raise SystemExit("shelf-killed: the run ended before it was to be killed")
        time.sleep(0.005)
    os.killpg(running.pid, sign)
    running.wait()


def _twice(server: Any, before: int) -> int:
    """How many of the questions after the first run were asked more than once."""
    asked = Counter(json.dumps(each.body, sort_keys=True) for each in server.requests[before:])
    return sum(asked.values()) - len(asked)


def _figures(done: subprocess.CompletedProcess[str]) -> Any:
    found = json.loads(done.stdout)
    return found["signature"], found["table"], found["n"]


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--books", type=int, default=60)
    parser.add_argument("--engine", choices=("pool", "ray"), default="ray")
    parser.add_argument("--with-a-model", action="store_true")
    asked = parser.parse_args()
    print((compared if asked.with_a_model else evaluated)(asked.books, asked.engine))


if __name__ == "__main__":
    _main()
