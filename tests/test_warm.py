"""What a child of the warm process is, who ends whom, and what happens when one of them is killed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from commands import FORKED
from fabula import warm
from fabula.confined import confined

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks safely")
PATIENCE = 20.0
kept: list[Any] = []
"""What an asker holds open between two questions."""


def one_thread() -> ProcessPoolExecutor:
    """A process with one thread that has forked a warm one; pytest itself has threads."""
    return ProcessPoolExecutor(1, FORKED, warm.begin, (iter(()),))


@pytest.fixture(scope="module")
def asker() -> Iterator[Executor]:
    with one_thread() as pool:
        yield pool


@pytest.fixture
def doomed() -> Iterator[Executor]:
    """One that a test kills, or whose warm process it does."""
    with one_thread() as pool:
        yield pool


def child(work: Callable[..., object], *arguments: object) -> Any:
    """In the asker: the first thing that a bound child says, which then lives until the asker hangs up."""
    channel = warm.bound_child(work, *arguments)
    assert channel is not None
    kept.append(channel)
    return channel.recv()


def in_a_folder(folder: Path) -> Any:
    os.chdir(folder)
    os.environ["SPOKEN"] = "harbour"
    kept.append((folder / "of the asker").open("w"))
    return child(world)


def world(channel: Connection) -> None:
    files = [os.readlink(f"/proc/self/fd/{each}") for each in range(50) if os.path.exists(f"/proc/self/fd/{each}")]  # fmt: skip  # noqa: PTH110, PTH115
    channel.send(
        {
            "word": os.environ["SPOKEN"],
            "folder": Path.cwd(),
            "its own session": os.getsid(0) == os.getpid(),
            "threads": len(list(Path("/proc/self/task").iterdir())),
            "files": sum(not each.startswith(("/dev/null", "pipe:[", "/")) for each in files),
            "asker's file": any("of the asker" in each for each in files),
            "signals": (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGCHLD)),
        }
    )


def endless(channel: Connection) -> None:
    channel.send((os.getpid(), os.getppid()))
    time.sleep(600)


def let_go() -> None:
    kept.pop().close()


def job(log: Path) -> tuple[int, int]:
    """In the asker: begin a free child; its process and the warm one."""
    reading, writing = os.pipe()
    with log.open("wb") as output:
        environment = dict(os.environ)
        channel = warm.free_child(echo, "sea", stdin=reading, output=output.fileno(), environment=environment)
    os.close(reading)
    kept[:] = writing, channel
    soon(lambda: log.read_text().endswith("\n"))
    process, parent = map(int, log.read_text().split())
    return process, parent


def echo(_: str) -> int:
    """A job: it says who it is, asks for a child of its own, and ends as it is told."""
    print(os.getpid(), os.getppid())
    said = os.read(0, 100)
    print("the end")
    return confined(len, said, "what was said")


def told(word: bytes) -> int | None:
    """In the asker: say that to the job; its exit code, or None where nobody knows it."""
    os.write(kept[0], word)
    try:
        return int(kept[1].recv())
    except EOFError:
        return None


def gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def soon(come: Callable[[], bool]) -> None:
    patience = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < patience
        time.sleep(0.01)


def test_a_child_has_the_world_of_its_asker_and_none_of_its_files(asker: Executor, tmp_path: Path) -> None:
    seen = asker.submit(in_a_folder, tmp_path).result()
    assert seen == {
        "word": "harbour",
        "folder": tmp_path,
        "its own session": True,
        "threads": 1,
        "files": 1,
        "asker's file": False,
        "signals": (signal.SIG_DFL, signal.SIG_DFL),
    }


def test_a_bound_child_ends_with_its_channel(asker: Executor) -> None:
    process, _ = asker.submit(child, endless).result()
    asker.submit(let_go).result()
    soon(lambda: gone(process))


def test_a_free_child_asks_for_its_own_and_its_exit_code_is_told(asker: Executor, tmp_path: Path) -> None:
    asker.submit(job, tmp_path / "log").result()
    assert asker.submit(told, b"seven..").result() == len("seven..")


def test_a_free_child_that_is_killed_is_told_of(asker: Executor, tmp_path: Path) -> None:
    process, _ = asker.submit(job, tmp_path / "log").result()
    os.kill(process, signal.SIGKILL)
    assert asker.submit(told, b"").result() == -signal.SIGKILL


def test_when_the_asker_is_killed_only_bound_children_are(doomed: Executor, tmp_path: Path) -> None:
    free, warmed = doomed.submit(job, tmp_path / "log").result()
    bound, _ = doomed.submit(child, endless).result()
    os.kill(doomed.submit(os.getpid).result(), signal.SIGKILL)
    soon(lambda: gone(bound) and gone(free) and gone(warmed))
    assert (tmp_path / "log").read_text().endswith("the end\n"), (
        "it ended as it wanted, and the warm one saw it"
    )


def test_when_the_warm_process_is_killed_work_goes_on_in_a_new_python(doomed: Executor, tmp_path: Path) -> None:  # fmt: skip
    process, warmed = doomed.submit(job, tmp_path / "log").result()
    os.kill(warmed, signal.SIGKILL)
    soon(lambda: gone(warmed))
    assert not gone(process)
    assert doomed.submit(told, b"...").result() is None, "nobody saw how it ended"
    assert doomed.submit(confined, len, "four", "a word").result() == 4


def test_a_process_with_threads_forks_none() -> None:
    over = threading.Event()
    threading.Thread(target=over.wait).start()
    warm.begin(iter(()))
    assert warm.bound_child(endless) is None
    over.set()
