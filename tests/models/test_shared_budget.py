"""One budget of several processes on one ledger: together they never spend more, and what a killed one held counts."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from commands import FORKED
from fabula.errors import FabulaError, UsageError
from fabula.models.budget import BudgetSpent
from fabula.models.options import ModelOptions
from fabula.models.shared_budget import SharedBudget

NAME = "nightly"
MOST = 1.0
DEAREST = 0.02


async def spend(budget: SharedBudget, seed: int) -> float:
    """Calls, several at a time, until the budget says no. Most cost less than they might."""
    spent, dice = 0.0, random.Random(seed)

    async def calls() -> None:
        nonlocal spent
        while True:
            held = await budget.reserve(DEAREST)
            cost = dice.uniform(0.2, 1) * DEAREST
            await asyncio.sleep(0)
            spent += cost
            budget.settle(held, cost)

    try:
        await asyncio.gather(*(calls() for _ in range(4)))
    except BudgetSpent:
        return spent


def in_a_process(place: Path | str, seed: int, folder: Path, both_there: Barrier) -> None:
    budget = SharedBudget(place, NAME, MOST, None)
    both_there.wait(60)
    spent = asyncio.run(spend(budget, seed))
    budget.close()
    (folder / f"{seed}.json").write_text(json.dumps(spent), encoding="utf-8")


def spent_by_two(place: Path | str, folder: Path) -> list[float]:
    """What two processes spend side by side."""
    SharedBudget(place, NAME, MOST, None).close()
    both_there = FORKED.Barrier(2)
    both = [FORKED.Process(target=in_a_process, args=(place, seed, folder, both_there)) for seed in (1, 2)]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
    return [json.loads((folder / f"{seed}.json").read_text(encoding="utf-8")) for seed in (1, 2)]


def killed_in_flight(place: Path) -> None:
    budget = SharedBudget(place, NAME, MOST, None)
    asyncio.run(budget.reserve(0.9))
    os.kill(os.getpid(), signal.SIGKILL)


def test_two_processes_together_spend_no_more_than_one_may(tmp_path: Path) -> None:
    spent = spent_by_two(tmp_path / "ledger.sqlite", tmp_path)
    assert MOST - DEAREST <= sum(spent) <= MOST and min(spent) > 0


def test_what_a_killed_process_had_in_flight_counts_as_spent(tmp_path: Path) -> None:
    place = tmp_path / "ledger.sqlite"
    SharedBudget(place, NAME, MOST, None).close()
    killed = FORKED.Process(target=killed_in_flight, args=(place,))
    killed.start()
    killed.join(60)
    budget = SharedBudget(place, NAME, MOST, None)

    async def rest() -> None:
        budget.settle(await budget.reserve(0.1), None)
        with pytest.raises(FabulaError, match="--max-cost 1 is reached"):
            await budget.reserve(0.2)

    asyncio.run(rest())
    budget.close()


def test_a_name_without_a_cap_is_refused() -> None:
    with pytest.raises(UsageError, match="give --max-cost or --max-calls"):
        ModelOptions(model="custom/x", budget=NAME).settings({})
