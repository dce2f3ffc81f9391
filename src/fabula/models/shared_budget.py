"""One budget of several runs, in several processes or on several machines, that share a ledger.

The ledger has what was spent under a name, and the most that each call in flight can cost. Every reservation is one transaction,
so two processes never both take what is left. What a killed process had in flight counts as spent: it may have been billed.
"""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import TYPE_CHECKING, Literal

from fabula.models.budget import Budget, Reservation
from fabula.models.config import default_ledger, load_config
from fabula.models.ledger.databases import Connection, Place
from fabula.models.ledger.kept import KeptLedger
from fabula.models.ledger.owners import Owner, is_alive, this_owner

if TYPE_CHECKING:
    from fabula.models.door_settings import DoorSettings

_PAUSE = 0.2
_LONGEST_CALL = 3600.0
"""Seconds after which a call of a process on another machine counts as lost."""


def budget_of(settings: DoorSettings) -> Budget:
    """The budget of this run alone, or the one that it shares. A rehearsal spends nothing."""
    if settings.budget is None or settings.rehearsal:
        return Budget(settings.max_cost, settings.max_calls)
    place = settings.ledger or default_ledger(load_config())
    return SharedBudget(place, settings.budget, settings.max_cost, settings.max_calls)


class SharedBudget(Budget):
    """The budget of this name in the ledger. --max-cost and --max-calls hold for all that was ever spent under it."""

    def __init__(self, place: Place, name: str, max_cost: float | None, max_calls: int | None) -> None:
        super().__init__(max_cost, max_calls)
        self._ledger = KeptLedger(place)
        self._name = name
        self._owner = this_owner()
        self._marks: dict[int, str] = {}

    async def reserve(self, dearest: float) -> Reservation:
        """Reserve the most that a call can cost; BudgetSpent if that does not fit and no call in flight can free more."""
        mark = token_hex(8)
        while (found := await self._ledger.do(lambda each: self._reserved(each, mark, dearest))) == "wait":
            await asyncio.sleep(_PAUSE)
        if found == "spent":
            raise self._spent(dearest)
        held = Reservation(dearest)
        self._marks[id(held)] = mark
        return held

    def settle(self, held: Reservation, cost: float | None) -> None:
        """Replace a reservation by the call's cost; None for a call without an answer, which counts as free.

        The cost is added first: a run that is killed between the two counts a call twice, and never loses one.
        """
        if cost is not None:
            self._ledger.execute(
                """INSERT INTO budgets (name, spent, calls) VALUES (?, ?, 1)
                ON CONFLICT (name) DO UPDATE SET spent = budgets.spent + excluded.spent, calls = budgets.calls + 1""",
                (self._name, cost),
            )
        self._ledger.execute("DELETE FROM holds WHERE mark = ?", (self._marks.pop(id(held)),))

    def close(self) -> None:
        self._ledger.close()

    def _reserved(
        self, connection: Connection, mark: str, dearest: float
    ) -> Literal["held", "wait", "spent"]:
        row = connection.execute("SELECT spent, calls FROM budgets WHERE name = ?", (self._name,)).fetchone()
        self.spent, self.calls = row or (0.0, 0)
        held = connection.execute(
            "SELECT cost, host, pid, born, until FROM holds WHERE budget = ?", (self._name,)
        ).fetchall()
        self._held_cost, self._held_calls = sum(each[0] for each in held), len(held)
        now = self._ledger.now(connection)
        if self._fits(dearest):
            connection.execute(
                "INSERT INTO holds (mark, budget, cost, host, pid, born, until) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    mark,
                    self._name,
                    dearest,
                    self._owner.host,
                    self._owner.pid,
                    self._owner.born,
                    now + _LONGEST_CALL,
                ),
            )
            return "held"
        lives = any(is_alive(Owner("", host, pid, born), until, now) for _, host, pid, born, until in held)
        return "wait" if lives else "spent"
