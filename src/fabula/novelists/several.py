"""Several models in one run: one budget for all of them, and what each cost, answers from the ledger counted too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import BaseModel

from fabula.models.archive import recorded_calls
from fabula.models.chat import StepTally, Tally
from fabula.models.config import default_ledger, load_config
from fabula.models.door import Door, DoorSettings, open_door

T = TypeVar("T")
L = TypeVar("L", bound=BaseModel)

WRITING = frozenset({"story", "plan of a book", "chapter of a book", "note on a chapter"})
JUDGING = frozenset({"judgement", "duel"})


@dataclass(slots=True)
class Purse:
    """What a run may spend, through the door that is open already and those of further models."""

    settings: DoorSettings
    first: Door
    used: list[Tally] = field(default_factory=list)
    """By the doors that were opened and closed since."""

    async def behind(self, name: str, work: Callable[[Door], Awaitable[T]]) -> T:
        """The work behind this model's door, with what is left of the budget; a rehearsal joins one plan."""
        if name == self.first.model:
            return await work(self.first)
        async with open_door(name, self._left()) as door:
            found = await work(door)
        if self.settings.rehearsal:
            absorb(self.first.tally, door.tally, name)
        else:
            self.used.append(door.tally)
        return found

    def usage(self) -> dict[str, int | float | None]:
        """What the run has taken through all its doors so far."""
        tallies = [self.first.tally, *self.used]
        costs = [each.cost for each in tallies]
        return {
            "calls": sum(each.calls for each in tallies),
            "cached": sum(each.cached for each in tallies),
            "cost": None if None in costs else sum(cost or 0.0 for cost in costs),
        }

    def _left(self) -> DoorSettings:
        cost, calls = self.settings.max_cost, self.settings.max_calls
        used = [self.first.tally, *self.used]
        return replace(
            self.settings,
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


def run_cost(door: Door, settings: DoorSettings, steps: frozenset[str]) -> float | None:
    """What a closed run's answers of these steps cost, whenever they were paid for; None where no price is known."""
    if settings.rehearsal or door.run.endpoint == "replay":
        return None
    ledger = settings.ledger or default_ledger(load_config())
    costs = [call["cost"] for call in recorded_calls(ledger, door.run.id) if call["step"] in steps]
    return None if not costs or None in costs else float(sum(costs))


def priced(door: Door, lines: Sequence[L], settings: DoorSettings, steps: frozenset[str]) -> list[L]:
    """The lines of a closed run with its cost shared out over them, so that their sum is what was paid."""
    cost = run_cost(door, settings, steps)
    if cost is None or not lines:
        return list(lines)
    name = "cost" if steps is WRITING else "judge_cost"
    return [line.model_copy(update={name: cost / len(lines)}) for line in lines]
