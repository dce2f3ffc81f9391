"""300 books on several processes and on Ray, killed and begun again, give the rows of one process."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fabula.judging.embedded_shelf import judge_shelf
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import sources
from fabula.workers import engine

pytestmark = pytest.mark.extras

BOOKS = 300
UNREADABLE = 3
KILLED_AT = (40, 150)
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
