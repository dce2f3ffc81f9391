"""A full disk is told as one, whatever was being written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fabula.cli.machine import condition_of_the_machine

resource = pytest.importorskip("resource", reason="this system has no bounds on files")
NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.txt"
FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [["--help"], ["outline", str(NOVELLA), "--json"]])
def test_an_output_that_takes_no_more_is_named_as_what_it_is(words: list[str]) -> None:
    with FULL.open("w") as full:
        ended = subprocess.run([sys.executable, "-m", "fabula", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[0].startswith("fabula: no space left on device;")


def test_work_that_finds_no_room_for_its_notes_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "book.txt").write_bytes(NOVELLA.read_bytes())
    # Without -B, Python itself would leave what it compiles cut short, for every later test.
    ended = subprocess.run(
        [sys.executable, "-B", "-m", "fabula", "corpus", "clean", str(tmp_path / "shelf"), "--out", str(tmp_path / "out")],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)),
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("fabula: a file of saved work: ")


def test_other_errors_stay_faults_of_fabula() -> None:
    assert condition_of_the_machine(FileNotFoundError(2, "No such file or directory", "x")) is None
    assert condition_of_the_machine(ValueError("wrong")) is None
    assert condition_of_the_machine(MemoryError()) is not None
