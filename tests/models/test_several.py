"""Several models on one budget, counted together and by model."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fabula.errors import FabulaError, UsageError
from fabula.models.budget import BudgetSpent
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Tally
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger import sqlite_file
from fabula.models.ledger.archive import runs
from fabula.models.opening import open_doors
from loopback import Loopback


def question(text: str) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), max_tokens=1000)


PRICES = """
[prices]
"custom/one" = { input = 10, output = 10 }
"custom/two" = { input = 10, output = 10 }
"""


async def test_one_budget_of_calls_holds_for_all_models_also_at_the_same_time(loopback: Loopback) -> None:
    loopback.latency = 0.01
    with pytest.raises(BudgetSpent, match="--max-calls 5 is reached"):
        async with open_doors(DoorSettings(base_url=loopback.url, max_calls=5)) as doors:
            names = ("custom/one", "custom/two") * 5
            asked = (doors.to(name).ask_text(question(f"{place}")) for place, name in enumerate(names))
            await asyncio.gather(*asked)
    assert loopback.count == 5
    assert doors.usage.calls == 5


async def test_a_model_asked_again_after_another_still_knows_what_is_spent(
    loopback: Loopback, own_home: Path
) -> None:
    (own_home / "fabula.toml").write_text(PRICES)
    with pytest.raises(BudgetSpent, match="--max-cost"):
        async with open_doors(DoorSettings(base_url=loopback.url, max_cost=0.0105)) as doors:
            for name in ("custom/one", "custom/two") * 50:
                await doors.to(name).ask_text(question(str(loopback.count)))
    assert loopback.count > 2
    assert doors.usage.cost is not None
    assert doors.usage.cost <= 0.0105


async def test_each_model_has_one_door_one_run_and_its_own_tally(loopback: Loopback, tmp_path: Path) -> None:
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    async with open_doors(settings) as doors:
        assert doors.to("custom/one") is doors.to("custom/one")
        for name in ("custom/one", "custom/two", "custom/one"):
            answer = await doors.to(name).ask_text(question("How good is it?"))
            assert isinstance(answer, Choice)
        assert doors.models == ("custom/one", "custom/two")
        assert (doors.to("custom/one").tally.calls, doors.to("custom/one").tally.cached) == (1, 1)
        assert (doors.tally.calls, doors.tally.cached) == (2, 1)
        assert set(doors.tally.by_step) == {"verdict, custom/one", "verdict, custom/two"}
    assert {(run.model, run.status) for run in runs(tmp_path / "ledger.sqlite")} == {
        ("custom/one", "done"), ("custom/two", "done")
    }  # fmt: skip


async def test_a_single_model_is_planned_without_its_name(loopback: Loopback) -> None:
    async with open_doors(DoorSettings(base_url=loopback.url, rehearsal=True)) as doors:
        await doors.to("custom/one").ask_text(question("How good is it?"))
        assert set(doors.tally.by_step) == {"verdict"}
        await doors.to("custom/two").ask_text(question("How good is it?"))
    assert set(doors.tally.by_step) == {"verdict, custom/one", "verdict, custom/two"}
    assert loopback.count == 0


async def test_a_model_without_a_price_makes_the_whole_cost_unknown(
    loopback: Loopback, own_home: Path
) -> None:
    (own_home / "fabula.toml").write_text(PRICES)
    seen: list[Tally] = []
    async with open_doors(DoorSettings(base_url=loopback.url, watch=seen.append)) as doors:
        await doors.to("custom/one").ask_text(question("How good is it?"))
        assert doors.usage.cost
        doors.to("custom/none")
        assert doors.usage.cost is None
    assert len(seen) == 1
    assert (seen[0].calls, seen[0].in_flight) == (1, 0)


async def test_an_unknown_provider_ends_the_run_with_its_line(loopback: Loopback, tmp_path: Path) -> None:
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    with pytest.raises(UsageError, match="write PROVIDER/NAME"):
        async with open_doors(settings) as doors:
            doors.to("custom/one")
            doors.to("nobody")
    assert [run.status for run in runs(settings.ledger or tmp_path)] == ["failed"]


async def test_steps_models_and_shares_add_up_to_the_whole(loopback: Loopback, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text(PRICES)
    async with open_doors(DoorSettings(base_url=loopback.url)) as doors:
        one, two = doors.to("custom/one"), doors.to("custom/two")
        with one.share() as share:
            await one.ask_text(question("first"))
            await one.ask_text(question("first"))
        await one.ask_text(question("second"))
        await two.ask_text(question("first"))
    for name in ("calls", "cached", "failed", "input_tokens", "output_tokens", "cost"):
        parts = [getattr(door.tally, name) for door in (one, two)]
        steps = [getattr(step, name) for step in doors.tally.by_step.values()]
        assert sum(parts) == pytest.approx(getattr(doors.tally, name)) == pytest.approx(sum(steps)), name
    assert (share.calls, share.cached) == (1, 1)
    assert share.input_tokens + share.output_tokens > 0
    assert share.cost is not None
    assert one.tally.cost is not None
    assert 0 < share.cost < one.tally.cost


async def test_a_ledger_that_cannot_be_written_at_the_end_is_told_once_all_doors_are_closed(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_WAIT_FOR_LOCK", 0.05)
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    with (
        closing(sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)) as holder,
        pytest.raises(FabulaError, match="locked by another program"),
    ):
        async with open_doors(settings) as doors:
            for name in ("custom/one", "custom/two"):
                await doors.to(name).ask_text(question("How good is it?"))
            holder.execute("BEGIN IMMEDIATE")
