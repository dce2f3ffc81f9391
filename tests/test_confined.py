"""Work in a process of its own takes no more memory and time than it may, and only that work ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from commands import FORKED
from fabula.confined import Limits, confined
from fabula.errors import FabulaError, UsageError
from fabula.text.files import read
from fabula.warm import begin

ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux holds a process to its memory, and forks safely"
)
FEW = Limits(memory=600 << 20, seconds=60)


def hog(size: int) -> int:
    return len(bytearray(size))


def die(_: int) -> None:
    sys.exit(3)


def wait(_: int) -> None:
    while True:
        pass


@pytest.fixture(scope="module")
def warm() -> Iterator[Executor]:
    """A process that has forked a warm one: this one cannot, it has threads."""
    with ProcessPoolExecutor(1, FORKED, begin, (iter(()),)) as pool:
        yield pool


@pytest.fixture(params=["new", pytest.param("warm", marks=ON_LINUX)])
def apart(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`confined` in a new Python, and as a child of a warm process."""
    if request.param == "new":
        return confined
    pool = request.getfixturevalue("warm")
    return lambda *about: pool.submit(confined, *about).result()


def test_a_result_and_an_error_come_back(apart: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("It was a dark night. " * 200, encoding="utf-8")
    assert apart(read, path, path.name, FEW) == read(path)
    with pytest.raises(UsageError, match="there is no file"):
        apart(read, tmp_path / "none.txt", "none.txt", FEW)


@ON_LINUX
def test_too_much_memory_is_an_error_of_one_line(apart: Callable[..., Any]) -> None:
    with pytest.raises(FabulaError, match=r"bomb\.pdf takes more than 600 MB of memory to read"):
        apart(hog, 2 << 30, "bomb.pdf", FEW)


def test_a_process_that_dies_is_an_error(apart: Callable[..., Any]) -> None:
    with pytest.raises(FabulaError, match="bomb"):
        apart(die, 0, "bomb.pdf", FEW)


def test_too_much_time_is_an_error(apart: Callable[..., Any]) -> None:
    with pytest.raises(FabulaError, match="more than 1 seconds"):
        apart(wait, 0, "bomb.pdf", Limits(memory=600 << 20, seconds=1))
