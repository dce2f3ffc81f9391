"""One rate of several processes on one ledger: together they never send faster, and a killed one holds nobody up."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from commands import FORKED, variables
from fabula.errors import FabulaError
from fabula.models.budget import BudgetSpent
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.kept import KeptLedger
from fabula.models.limits import Concurrency, Limits
from fabula.models.opening import open_door
from fabula.models.retry import Clock
from fabula.models.shared_rate import SharedRate
from loopback import Loopback

A_MINUTE = 3_000
EACH = 60 / A_MINUTE


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[KeptLedger]:
    kept = KeptLedger(tmp_path / "ledger.sqlite")
    yield kept
    kept.close()


async def test_what_is_taken_is_spread_and_what_was_used_counts(ledger: KeptLedger) -> None:
    rate, began = SharedRate(ledger, "requests", A_MINUTE, Clock()), time.monotonic()
    await asyncio.gather(*(rate.take(1) for _ in range(4)))
    assert time.monotonic() - began >= 3 * EACH
    rate.correct(8)
    await rate.take(1)
    assert time.monotonic() - began >= 12 * EACH


async def due(ledger: KeptLedger) -> float:
    """For how many seconds others have to wait."""
    return await ledger.do(
        lambda connection: connection.execute("SELECT due FROM rates").fetchone()[0] - ledger.now(connection)
    )


async def test_of_a_minute_that_waits_a_second_is_taken_from_the_others(ledger: KeptLedger) -> None:
    rate = SharedRate(ledger, "requests", A_MINUTE, Clock())
    waiting = [asyncio.create_task(rate.take(1)) for _ in range(A_MINUTE)]
    await waiting[0]
    assert await due(ledger) < 1.1
    for each in waiting[1:]:
        each.cancel()


async def test_who_gave_up_takes_nothing(ledger: KeptLedger) -> None:
    rate = SharedRate(ledger, "requests", A_MINUTE, Clock())
    waiting = [asyncio.create_task(rate.take(1)) for _ in range(A_MINUTE)]
    await asyncio.sleep(0)
    for each in waiting[1:]:
        each.cancel()
    await waiting[0]
    assert await due(ledger) < 2 * EACH


async def test_a_ledger_that_fails_is_told_to_all_who_wait(ledger: KeptLedger) -> None:
    rate = SharedRate(ledger, "requests", A_MINUTE, Clock())
    await ledger.do(lambda connection: connection.execute("DROP TABLE rates"))
    told = await asyncio.gather(*(rate.take(1) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(each, FabulaError) for each in told)


async def test_every_attempt_passes_the_rate(ledger: KeptLedger) -> None:
    clock, began = Clock(), time.monotonic()
    tokens = SharedRate(ledger, "tokens", A_MINUTE, clock)
    limits = Limits(Concurrency(8), None, tokens, clock)
    limits.leave(await limits.enter(1), "answered", tokens_beyond=9)
    limits.leave(await limits.enter(1), "answered")
    assert time.monotonic() - began >= 10 * EACH


def ask(
    environment: dict[str, str], url: str, ledger: Path, who: int, questions: int, most: int | None
) -> None:
    """In a process of its own, through a door."""

    async def asked() -> None:
        settings = DoorSettings(base_url=url, ledger=ledger, max_calls=most, budget="all" if most else None)
        async with open_door("custom/m", settings) as door:
            words = (ChatMessage("user", f"{who}: {number}") for number in range(questions))
            await asyncio.gather(*(door.ask_text(ChatRequest("asking", (each,))) for each in words))

    with variables(environment), suppress(BudgetSpent):
        asyncio.run(asked())


@pytest.fixture
def arrived(own_home: Path, tmp_path: Path) -> Any:
    """A server that notes when each question comes, for a user with a rate, and a ledger that is there."""
    (own_home / "fabula.toml").write_text(f"[limits]\nrequests_a_minute = {A_MINUTE}\n", encoding="utf-8")
    KeptLedger(tmp_path / "ledger.sqlite").close()
    at: list[float] = []
    with Loopback() as server:
        server.on_request = lambda _count: at.append(time.monotonic())
        yield server, at


def side_by_side(*work: tuple[Any, ...]) -> list[multiprocessing.process.BaseProcess]:
    processes = [FORKED.Process(target=ask, args=(dict(os.environ), *each)) for each in work]
    for each in processes:
        each.start()
    return processes


def test_three_processes_together_keep_to_one_rate_though_one_is_killed(arrived: Any, tmp_path: Path) -> None:
    server, at = arrived
    ledger, began = tmp_path / "ledger.sqlite", time.monotonic()
    killed, *rest = side_by_side(
        *((server.url, ledger, who, 500 if not who else 15, None) for who in range(3))
    )
    while not any("0: " in str(each.body) for each in server.requests):
        assert killed.exitcode is None
        time.sleep(0.01)
    killed.kill()
    for each in rest:
        each.join(60)
    assert [each.exitcode for each in rest] == [0, 0] and server.answered >= 30
    assert all(when - began >= number * EACH for number, when in enumerate(at))


def test_three_processes_together_make_no_more_calls_than_one_budget_has(
    arrived: Any, tmp_path: Path
) -> None:
    server, _ = arrived
    for each in side_by_side(*((server.url, tmp_path / "ledger.sqlite", who, 9, 20) for who in range(3))):
        each.join(60)
    assert server.answered == 20
