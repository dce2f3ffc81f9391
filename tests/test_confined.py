"""Work in a process of its own takes no more memory and time than it may, and only that work ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fabula.confined import Limits, confined
from fabula.errors import FabulaError, UsageError
from fabula.text.files import read

FEW = Limits(memory=600 << 20, seconds=60)


def hog(size: int) -> int:
    return len(bytearray(size))


def die(_: int) -> None:
    sys.exit(3)


def wait(_: int) -> None:
    while True:
        pass


def test_a_result_and_an_error_come_back(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("It was a dark night. " * 200, encoding="utf-8")
    assert confined(read, path, path.name, FEW) == read(path)
    with pytest.raises(UsageError, match="there is no file"):
        confined(read, tmp_path / "none.txt", "none.txt", FEW)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
def test_too_much_memory_is_an_error_of_one_line() -> None:
    with pytest.raises(FabulaError, match=r"bomb\.pdf takes more than 600 MB of memory to read"):
        confined(hog, 2 << 30, "bomb.pdf", FEW)


def test_a_process_that_dies_is_an_error() -> None:
    with pytest.raises(FabulaError, match="bomb"):
        confined(die, 0, "bomb.pdf", FEW)


def test_too_much_time_is_an_error() -> None:
    with pytest.raises(FabulaError, match="more than 1 seconds"):
        confined(wait, 0, "bomb.pdf", Limits(memory=600 << 20, seconds=1))
