"""Batches: half the price, a wave for each step of a chain, and nothing paid twice whenever a run is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batch_run import impatient
from pydantic import BaseModel

from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from loopback import Loopback

PROGRAM = Path(__file__).with_name("batch_run.py")
BOOKS, CALLS = 4, 3
MODELS = {"openai": "openai/gpt-4o", "anthropic": "anthropic/claude-sonnet-4"}
KEY = "sk-planted-for-this-server"


class Score(BaseModel):
    score: int


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)


def serving(dialect: str, answer: Any = None, **more: Any) -> Loopback:
    """The provider with its batches, and with a model whose price is known."""
    server = Loopback(answer, dialect=dialect) if answer else Loopback(dialect=dialect)
    assert server.dialect is not None
    server.dialect.model = MODELS[dialect.partition("-")[0]].partition("/")[2]
    return server.takes_batches(**more)


def question(text: str) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),))


def settings(server: Loopback, **more: Any) -> DoorSettings:
    return DoorSettings(base_url=server.url, batch=True, clock=impatient(), **more)


@pytest.mark.parametrize("provider", MODELS)
async def test_what_is_ready_goes_as_one_batch_for_half_the_price(provider: str, tmp_path: Path) -> None:
    with serving(provider, lambda _: {"score": 4}) as server:
        async with open_door(MODELS[provider], settings(server)) as door:
            asked = (door.ask(question(f"Question {each}"), Score) for each in range(100))
            assert await asyncio.gather(*asked) == [Score(score=4)] * 100
        assert server.batches is not None
        assert len(server.batches.batches) == 1
        assert server.batches.answered == 99
        assert server.answered == 1, "the first question goes by itself and shows what the server takes"
    assert door.tally.calls == 100
    alone = door.tally.cost
    with serving(provider, lambda _: {"score": 4}) as server:
        plain = DoorSettings(base_url=server.url, ledger=tmp_path / "plain.sqlite")
        async with open_door(MODELS[provider], plain) as door:
            await asyncio.gather(*(door.ask(question(f"Question {each}"), Score) for each in range(100)))
    if alone is not None and door.tally.cost is not None:
        assert alone / door.tally.cost == pytest.approx((1 + 99 / 2) / 100, rel=0.02)


async def test_a_chain_takes_one_wave_a_step(tmp_path: Path) -> None:
    with serving("openai", lambda _: "next") as server:
        done = run(MODELS["openai"], server, tmp_path / "ledger.sqlite")
        assert await asyncio.to_thread(done.wait, 60) == 0
        assert done.stdout is not None
        waves = int(done.stdout.read().split()[-1])
    assert CALLS <= waves < BOOKS * CALLS


async def test_what_a_batch_refuses_is_asked_again_without_it() -> None:
    with serving("openai-reasoning", lambda _: {"score": 4}) as server:
        assert server.dialect is not None
        server.dialect.thinking = 0
        async with open_door(MODELS["openai"], settings(server)) as door:
            found = await asyncio.gather(*(door.ask(question(f"Q {each}"), Score) for each in range(5)))
        assert found == [Score(score=4)] * 5
        assert server.batches is not None and len(server.batches.batches) == 1


async def test_a_batch_that_fails_as_a_whole_says_why() -> None:
    failing = serving("openai", fails="Enqueued token limit reached")
    with (
        failing as server,
        pytest.raises(FabulaError, match=r"the batch batch_0 failed: Enqueued token limit reached"),
    ):
        async with open_door(MODELS["openai"], settings(server)) as door:
            await asyncio.gather(*(door.ask_text(question(f"Q {each}")) for each in range(3)))


async def test_entries_that_got_no_answer_are_missing_not_guessed() -> None:
    with serving("anthropic") as server:
        assert server.batches is not None
        asked = server.batches.ask
        server.batches.ask = lambda path, body: (
            (500, {"error": {"type": "api_error"}}) if "Q 2" in str(body) else asked(path, body)
        )
        async with open_door(MODELS["anthropic"], settings(server)) as door:
            found = await asyncio.gather(*(door.ask_text(question(f"Q {each}")) for each in range(4)))
        assert [isinstance(each, Choice) for each in found] == [True, True, False, True]
        assert isinstance(found[2], Unusable) and found[2].reason == "failed"


async def test_a_provider_without_batches_is_named() -> None:
    with pytest.raises(UsageError, match="--batch: deepseek takes no batches"):
        async with open_door("deepseek/deepseek-chat", DoorSettings(batch=True)):
            pass


async def test_a_rehearsal_counts_the_waves_and_the_price() -> None:
    async with open_door("openai/gpt-4o", DoorSettings(batch=True, rehearsal=True)) as door:
        for _ in range(2):
            await asyncio.gather(*(door.ask_text(question(f"{_} {each}")) for each in range(5)))
    async with open_door("openai/gpt-4o", DoorSettings(rehearsal=True)) as plain:
        for _ in range(2):
            await asyncio.gather(*(plain.ask_text(question(f"{_} {each}")) for each in range(5)))
    assert [each.waves for each in door.tally.batches] == [2]
    assert door.tally.cost is not None and plain.tally.cost is not None
    assert door.tally.cost == pytest.approx(plain.tally.cost / 2)


def run(model: str, server: Loopback, ledger: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAM), model, server.url, str(ledger), str(BOOKS), str(CALLS)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "FABULA_API_KEY": KEY}
    )


def moments() -> Iterator[int]:
    """Requests about batches at which a run is killed: one before its first batch is accepted, one while it waits."""
    yield from (2, 5)


@pytest.mark.parametrize("provider", MODELS)
def test_a_killed_run_adopts_its_open_batches_and_pays_nothing_twice(provider: str, tmp_path: Path) -> None:
    ledger, served = tmp_path / "ledger.sqlite", iter(range(10**6))
    asked: Counter[str] = Counter()

    def answer(body: dict[str, Any]) -> str:
        asked[str(body["messages"][-1]["content"])] += 1
        return f"answer {next(served)}"

    with serving(provider, answer) as server:
        assert server.batches is not None
        killed = 0
        for moment in moments():
            process = run(MODELS[provider], server, ledger)
            begun = server.batches.requests

            def kill(count: int, process: subprocess.Popen[str] = process, at: int = begun + moment) -> None:
                if count == at:
                    os.kill(process.pid, signal.SIGKILL)

            server.batches.on_request = kill
            process.communicate(timeout=60)
            killed += process.returncode == -signal.SIGKILL
        server.batches.on_request = None
        process = run(MODELS[provider], server, ledger)
        server.batches.on_batch = lambda _: os.kill(
            process.pid, signal.SIGKILL
        )  # accepted, and never told so
        process.communicate(timeout=60)
        server.batches.on_batch = None
        process = run(MODELS[provider], server, ledger)
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert len(said.strip().split("\n")) == BOOKS + 1
        assert killed == 2
    alone = len(tuple(moments())) + 2
    assert sum(asked.values()) - BOOKS * CALLS <= alone, (
        "only a first question in flight may be paid for again"
    )
