"""Several models in one run: one budget for all of them, and what each cost, answers from the ledger counted too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from fabula.models.archive import recorded_calls
from fabula.models.chat import StepTally, Tally
from fabula.models.config import default_ledger, load_config
from fabula.models.door import Door, DoorSettings, open_door

T = TypeVar("T")
L = TypeVar("L", bound=BaseModel)


async def each_model(
    names: Sequence[str],
    settings: DoorSettings,
    work: Callable[[Door], Awaitable[T]],
    first: Door | None = None,
    spent: Tally | None = None,
) -> list[T]:
    """The work behind each model's door in turn. `first` is open already; the others share what is left of the budget.

    `spent` is what the run has used before; where the run is a rehearsal, what the others would take is added to it.
    """
    found: list[T] = []
    used: list[Tally] = []
    if first is not None:
        found.append(await work(first))
        used.append(first.tally)
    elif spent is not None:
        used.append(spent)
    for name in names:
        async with open_door(name, left(settings, used)) as door:
            found.append(await work(door))
        if settings.rehearsal and (whole := first.tally if first else spent):
            absorb(whole, door.tally, name)
        else:
            used.append(door.tally)
    return found


def left(settings: DoorSettings, used: Sequence[Tally]) -> DoorSettings:
    """The settings with what others have used taken off the budget."""
    cost, calls = settings.max_cost, settings.max_calls
    return replace(
        settings,
        max_cost=None if cost is None else max(0.0, cost - sum(each.cost or 0.0 for each in used)),
        max_calls=None if calls is None else max(0, calls - sum(each.calls for each in used)),
    )


def absorb(whole: Tally, part: Tally, name: str) -> None:
    """Add one model's plan to the plan of the run, its steps under its name."""
    whole.calls += part.calls
    whole.cached += part.cached
    whole.input_tokens += part.input_tokens
    whole.output_tokens += part.output_tokens
    whole.cost = None if whole.cost is None or part.cost is None else whole.cost + part.cost
    for step, tally in part.by_step.items():
        held = whole.by_step.setdefault(f"{step}, {name}", StepTally())
        held.calls += tally.calls
        held.cached += tally.cached
        held.input_tokens += tally.input_tokens
        held.output_tokens += tally.output_tokens
        held.cost = None if held.cost is None or tally.cost is None else held.cost + tally.cost


def run_cost(door: Door, settings: DoorSettings) -> float | None:
    """What the answers of a closed run cost, whenever they were paid for; None where a price is not known."""
    if settings.rehearsal or door.run.endpoint == "replay":
        return None
    ledger = settings.ledger or default_ledger(load_config())
    costs = [call["cost"] for call in recorded_calls(ledger, door.run.id)]
    return None if not costs or None in costs else float(sum(costs))


def priced(door: Door, lines: Sequence[L], field: str, settings: DoorSettings) -> list[L]:
    """The lines of a closed run with its cost shared out over them, so that their sum is what was paid."""
    cost = run_cost(door, settings)
    if cost is None or not lines:
        return list(lines)
    return [line.model_copy(update={field: cost / len(lines)}) for line in lines]
