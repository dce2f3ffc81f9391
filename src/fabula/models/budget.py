"""What a run may spend. A call is sent only if the most it can cost still fits the budget."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fabula.errors import FabulaError


class BudgetSpent(FabulaError):
    """The run reached --max-cost or --max-calls and stopped; every answer so far is in the ledger."""

    def __init__(self, said: str, next_call: float | None = None) -> None:
        super().__init__(said)
        self.next_call = next_call
        """What the next call can cost at most, where the cost was the limit."""


@dataclass(slots=True)
class Reservation:
    """The most that one call can cost, reserved until its cost is known."""

    cost: float


class Budget:
    """Keeps a run within its limits. Close to a limit, calls wait until those in flight are billed."""

    def __init__(self, max_cost: float | None, max_calls: int | None) -> None:
        self.max_cost = max_cost
        self.max_calls = max_calls
        self.spent = 0.0
        self.calls = 0
        self._held_cost = 0.0
        self._held_calls = 0
        self._settled = asyncio.Event()

    async def reserve(self, dearest: float) -> Reservation:
        """Reserve the most that a call can cost; BudgetSpent if that does not fit."""
        while not self._fits(dearest):
            if not self._held_calls:
                raise self._spent(dearest)
            self._settled.clear()
            await self._settled.wait()
        self._held_cost += dearest
        self._held_calls += 1
        return Reservation(dearest)

    def settle(self, held: Reservation, cost: float | None) -> None:
        """Replace a reservation by the call's cost; None for a call without an answer, which counts as free."""
        self._held_cost -= held.cost
        self._held_calls -= 1
        if cost is not None:
            self.spent += cost
            self.calls += 1
        self._settled.set()

    def close(self) -> None:
        """Nothing is open: the budget of one run is in memory."""

    def _fits(self, dearest: float) -> bool:
        if self.max_calls is not None and self.calls + self._held_calls >= self.max_calls:
            return False
        return self.max_cost is None or self.spent + self._held_cost + dearest <= self.max_cost

    def _spent(self, dearest: float) -> BudgetSpent:
        if self.max_calls is not None and self.calls >= self.max_calls:
            cap, next_call = f"--max-calls {self.max_calls} is reached", None
        else:
            next_call = dearest
            cap = (
                f"--max-cost {self.max_cost:g} is reached: {self.spent:.4f} US dollars are spent and the next call"
                f" can cost up to {dearest:.4f}"
            )
        return BudgetSpent(
            f"{cap}. Answers of this run kept in the ledger: {self.calls};"
            " run the same command with a higher cap to go on from here",
            next_call,
        )
