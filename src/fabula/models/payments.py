"""Pays for questions: within the budget, by the sender or by a batch, and into the ledger before anyone uses the answer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from fabula.errors import FabulaError
from fabula.models.batches.counting import CountedWaves
from fabula.models.batches.waves import SHARE_OF_PRICE, Waves
from fabula.models.bill import Bill
from fabula.models.budget import Budget
from fabula.models.chat import (
    ChatModel,
    ChatRequest,
    Choice,
    Completion,
    JsonSchema,
    Unusable,
    Usage,
    estimate_input,
)
from fabula.models.ledger.calls import Call, canonical
from fabula.models.ledger.kept import KeptLedger, Ledger
from fabula.models.retry import Clock, GaveUp
from fabula.models.sending import Keep, Saved, Sender
from fabula.notices import Notice

_FAILED_IN_A_ROW = 3
_WORTH_COUNTING = 2_000
_CERTAINLY_CUT = 0.4
"""No tokenizer needs so few of the tokens that we estimate."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question as a door puts it."""

    request: ChatRequest
    schema: JsonSchema | None
    body: Mapping[str, Any]
    samples: bool = False
    """The temperature lets answers to it differ."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A question that a server seems to have cut."""

    read: int
    """Tokens that it counted."""
    asked: int
    """About as many were sent."""


@dataclass(slots=True)
class Payments:
    """Everything that one paid request passes through."""

    model: ChatModel
    ledger: Ledger
    bill: Bill
    budget: Budget
    sender: Sender
    clock: Clock
    run: str
    """The run that pays."""
    input_ratio: float
    """Input tokens that the server counts for each one that we estimate."""
    waves: Waves | CountedWaves | None = None
    context: int | None = None
    """The most tokens that the model takes, where that is known."""
    cut: list[Cut] = field(default_factory=list)
    """Questions of which the server seems to have read only a part."""
    _failed_in_a_row: int = 0

    async def paid(self, question: Question, wanted: Mapping[int, bytes]) -> Mapping[int, Choice | Unusable]:
        request, n = question.request, len(wanted)
        guess = estimate_input(request)
        estimate = round(guess * self.input_ratio)
        self.sender.check()
        if self.context is not None and estimate > self.context:
            raise FabulaError(
                f"{request.step}: a question of about {estimate:,} tokens is longer than the {self.context:,} that {self.model.name}"
                " takes: choose smaller segments, or a model with a longer context"
            )
        most = Usage(
            estimate,
            (request.max_tokens + self.model.room) * n,
            kept_tokens=estimate,  # written to the server's cache, input can cost more than other input
            share=SHARE_OF_PRICE if self.waves else 1.0,
        )
        held = await self.budget.reserve(self.bill.cost(most) or 0.0)
        paid: float | None = None

        async def keep(completion: Completion, seconds: float) -> Saved:
            nonlocal paid
            paid = self.bill.charge(request, completion)
            self._failed_in_a_row = 0
            self._note_cut(completion.usage, guess)
            calls = self._calls(question, wanted, completion, estimate, seconds)
            saved = await self.ledger.save(calls)
            return {call.replicate: choice for call, choice in zip(calls, saved, strict=True)}

        try:
            if self.waves:
                return await self._in_a_wave(self.waves, request, question.schema, wanted, keep)
            if not isinstance(self.ledger, KeptLedger):
                return await keep(await self.model.complete(request, question.schema, n), 0.0)
            if n == 1 and request.seed is not None:
                request = replace(request, seed=request.seed + min(wanted))
            return await self.sender.send(request, question.schema, n, estimate, keep)
        except GaveUp as failure:
            return self._failed(request, wanted, failure.notice)
        finally:
            self.budget.settle(held, paid)

    def _note_cut(self, usage: Usage, asked: int) -> None:
        """Some servers cut a question that is longer than their context, and say nothing; their count shows it."""
        if usage.reported and asked >= _WORTH_COUNTING and usage.input_tokens < asked * _CERTAINLY_CUT:
            self.cut.append(Cut(usage.input_tokens, asked))

    async def _in_a_wave(
        self,
        waves: Waves | CountedWaves,
        request: ChatRequest,
        schema: JsonSchema | None,
        wanted: Mapping[int, bytes],
        keep: Keep,
    ) -> Saved:
        name, began = wanted[min(wanted)].hex(), self.clock.now()
        completion = await waves.complete(request, schema, len(wanted), name)
        saved = await keep(completion, self.clock.now() - began)
        await waves.kept(name)
        return saved

    def _calls(
        self,
        question: Question,
        wanted: Mapping[int, bytes],
        completion: Completion,
        estimate: int,
        seconds: float,
    ) -> list[Call]:
        """The answers as the ledger keeps them."""
        body, trip, at = canonical(question.body), uuid4().hex, time.time()
        return [
            Call(
                wanted[replicate], body, replicate, self.run, trip, question.request.step, self.model.endpoint,
                self.model.name, choice, part, estimate if part.input_tokens else 0, self.bill.cost(part), seconds, at,
            )
            for replicate, choice, part in _one_by_one(sorted(wanted), completion.usage, completion.choices)
        ]  # fmt: skip

    def _failed(
        self, request: ChatRequest, wanted: Mapping[int, bytes], why: Notice
    ) -> dict[int, Choice | Unusable]:
        self.bill.note_failed(request, len(wanted))
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _FAILED_IN_A_ROW:
            raise FabulaError(
                f"{self._failed_in_a_row} requests in a row failed, the last one so: {why}."
                " Every answer so far is kept; run the same command again when the server works"
            )
        return {replicate: Unusable("failed", why) for replicate in wanted}


def _one_by_one(
    replicates: Sequence[int], usage: Usage, choices: Sequence[Choice]
) -> Iterator[tuple[int, Choice, Usage]]:
    """Each answer with its part of the tokens: the input counts for the first one, the output is divided."""
    share, over = divmod(usage.output_tokens, len(choices))
    for index, (replicate, choice) in enumerate(zip(replicates, choices, strict=False)):
        part = replace(usage, output_tokens=share + (0 if index else over))
        if index:
            part = replace(part, input_tokens=0, cached_tokens=0, kept_tokens=0)
        yield replicate, choice, part
