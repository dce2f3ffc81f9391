"""The ledger under bad conditions: a clear line for the user, and nothing that was paid for is lost."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from fabula.errors import FabulaError
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger import archive, sqlite_file
from fabula.models.ledger.kept import KeptLedger
from fabula.models.ledger.migrations import MIGRATIONS
from fabula.models.ledger.sqlite_file import ledger_error
from fabula.models.ledger.upkeep import check
from fabula.models.opening import open_door
from loopback import Loopback

PROGRAM = Path(__file__).with_name("chained_run.py")


def question(text: str = "How good is it?") -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),))


async def ask(server: Loopback, ledger: Path, *texts: str) -> list[Choice]:
    async with open_door("custom/m", DoorSettings(base_url=server.url, ledger=ledger)) as door:
        answers = await asyncio.gather(*(door.ask_text(question(text)) for text in texts))
    return [each for each in answers if isinstance(each, Choice)]


def test_two_programs_share_one_ledger(tmp_path: Path, loopback: Loopback) -> None:
    ledger = tmp_path / "ledger.sqlite"
    command = [sys.executable, str(PROGRAM), loopback.url, str(ledger), "4", "10"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [each.communicate(timeout=60)[0] for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert said[0] == said[1]
    assert loopback.count == 40, "both paid for one answer"
    with closing(sqlite3.connect(ledger)) as connection:
        assert connection.execute("SELECT count(*) FROM calls").fetchone() == (40,)
        assert connection.execute("SELECT count(*) FROM runs WHERE status = 'done'").fetchone() == (2,)


async def test_where_two_ask_the_same_one_pays_and_the_other_waits(
    tmp_path: Path, loopback: Loopback
) -> None:
    path, served = tmp_path / "ledger.sqlite", iter(range(9))
    loopback.answer = lambda _: f"answer {next(served)}"
    settings = DoorSettings(base_url=loopback.url, ledger=path)
    async with open_door("custom/m", settings) as one, open_door("custom/m", settings) as other:
        first, second = await asyncio.gather(one.ask_text(question()), other.ask_text(question()))
    assert loopback.count == 1
    assert first == second


async def test_a_ledger_that_another_program_holds_is_said_locked(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.sqlite"
    await ask(loopback, path, "before")
    monkeypatch.setattr(sqlite_file, "_WAIT_FOR_LOCK", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(FabulaError, match=r"locked by another program.*--ledger"):
            await ask(loopback, path, "now")
    assert loopback.count == 1


def test_a_new_ledger_that_another_program_is_just_making_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as maker:
        maker.execute("BEGIN IMMEDIATE")
        made = threading.Timer(0.1, lambda: maker.execute("COMMIT"))
        made.start()
        with closing(sqlite_file.connect(path)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        made.join()


async def test_an_answer_that_comes_while_the_ledger_is_locked_is_put_aside_and_taken_in(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.sqlite"
    monkeypatch.setattr(sqlite_file, "_WAIT_FOR_LOCK", 0.05)
    loopback.latency = 0.2
    with (
        closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as holder,
        pytest.raises(FabulaError, match=r"locked.*Later answers are in .*\.rescue"),
    ):
        async with open_door("custom/m", DoorSettings(base_url=loopback.url, ledger=path)) as door:
            await door.ask_text(question("before"))
            loopback.on_request = lambda count: holder.execute("BEGIN IMMEDIATE") if count == 6 else None
            await asyncio.gather(*(door.ask_text(question(f"while {each}")) for each in range(5)))
    loopback.latency, loopback.on_request = 0.0, None
    before = loopback.count
    assert before > 1
    aside = path.with_name("ledger.sqlite.rescue")
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    answers = await ask(loopback, path, "before", *(f"while {each}" for each in range(5)))
    assert len(answers) == 6
    assert loopback.count == 6, "an answer that was put aside was paid for again"
    assert not aside.exists()


async def test_a_disk_that_takes_no_more_stops_the_run_and_keeps_what_was_paid(
    tmp_path: Path, loopback: Loopback
) -> None:
    path = tmp_path / "ledger.sqlite"
    await ask(loopback, path, "before")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    loopback.answer = lambda _: os.urandom(20_000).hex()
    texts = [f"while {each}" for each in range(5)]
    with pytest.raises(FabulaError, match="Later answers are in"):
        async with open_door("custom/m", DoorSettings(base_url=loopback.url, ledger=path)) as door:
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, usual[1]))
                await door.ask_text(question(texts[0]))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    paid = loopback.count
    assert len(await ask(loopback, path, "before", *texts)) == 6
    assert loopback.count == paid + 4


@pytest.mark.parametrize(
    ("said", "cure"),
    [
        ("database or disk is full", "make room and run the same command again"),
        ("attempt to write a readonly database", "change its permissions"),
        ("database disk image is malformed", "runs repair"),
        ("disk I/O error", "--ledger"),
    ],
)
def test_what_sqlite_says_is_put_as_what_to_do(said: str, cure: str) -> None:
    assert cure in str(ledger_error(Path("ledger.sqlite"), sqlite3.OperationalError(said)))


async def test_a_file_that_is_no_ledger_is_said_so_and_left_as_it_is(
    tmp_path: Path, loopback: Loopback
) -> None:
    path = tmp_path / "novel.txt"
    path.write_text("It was a dark and stormy night. " * 100)
    with pytest.raises(FabulaError, match="damaged or not a ledger: `fabula runs repair`"):
        await ask(loopback, path, "now")
    assert loopback.count == 0
    assert path.read_text().startswith("It was a dark")


async def test_a_ledger_damaged_in_the_middle_stops_before_the_next_call(
    tmp_path: Path, loopback: Loopback
) -> None:
    path = tmp_path / "ledger.sqlite"
    await ask(loopback, path, *(f"{each}" + "x" * 5000 for each in range(50)))
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096))
    before = loopback.count
    with pytest.raises(FabulaError, match="damaged or not a ledger"):
        await ask(loopback, path, "now")
    assert loopback.count == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_ledger_that_may_not_be_written_is_said_before_anything_is_asked(
    tmp_path: Path, loopback: Loopback
) -> None:
    path = tmp_path / "ledger.sqlite"
    await ask(loopback, path, "before")
    path.chmod(0o400)
    with pytest.raises(FabulaError, match="cannot be written: change its permissions"):
        await ask(loopback, path, "now")
    assert loopback.count == 1


async def test_a_place_where_no_ledger_can_be_is_said(tmp_path: Path, loopback: Loopback) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FabulaError, match="cannot be used"):
        await ask(loopback, tmp_path / "file" / "ledger.sqlite", "now")


def test_a_ledger_of_a_newer_fabula_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    KeptLedger(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(FabulaError, match="newer fabula"):
        KeptLedger(path)


async def test_half_a_character_in_an_answer_does_no_harm(tmp_path: Path, loopback: Loopback) -> None:
    loopback.answer = lambda _: "a \ud83d b \ud83d\ude00"
    (answer,) = await ask(loopback, tmp_path / "ledger.sqlite", "now")
    assert answer.text == "a \ufffd b \U0001f600"


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux lists the locks")
def test_no_connection_loses_the_locks_of_another(tmp_path: Path) -> None:
    """A process that closes a file loses its locks on it, and another could then take the log away under a writer."""
    path = tmp_path / "ledger.sqlite"
    ledgers = [KeptLedger(path)]
    inode = f":{path.stat().st_ino} "
    assert inode in Path("/proc/locks").read_text()
    ledgers.append(KeptLedger(path))
    assert list(archive.runs(path)) == []
    check(path)
    assert inode in Path("/proc/locks").read_text()
    for each in ledgers:
        each.close()
