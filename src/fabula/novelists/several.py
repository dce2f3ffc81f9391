"""What stories and judgements cost, answers from the ledger counted too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from fabula.models.archive import cost_of_answers
from fabula.models.config import default_ledger, load_config
from fabula.models.door import Door, DoorSettings

L = TypeVar("L", bound=BaseModel)

WRITING = frozenset({"story", "plan of a book", "chapter of a book", "note on a chapter"})
JUDGING = frozenset({"judgement", "duel"})


def run_cost(door: Door, settings: DoorSettings, steps: frozenset[str]) -> float | None:
    """What a closed run's answers of these steps cost, whenever they were paid for; None where no price is known."""
    if settings.rehearsal or door.run.endpoint == "replay":
        return None
    return cost_of_answers(settings.ledger or default_ledger(load_config()), door.run.id, steps)


def priced(door: Door, lines: Sequence[L], settings: DoorSettings, steps: frozenset[str]) -> list[L]:
    """The lines of a closed run with its cost shared out over them, so that their sum is what was paid."""
    cost = run_cost(door, settings, steps)
    if cost is None or not lines:
        return list(lines)
    name = "cost" if steps is WRITING else "judge_cost"
    return [line.model_copy(update={name: cost / len(lines)}) for line in lines]
