"""A ledger that a team shares keeps the promises of a ledger in a file."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from postgres_server import PASSWORD, Postgres, programs
from pydantic import BaseModel

from commands import fabula
from fabula.errors import FabulaError
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.kept import KeptLedger
from fabula.models.ledger.owners import LEASE
from fabula.models.opening import open_door
from fabula.models.retry import Clock
from fabula.models.shared_rate import SharedRate
from loopback import Behaviour, Loopback, null_content
from models.test_shared_budget import DEAREST, MOST, spent_by_two

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (make test-extras)")
pytestmark = [
    pytest.mark.extras,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed (make test-extras)"),
]
PROGRAM = Path(__file__).with_name("chained_run.py")
BOOKS, CALLS, IN_FLIGHT = 8, 8, 8


class Score(BaseModel):
    score: int


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


@pytest.fixture
def ledger(server: Postgres) -> Iterator[str]:
    yield server.url
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS fabula CASCADE")


def question(text: str = "How good is it?", **more: Any) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), **more)


def start(url: str, ledger: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAM), url, ledger, str(BOOKS), str(CALLS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("how", "lost"), [(signal.SIGKILL, IN_FLIGHT), (signal.SIGTERM, 0)])
def test_two_runs_pay_for_nothing_twice_however_one_ends(ledger: str, how: signal.Signals, lost: int) -> None:
    with Loopback(latency=0.05) as model:
        both = [start(model.url, ledger)]
        model.on_request = lambda count: both[0].send_signal(how) if count == 30 else None
        while not model.count:
            assert both[0].poll() is None
        both.append(start(model.url, ledger))
        said = [each.communicate(timeout=60)[0] for each in both]
        assert both[1].returncode == 0
        asked = Counter(each.question for each in model.requests)
        again = start(model.url, ledger)
        assert again.communicate(timeout=60)[0] == said[1]
        assert model.count == sum(asked.values())
    assert len(asked) == BOOKS * CALLS
    assert sum(asked.values()) - len(asked) <= lost


async def test_answers_are_found_again_whatever_they_hold(ledger: str, loopback: Loopback) -> None:
    top = [{"token": "四", "logprob": -0.1}]
    logprobs = [{"token": "四", "logprob": -0.1, "top_logprobs": top}]
    loopback.answer = lambda _: Behaviour(text="四 \0 100% ? :name 😀", logprobs=logprobs)
    settings = DoorSettings(base_url=loopback.url, ledger=ledger)
    answers = []
    for _ in range(2):
        async with open_door("custom/m", settings) as door:
            answers.append(await door.ask_text(question("Is it 100 % good? :so \0", top_logprobs=1)))
            assert await door.cost_of(["verdict"]) is None
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Choice)
    assert answers[0].text == "四 \ufffd 100% ? :name 😀"
    assert answers[0].logprobs == ({"四": -0.1},)
    assert loopback.count == 1


async def test_replicates_and_useless_answers_go_as_in_a_file(ledger: str, loopback: Loopback) -> None:
    loopback.script(*[null_content()] * 3)
    loopback.answer = lambda _: {"score": 4}
    settings = DoorSettings(base_url=loopback.url, ledger=ledger)
    async with open_door("custom/m", settings) as door:
        assert isinstance(await door.ask(question(), Score), Unusable)
    async with open_door("custom/m", settings) as one, open_door("custom/m", settings) as other:
        assert await one.ask(question(), Score) == Score(score=4)
        assert one.tally.asked_again == 3
        loopback.latency = 0.05
        both = (each.ask_replicates(question("And now?"), Score, 3) for each in (one, other))
        assert len(await asyncio.gather(*both)) == 2
    assert loopback.count == 5


async def test_an_owner_on_another_machine_is_known_by_its_lease(ledger: str) -> None:
    """Its process is not to be seen from here: while its lease holds we wait, and then we ask."""
    far, near = KeptLedger(ledger), KeptLedger(ledger)
    far._owner = replace(far._owner, host="another machine")
    key = b"k" * 32
    assert (await far.claim([key])).mine == {key}
    assert (await near.claim([key])).mine == set()
    with psycopg.connect(ledger) as connection:
        connection.execute("UPDATE fabula.owners SET until = until - %s", (LEASE + 1,))
    await asyncio.wait_for(near.settled([key]), 10)
    assert (await near.claim([key])).mine == {key}
    far.close()
    near.close()


async def test_a_server_that_goes_away_loses_nothing_that_was_paid(
    server: Postgres, ledger: str, loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = DoorSettings(base_url=loopback.url, ledger=ledger)
    loopback.latency = 0.2
    try:
        with pytest.raises(FabulaError, match=r"cannot be reached.*Later answers are in .*\.rescue") as told:
            async with open_door("custom/m", settings) as door:
                loopback.on_request = lambda _: server.stop()
                await door.ask_text(question())
        assert PASSWORD not in str(told.value)
        with pytest.raises(FabulaError, match="is the server running"):
            KeptLedger(ledger)
    finally:
        server.start()
    loopback.on_request = None
    async with open_door("custom/m", settings) as door:
        assert isinstance(await door.ask_text(question()), Choice)
    assert loopback.count == 1, "an answer that was put aside was paid for again"


def test_the_commands_read_copy_and_prune_a_ledger_at_a_server(
    ledger: str, loopback: Loopback, tmp_path: Path
) -> None:
    async def ask(*texts: str) -> None:
        async with open_door("custom/m", DoorSettings(base_url=loopback.url, ledger=ledger)) as door:
            for text in texts:
                await door.ask_text(question(text))

    asyncio.run(ask("a", "b"))
    asyncio.run(ask("b", "c"))

    def told(*words: str, code: int = 0) -> Any:
        said = fabula("runs", *words, "--json", FABULA_LEDGER=ledger)
        assert said.returncode == code, said.stderr
        assert "sesame" not in said.stdout + said.stderr, "the password is shown"
        return json.loads(said.stdout)

    listed = told("list")
    assert [each["tally"]["calls"] for each in listed["runs"]] == [1, 2]
    assert listed["bytes"] > 10_000
    for by in ("model", "step", "run", "day"):
        assert sum(each["answers"] for each in told("cost", "--by", by)["spending"]) == 3
    assert [each["messages"][0]["content"] for each in told("export", "last")["calls"]] == ["b", "c"]
    assert told("check")["wrong"] == []

    copy = tmp_path / "copy.sqlite"
    assert told("backup", str(copy))["answers"] == 3
    assert told("check", "--ledger", str(copy))["wrong"] == []
    assert told("list", "--ledger", str(copy))["runs"] == listed["runs"]
    assert "recovers by itself" in fabula("runs", "repair", FABULA_LEDGER=ledger).stderr

    assert told("prune", "--run", listed["runs"][1]["id"], "--yes")["answers"] == 1
    assert told("prune", "--everything", "--yes")["answers"] == 2
    assert told("list")["runs"] == []


def test_a_refused_password_is_said_and_not_shown(ledger: str) -> None:
    wrong = ledger.replace("sesame", "treacle")
    said = fabula("runs", "list", FABULA_LEDGER=wrong)
    assert said.returncode == 1
    assert "refuses this user or password" in said.stderr
    assert "treacle" not in said.stderr


def test_two_processes_together_spend_no_more_than_one_may(ledger: str, tmp_path: Path) -> None:
    spent = spent_by_two(ledger, tmp_path)
    assert MOST - DEAREST <= sum(spent) <= MOST and min(spent) > 0


async def test_a_rate_is_spread_as_with_a_file(ledger: str) -> None:
    kept = KeptLedger(ledger)
    rate, began = SharedRate(kept, "requests", 3_000, Clock()), time.monotonic()
    await asyncio.gather(*(rate.take(1) for _ in range(4)))
    rate.correct(2)
    await rate.take(1)
    assert time.monotonic() - began >= 6 * 60 / 3_000
    kept.close()
