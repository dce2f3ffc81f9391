"""A shelf on several processes and on Ray, killed and begun again, gives what one process gives."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fabula.judging.embedded_shelf import judge_shelf
from fabula.judging.evaluation import Evaluation
from fabula.judging.many import Failed, evaluate_many
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import Asked, sources
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.workers.engines import engine
from fabula.workers.place import elsewhere
from judging.critics import critic, short_book
from loopback import Loopback

pytestmark = pytest.mark.extras
sys.path.append(str(Path(__file__).parents[2]))

BOOKS = 60
UNREADABLE = 3
KILLED_AT = (10, 30)
"""How many rows there are when the run is killed."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small made books about different people, and three files that are no books."""
    folder = tmp_path_factory.mktemp("shelf")
    for number in range(BOOKS):
        dice = random.Random(number)
        name = "".join(dice.choices("aeioulmnrst", k=7)).title()
        said = [f"“We go at {dice.choice(['dawn', 'noon', 'dusk'])},” said {name}." for _ in range(30)]
        chapters = [f"Chapter {one}\n\n" + "\n\n".join(said[one * 6 : one * 6 + 6]) for one in range(1, 5)]
        (folder / f"{number:03}.txt").write_text("\n\n".join(chapters), encoding="utf-8")
    for number in range(UNREADABLE):
        (folder / f"no-book-{number}.txt").write_text("", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def by_one_process(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    results = tmp_path_factory.mktemp("one") / "rows.jsonl"
    asked = sources([shelf]).asked(EvaluateRequest(method="embedded"))
    assert judge_shelf(asked, engine(workers=1), results) == UNREADABLE
    return rows(results)


def rows(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.mark.parametrize("named", ["pool", "ray"])
@pytest.mark.long
def test_killed_twice_and_resumed(named: str, shelf: Path, by_one_process: list[str], tmp_path: Path) -> None:
    if named == "ray":
        pytest.importorskip("ray", reason="ray is not installed: make test-extras")
    results = tmp_path / "rows.jsonl"
    words = ["evaluate", str(shelf), "--results", str(results), "--engine", named, "--workers", "2"]
    command = [sys.executable, "-m", "fabula", *words]
    for count in KILLED_AT:
        running = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        while len(rows(results)) < count:
            assert running.poll() is None
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert len(rows(results)) < len(by_one_process)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert f"{BOOKS + UNREADABLE} books, {UNREADABLE} of them not judged" in done.stdout.replace("\n", " ")
    assert rows(results) == by_one_process
    unread = [row for line in by_one_process if (row := json.loads(line))["why"]]
    assert [Path(row["path"]).name for row in unread] == [f"no-book-{n}.txt" for n in range(UNREADABLE)]


def test_with_a_model_the_books_are_read_on_ray_and_no_call_is_paid_twice(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed: make test-extras")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    books = [replace(short_book(), title=f"The Lamp {number}") for number in range(6)]
    asked = [Asked(book.title, EvaluateRequest(book=book, method="summary", runs=1)) for book in books]

    async def judged(named: str, ledger: str, server: Loopback) -> dict[int, Evaluation | Failed]:
        done: dict[int, Evaluation | Failed] = {}
        settings = DoorSettings(base_url=server.url, ledger=tmp_path / ledger)
        with elsewhere(named):  # type: ignore[arg-type]
            async with open_door("custom/critic", settings) as door:
                await evaluate_many(asked, door, done.__setitem__)
        return done

    try:
        with Loopback(critic) as server:
            here = asyncio.run(judged("pool", "here.sqlite", server))
            paid = server.answered
            there = asyncio.run(judged("ray", "there.sqlite", server))
            assert server.answered == 2 * paid
            again = asyncio.run(judged("ray", "there.sqlite", server))
            assert server.answered == 2 * paid
    finally:
        ray.shutdown()
    assert paid >= len(books) and figures(here) == figures(there) == figures(again)


@pytest.mark.long
def test_a_benchmark_on_ray_is_killed_and_goes_on_without_paying_again() -> None:
    """The small version of `python -m benchmarks_perf.shelf_killed --with-a-model`."""
    pytest.importorskip("ray", reason="ray is not installed: make test-extras")
    from benchmarks_perf.shelf_killed import compared

    assert "the same table" in (told := compared(12, "ray")) and told.endswith("after SIGTERM: 0")


def figures(done: dict[int, Evaluation | Failed]) -> list[object]:
    return [
        (one.signature, one.overall, one.measured) if isinstance(one, Evaluation) else one.why
        for _, one in sorted(done.items())
    ]
