"""The costs of stories and judgements, including answers from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from fabula.models.door import Door

L = TypeVar("L", bound=BaseModel)

WRITING = frozenset({"story", "plan of a book", "chapter of a book", "note on a chapter"})
JUDGING = frozenset({"judgement", "duel", "note for a judge"})


async def priced(door: Door, lines: Sequence[L], steps: frozenset[str]) -> list[L]:
    """Shares the cost of the run's answers among the lines, so that their costs add up to what was paid."""
    cost = await door.cost_of(steps)
    if cost is None or not lines:
        return list(lines)
    name = "cost" if steps is WRITING else "judge_cost"
    return [line.model_copy(update={name: cost / len(lines)}) for line in lines]
