"""What a run has asked and what it costs: the whole, step by step, and the share of each book that passes the door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from fabula.models.budget import Budget
from fabula.models.chat import ChatRequest, Completion, StepTally, Tally, Usage
from fabula.models.prices import Price
from fabula.result import UsageTotal

_SHARE: ContextVar[Tally | None] = ContextVar("share", default=None)


def usage_total(tally: Tally) -> UsageTotal:
    """A tally as results hold it."""
    return UsageTotal(
        calls=tally.calls,
        cached=tally.cached,
        input_tokens=tally.input_tokens,
        output_tokens=tally.output_tokens,
        cost=tally.cost,
    )


@dataclass(frozen=True, slots=True)
class Joint:
    """The budget and the tally that several models share. Each model's steps stand in the tally under its name."""

    budget: Budget
    tally: Tally


class Bill:
    """Counts every call where it belongs; without a price the cost is unknown and stays so."""

    def __init__(self, price: Price | None, model: str = "", joint: Joint | None = None) -> None:
        self._price = price
        self._model = model
        self._joint = joint.tally if joint else None
        self.tally = Tally(cost=0.0 if price else None)
        if self._joint and price is None:
            self._joint.cost = None

    @contextmanager
    def share(self) -> Iterator[Tally]:
        """What is asked inside, counted by itself too."""
        own = Tally(cost=0.0 if self._price else None)
        before = _SHARE.set(own)
        try:
            yield own
        finally:
            _SHARE.reset(before)

    def cost(self, usage: Usage) -> float | None:
        """What so many tokens cost."""
        return self._price.of(usage) if self._price else None

    def sent(self) -> None:
        """A request is on its way."""
        for tally in self._runs():
            tally.in_flight += 1

    def came_back(self) -> None:
        """It brought an answer, or nothing."""
        for tally in self._runs():
            tally.in_flight -= 1

    def charge(self, request: ChatRequest, completion: Completion) -> float:
        """A trip that was paid for; its cost, 0 where that is not known."""
        cost = self.cost(completion.usage)
        for tally in self._tallies(request):
            tally.calls += 1
            tally.input_tokens += completion.usage.input_tokens
            tally.output_tokens += completion.usage.output_tokens
            tally.cost = None if cost is None or tally.cost is None else tally.cost + cost
        return cost or 0.0

    def note_cached(self, request: ChatRequest, answers: int) -> None:
        """Answers that the ledger held already."""
        for tally in self._tallies(request):
            tally.cached += answers

    def note_failed(self, request: ChatRequest, answers: int) -> None:
        """Answers that were asked for and did not come."""
        for tally in self._tallies(request):
            tally.failed += answers

    def _tallies(self, request: ChatRequest) -> Iterator[Tally | StepTally]:
        """Where a call is counted: the run, its step, and the share of the one who asks."""
        yield from self._runs()
        yield self.tally.by_step.setdefault(request.step, StepTally())
        if self._joint:
            yield self._joint.by_step.setdefault(f"{request.step}, {self._model}", StepTally())
        if (own := _SHARE.get()) is not None:
            yield own

    def _runs(self) -> Iterator[Tally]:
        yield self.tally
        if self._joint:
            yield self._joint
