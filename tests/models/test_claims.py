"""Two runs on one ledger: no answer is paid for twice, however one of them ends."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from fabula.models.budget import BudgetSpent
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger import owners
from fabula.models.ledger.archive import runs
from fabula.models.ledger.owners import Owner, is_alive, this_owner
from fabula.models.opening import open_door
from fabula.models.retry import RetryPolicy
from loopback import Loopback, in_trouble

PROGRAM = Path(__file__).with_name("chained_run.py")
BOOKS, CALLS, IN_FLIGHT = 12, 6, 8
IN_THE_BACKGROUND = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""As a shell starts `fabula ... &`: SIGINT is ignored."""


class Word(BaseModel):
    word: str


def question(text: str = "How good is it?") -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), temperature=1)


def start(url: str, ledger: Path, *before: str) -> subprocess.Popen[str]:
    command = [*before, sys.executable, str(PROGRAM), url, str(ledger), str(BOOKS), str(CALLS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def statuses(ledger: Path) -> Counter[str]:
    return Counter(run.status for run in runs(ledger))


@pytest.mark.parametrize(
    ("how", "lost"), [(signal.SIGKILL, IN_FLIGHT), (signal.SIGTERM, 0), (signal.SIGINT, 0)]
)
def test_one_of_two_runs_is_stopped_and_the_other_pays_only_for_what_was_lost(
    tmp_path: Path, how: signal.Signals, lost: int
) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with Loopback(latency=0.05) as server:
        both = [start(server.url, ledger)]
        while not server.count:
            time.sleep(0.005)
        both.append(start(server.url, ledger))
        server.on_request = lambda count: both[0].send_signal(how) if count == 30 else None
        said = [each.communicate(timeout=60) for each in both]
        assert both[0].returncode != 0
        assert both[1].returncode == 0, said[1]
        asked = Counter(each.question for each in server.requests)
        again = start(server.url, ledger)
        assert again.communicate(timeout=60)[0] == said[1][0]
        assert server.count == sum(asked.values()), "a finished run was paid for again"
    twice = sum(asked.values()) - len(asked)
    assert len(asked) == BOOKS * CALLS
    assert twice <= lost
    assert statuses(ledger)["stopped"] == 1


async def test_replicates_that_another_run_fetches_are_waited_for(tmp_path: Path, loopback: Loopback) -> None:
    served = iter(range(9))
    loopback.answer = lambda _: {"word": f"answer {next(served)}"}
    loopback.latency = 0.1
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    async with open_door("custom/m", settings) as one, open_door("custom/m", settings) as other:
        first = asyncio.create_task(one.ask_replicates(question(), Word, 3))
        await arrived(loopback, 1)
        many = asyncio.create_task(other.ask_replicates(question(), Word, 5))
        await arrived(loopback, 2)
        assert other.tally.elsewhere == 3
        assert (await many)[:3] == await first
    assert [each.body.get("n") for each in loopback.requests] == [3, 2]
    assert (other.tally.calls, other.tally.cached, other.tally.elsewhere) == (1, 3, 0)


async def arrived(server: Loopback, count: int) -> None:
    while server.count < count:
        await asyncio.sleep(0.005)


async def test_what_one_run_got_no_answer_to_the_waiting_one_asks(tmp_path: Path, loopback: Loopback) -> None:
    loopback.script(replace(in_trouble(), latency=0.1))
    settings = DoorSettings(
        base_url=loopback.url, ledger=tmp_path / "ledger.sqlite", retry=RetryPolicy(tries=1)
    )
    async with open_door("custom/m", settings) as one, open_door("custom/m", settings) as other:
        first = asyncio.create_task(one.ask_text(question()))
        await arrived(loopback, 1)
        assert isinstance(await other.ask_text(question()), Choice)
        assert isinstance(await first, Unusable)
    assert loopback.count == 2


async def test_a_run_that_ends_leaves_nothing_claimed(tmp_path: Path, loopback: Loopback) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with pytest.raises(BudgetSpent):
        async with open_door(
            "custom/m", DoorSettings(base_url=loopback.url, ledger=ledger, max_calls=2)
        ) as door:
            await asyncio.gather(*(door.ask_text(question(f"{each}")) for each in range(9)))
    with closing(sqlite3.connect(ledger)) as connection:
        assert connection.execute("SELECT count(*) FROM claims").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM owners").fetchone() == (0,)


async def test_threads_of_one_program_share_what_is_on_its_way(tmp_path: Path, loopback: Loopback) -> None:
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    loopback.latency = 0.05

    async def ask() -> None:
        async with open_door("custom/m", settings) as door:
            await asyncio.gather(*(door.ask_text(question(f"{each}")) for each in range(20)))

    await asyncio.gather(*(asyncio.to_thread(asyncio.run, ask()) for _ in range(3)))
    assert loopback.count == 20


def test_an_owner_is_alive_while_its_process_runs_and_elsewhere_while_its_lease_holds() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        me = this_owner()
        child = Owner("child", me.host, process.pid, owners._state(process.pid)[1])
        assert is_alive(child, until=0, now=1), "its lease ran out while the machine slept"
        assert not is_alive(replace(child, born="1"), until=2, now=1), "the number is another process's now"
        process.send_signal(signal.SIGSTOP)
        while owners._state(process.pid)[0] != "halted":
            time.sleep(0.001)
        assert is_alive(child, until=2, now=1)
        assert not is_alive(child, until=1, now=2)
        process.kill()
        process.wait()
        assert not is_alive(child, until=2, now=1)
    elsewhere = replace(me, host="another machine")
    assert is_alive(elsewhere, until=2, now=1)
    assert not is_alive(elsewhere, until=1, now=2)


@pytest.mark.parametrize("before", [(), IN_THE_BACKGROUND], ids=["in front", "in the background"])
def test_a_second_signal_does_not_wait_for_what_is_on_its_way(
    tmp_path: Path, before: tuple[str, ...]
) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with Loopback(latency=60) as server:
        run = start(server.url, ledger, *before)
        while server.count < IN_FLIGHT:
            time.sleep(0.005)
        if before:
            run.send_signal(signal.SIGINT)
        run.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        assert run.poll() is None, "it did not wait"
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=20)
    assert run.returncode == 143
    assert statuses(ledger) == {"stopped": 1}


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_command_that_is_stopped_waits_for_its_calls_and_says_so(
    tmp_path: Path, own_home: Path, how: signal.Signals, code: int
) -> None:
    book = tmp_path / "novel.txt"
    book.write_text("\n\n".join(f"Chapter {n}\n\n" + "It rained on the sea. " * 300 for n in range(1, 9)))
    with Loopback(latency=0.3) as server:
        command = [
            sys.executable,
            "-m",
            "fabula",
            "evaluate",
            book,
            "--model",
            "custom/m",
            "--base-url",
            server.url,
        ]
        run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        while not server.count:
            time.sleep(0.005)
        run.send_signal(how)
        said = run.communicate(timeout=60)[1]
    assert run.returncode == code
    assert "Stopping. Waiting for" in said
    assert "the same command continues from here" in said
    with closing(sqlite3.connect(own_home / "ledger.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM calls").fetchone() == (server.answered,)
    assert statuses(own_home / "ledger.sqlite") == {"stopped": 1}
