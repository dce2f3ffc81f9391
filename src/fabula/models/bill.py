"""What a run asked and what it cost: in all, by step, and for each book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from fabula.models.budget import Budget
from fabula.models.chat import ChatRequest, Completion, StepTally, Tally, Usage
from fabula.models.ledger.tables import SetAside
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
    """The budget and the tally that several models share. In the tally each step has its model's name."""

    budget: Budget
    tally: Tally


class Bill:
    """Counts every call. Without a price the cost stays unknown."""

    def __init__(self, price: Price | None, model: str = "", joint: Joint | None = None) -> None:
        self._price = price
        self._model = model
        self._joint = joint.tally if joint else None
        self.tally = Tally(cost=0.0 if price else None, gpu_hour=price.gpu_hour if price else None)
        if self._joint and price is None:
            self._joint.cost = None

    @contextmanager
    def share(self) -> Iterator[Tally]:
        """Also count what is asked inside this block by itself."""
        own = Tally(cost=0.0 if self._price else None)
        before = _SHARE.set(own)
        try:
            yield own
        finally:
            _SHARE.reset(before)

    def cost(self, usage: Usage) -> float | None:
        """The cost of these tokens; None if the price is unknown."""
        return self._price.of(usage) if self._price else None

    def sent(self) -> None:
        """Count a request as in flight."""
        for tally in self._runs():
            tally.in_flight += 1

    def came_back(self) -> None:
        """The request in flight has ended, with or without an answer."""
        for tally in self._runs():
            tally.in_flight -= 1

    def charge(self, request: ChatRequest, completion: Completion) -> float:
        """Count a paid request; its cost comes back, 0 if unknown."""
        cost = self.cost(completion.usage)
        for tally in self._tallies(request):
            tally.calls += 1
            tally.answers += len(completion.choices)
            tally.input_tokens += completion.usage.input_tokens
            tally.output_tokens += completion.usage.output_tokens
            tally.cost = None if cost is None or tally.cost is None else tally.cost + cost
        return cost or 0.0

    def note_cached(self, request: ChatRequest, answers: int) -> None:
        """Count answers that were in the ledger already."""
        for tally in self._tallies(request):
            tally.cached += answers

    @contextmanager
    def waiting(self, answers: int) -> Iterator[None]:
        """Count answers as fetched by another run while this one waits for them."""
        for tally in self._runs():
            tally.elsewhere += answers
        try:
            yield
        finally:
            for tally in self._runs():
                tally.elsewhere -= answers

    def note_asked_again(self, useless: SetAside) -> None:
        """Count answers of earlier runs that were of no use, and what they had cost."""
        for tally in self._runs():
            tally.asked_again += useless.answers
            known = None not in (useless.cost, tally.asked_again_cost)
            tally.asked_again_cost = (tally.asked_again_cost or 0) + (useless.cost or 0) if known else None

    def note_failed(self, request: ChatRequest, answers: int) -> None:
        """Count answers that never came."""
        for tally in self._tallies(request):
            tally.failed += answers

    def _tallies(self, request: ChatRequest) -> Iterator[Tally | StepTally]:
        """Every tally that counts this call: the run, its step, and the current share."""
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
