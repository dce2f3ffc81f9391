"""The one file that knows the system it runs on; Windows is played by a stand-in for its `msvcrt`."""

from __future__ import annotations

import ast
import asyncio
import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import fabula
from fabula import platforms


class ByteLocks(SimpleNamespace):
    """`msvcrt.locking` as Windows has it: a byte of a file is held by one open file, and asking never waits."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__(holders={})

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = os.fstat(descriptor).st_ino
        holder = self.holders.setdefault(place, descriptor)
        try:
            os.fstat(holder)
        except OSError:
            self.holders[place] = holder = descriptor
        if holder != descriptor:
            raise OSError(errno.EACCES, "Permission denied")


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms.sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", ByteLocks())


@pytest.fixture(params=["posix", "windows"])
def either(request: pytest.FixtureRequest) -> None:
    if request.param == "windows":
        request.getfixturevalue("on_windows")


@pytest.mark.usefixtures("either")
def test_a_lock_is_held_by_one_and_seen_by_others(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not platforms.is_locked(path), "there is no such file"
    with path.open("w") as first:
        assert not platforms.is_locked(path)
        assert platforms.lock(first)
        assert platforms.is_locked(path)
        with path.open("r+") as second:
            assert not platforms.lock(second)
    assert not platforms.is_locked(path)


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib\nfrom fabula.platforms import lock\n"
        "file = pathlib.Path(sys.argv[1]).open('w')\nprint(lock(file), flush=True)\ninput()\n"
    )
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "True\n"
        assert platforms.is_locked(path)
        holder.kill()
    assert not platforms.is_locked(path)


@pytest.mark.usefixtures("on_windows")
def test_a_process_of_windows_gets_a_group_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    assert platforms.own_group() == {"creationflags": 512}


def test_a_signal_reaches_the_loop_where_loops_have_no_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> bool:
        loop, seen = asyncio.get_running_loop(), asyncio.Event()

        def none(*_: object) -> None:
            raise NotImplementedError

        monkeypatch.setattr(loop, "add_signal_handler", none)
        platforms.on_signal(signal.SIGTERM, seen.set)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(seen.wait(), 5)
        return seen.is_set()

    before = signal.getsignal(signal.SIGTERM)
    try:
        assert asyncio.run(wait())
    finally:
        signal.signal(signal.SIGTERM, before)


def test_no_signal_is_held_back_where_none_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    with platforms.held_back(signal.SIGINT):
        pass


def test_no_other_file_imports_what_one_system_lacks() -> None:
    lacking = {"fcntl", "pwd", "grp", "termios", "resource", "msvcrt", "winreg"}
    house = Path(fabula.__file__).parent
    found = [
        f"{path.relative_to(house)}: {name}"
        for path in house.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        if name in lacking
    ]
    assert found == []
