"""What the ledger tells about past runs, and what is left after some are deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatMessage, ChatRequest, estimate_input
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import (
    cost_of_answers,
    models_asked,
    page_of_calls,
    recorded_call,
    recorded_calls,
    run_named,
    runs,
    spending,
)
from fabula.models.ledger.kept import KeptLedger
from fabula.models.ledger.upkeep import forget
from fabula.models.opening import open_door
from loopback import Loopback


@pytest.fixture
async def ledger(loopback: Loopback, tmp_path: Path, own_home: Path) -> Path:
    """Run 1 asks a and b of model one; run 2 asks b again and c; run 3 asks a of model two, which has no price."""
    (own_home / "fabula.toml").write_text('[prices]\n"custom/one" = { input = 1000, output = 1000 }\n')
    path = tmp_path / "ledger.sqlite"
    for model, questions in (("custom/one", "ab"), ("custom/one", "bc"), ("custom/two", "a")):
        async with open_door(model, DoorSettings(base_url=loopback.url, ledger=path)) as door:
            for each in questions:
                await door.ask_text(ChatRequest(f"step {each}", (ChatMessage("user", each * 400),)))
    return path


async def test_deleting_a_run_keeps_the_answers_that_another_used(ledger: Path) -> None:
    last, second, first = runs(ledger)
    gone = forget(ledger, [first.id])
    assert (gone.runs, gone.answers) == (1, 1)
    assert [run.id for run in runs(ledger)] == [last.id, second.id]
    assert sorted(call["step"] for call in recorded_calls(ledger, None)) == ["step a", "step b", "step c"]
    assert [call["step"] for call in recorded_calls(ledger, second.id)] == ["step b", "step c"]
    gone = forget(ledger, [second.id])
    assert (gone.runs, gone.answers) == (1, 2)


async def test_deleting_everything_leaves_nothing(ledger: Path) -> None:
    gone = forget(ledger, None)
    assert (gone.runs, gone.answers) == (3, 4)
    assert runs(ledger) == []
    assert list(recorded_calls(ledger, None)) == []


async def test_costs_count_answers_that_an_earlier_run_paid_for(ledger: Path) -> None:
    unpriced, second, first = runs(ledger)
    paid = {call["step"]: call["cost"] for call in recorded_calls(ledger, first.id)}
    assert cost_of_answers(ledger, second.id, {"step b"}) == paid["step b"] > 0
    assert cost_of_answers(ledger, first.id, {"step a", "step b"}) == pytest.approx(sum(paid.values()))
    assert cost_of_answers(ledger, first.id, {"another step"}) is None
    assert cost_of_answers(ledger, unpriced.id, {"step a"}) is None


async def test_spending_is_unknown_first_and_then_by_size(ledger: Path) -> None:
    unknown, known = spending(ledger, "model")
    assert (unknown.of, unknown.cost, unknown.calls) == ("custom/two", None, 1)
    assert (known.of, known.calls, known.answers) == ("custom/one", 3, 3)
    assert known.cost == pytest.approx((known.input_tokens + known.output_tokens) / 1000)
    assert next(each.of for each in spending(ledger, "step")) == "step a"
    assert len(spending(ledger, "day")) == 1


async def test_runs_are_found_by_the_beginning_of_their_name(ledger: Path) -> None:
    last, second, _ = runs(ledger)
    assert run_named(ledger, "last") == last
    assert run_named(ledger, second.id) == second
    with pytest.raises(UsageError, match=r"no run of .* begin with 'x'"):
        run_named(ledger, "x")
    with pytest.raises(UsageError, match="3 runs of"):
        run_named(ledger, "20")


async def test_calls_are_paged_and_found_by_their_key(ledger: Path) -> None:
    second = runs(ledger)[1]
    page = page_of_calls(ledger, second.id, first=1, most=5)
    assert page.of == 2
    assert [call["step"] for call in page.calls] == ["step c"]
    assert recorded_call(ledger, page.calls[0]["key"]) == page.calls[0]
    assert recorded_call(ledger, "00" * 32) is None
    assert models_asked(ledger) == ["custom/two", "custom/one"]


def test_a_ledger_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no ledger .* yet"):
        runs(tmp_path / "none.sqlite")
    assert not (tmp_path / "none.sqlite").exists()


def test_a_file_that_is_not_a_ledger_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.sqlite").write_text("not a database, but long enough to be read as one " * 40)
    with pytest.raises(FabulaError, match=r"notes\.sqlite is damaged or not a ledger"):
        runs(tmp_path / "notes.sqlite")


async def test_estimates_are_scaled_by_what_a_server_counted_before(
    loopback: Loopback, tmp_path: Path
) -> None:
    settings = DoorSettings(base_url=loopback.url, ledger=tmp_path / "ledger.sqlite")
    async with open_door("custom/one", settings) as door:
        await door.ask_text(ChatRequest("step", (ChatMessage("user", "word " * 400),)))
        counted = door.tally.input_tokens
    ledger = KeptLedger(tmp_path / "ledger.sqlite")
    estimate = estimate_input(ChatRequest("step", (ChatMessage("user", "word " * 400),)))
    assert ledger.input_ratio(loopback.url, "custom/one") == pytest.approx(counted / estimate)
    assert ledger.input_ratio(loopback.url, "custom/other") == 1.0
    ledger.close()
