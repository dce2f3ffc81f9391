"""What a run may spend. A call is let through only if its dearest outcome still fits; what is kept is said."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fabula.errors import FabulaError


class BudgetSpent(FabulaError):
    """The run reached --max-cost or --max-calls and stopped; every answer so far is in the ledger."""


@dataclass(slots=True)
class Reservation:
    """Room held for one call until its bill is known."""

    cost: float


class Budget:
    """Holds the run to its caps: near a cap calls wait for those in flight to be billed, and only then is it the end."""

    def __init__(self, max_cost: float | None, max_calls: int | None) -> None:
        self.max_cost = max_cost
        self.max_calls = max_calls
        self.spent = 0.0
        self.calls = 0
        self._held_cost = 0.0
        self._held_calls = 0
        self._settled = asyncio.Event()

    async def reserve(self, dearest: float) -> Reservation:
        """Room for a call that can cost this much at most; BudgetSpent if there is none."""
        while not self._fits(dearest):
            if not self._held_calls:
                raise self._spent(dearest)
            self._settled.clear()
            await self._settled.wait()
        self._held_cost += dearest
        self._held_calls += 1
        return Reservation(dearest)

    def settle(self, held: Reservation, cost: float | None) -> None:
        """The call's bill; None for a call that brought no answer and is taken as free."""
        self._held_cost -= held.cost
        self._held_calls -= 1
        if cost is not None:
            self.spent += cost
            self.calls += 1
        self._settled.set()

    def _fits(self, dearest: float) -> bool:
        if self.max_calls is not None and self.calls + self._held_calls >= self.max_calls:
            return False
        return self.max_cost is None or self.spent + self._held_cost + dearest <= self.max_cost

    def _spent(self, dearest: float) -> BudgetSpent:
        if self.max_calls is not None and self.calls >= self.max_calls:
            cap = f"--max-calls {self.max_calls} is reached"
        else:
            cap = (
                f"--max-cost {self.max_cost:g} is reached: {self.spent:.4f} US dollars are spent and the next call"
                f" can cost up to {dearest:.4f}"
            )
        return BudgetSpent(
            f"{cap}. Answers of this run kept in the ledger: {self.calls};"
            " run the same command with a higher cap to go on from here"
        )
