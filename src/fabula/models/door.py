"""All requests to models go through a Door. Every answer is in the ledger before it is used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import (
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from fabula.models.account import Account
from fabula.models.batches.counting import CountedWaves
from fabula.models.batches.waves import Waves
from fabula.models.bill import Bill, Joint
from fabula.models.chat import (
    ChatModel,
    ChatRequest,
    Choice,
    Embedder,
    JsonSchema,
    Tally,
    Unusable,
)
from fabula.models.door_settings import DoorSettings
from fabula.models.flights import Flights
from fabula.models.ledger.archive import cost_of_answers
from fabula.models.ledger.calls import call_key, request_body
from fabula.models.ledger.kept import KeptLedger, Ledger
from fabula.models.ledger.runs import Run, Status, write_run
from fabula.models.limits import Limits
from fabula.models.payments import Payments, Question
from fabula.models.prices import Price
from fabula.models.providers import Address
from fabula.models.retry import TemporaryFailure
from fabula.models.sending import Sender
from fabula.models.servers import server_identity
from fabula.models.shared_budget import budget_of
from fabula.models.structured import declined, empty, read_answer, schema_of
from fabula.models.thoughts import without_thoughts
from fabula.models.tries import Tries
from fabula.notices import Notice

T = TypeVar("T", bound=BaseModel)

_FAILED_IN_A_ROW = 3
_WHOLE_WAVE = 10**6
"""Questions that may be claimed at once where they go as batches: all that are ready."""
_WORTH_CACHING = 1_024
"""Tokens from which providers keep the beginning of a question."""


@dataclass(frozen=True, slots=True)
class Weighed(Generic[T]):
    """An answer of a type, and what it was read from."""

    answer: T | Unusable
    choice: Choice | None
    """None where nothing came."""


class Door(Account):
    """Asks one model. Any number of tasks of one event loop may use it at the same time."""

    def __init__(
        self,
        model: ChatModel,
        ledger: Ledger,
        settings: DoorSettings,
        price: Price | None,
        limits: Limits,
        run: Run,
        input_ratio: float = 1.0,
        joint: Joint | None = None,
        where: Address | None = None,
        *,
        context: int | None = None,
        caches: bool = False,
        waves: Waves | CountedWaves | None = None,
        stops_at_once: bool = False,
    ) -> None:
        self._bill = Bill(price, model.name, joint)
        super().__init__(model.name, where, settings, run, self._bill.tally)
        self.context = context
        """The most tokens that the model takes, where that is known."""
        self.reading: Door = self
        """The door through which what is read beforehand is asked for: summaries, cast, excerpts."""
        self._model = model
        self._ledger = ledger
        self._sender = Sender(model, limits, settings.retry, settings.clock, self._bill)
        budget = joint.budget if joint else budget_of(settings)
        self._own_budget = None if joint else budget
        self._payments = Payments(
            model,
            ledger,
            self._bill,
            budget,
            self._sender,
            settings.clock,
            run.id,
            input_ratio,
            waves,
            context,
            self.cut,
        )
        self._flights = Flights(self._payments, limits.concurrency.most, caches=caches)
        self._stops_at_once = stops_at_once
        """What is in flight will not be billed: nobody waits for it when the run ends early."""
        if waves:
            for tally in (self.tally, *([joint.tally] if joint else [])):
                tally.batches.append(waves.tally)
        self._server = server_identity(model.name, model.endpoint, where.server if where else None)
        if settings.watch and not joint:
            settings.watch(self.tally)

    async def probe(self) -> None:
        """Stop before anything is read where the key is refused or nothing answers. It costs nothing.

        Where the ledger has answers of this model, they may be all that the run needs: then the first question finds out.
        """
        if isinstance(self._ledger, KeptLedger) and not self._ledger.knows(self._model.endpoint, self.model):
            with suppress(TemporaryFailure):  # busy now is no reason to stop: a run tries again
                await self._model.probe()

    @property
    def stopped(self) -> bool:
        """True once nothing more will be sent (budget spent, key refused, server down): do not start further books."""
        reader = self.reading if self.reading is not self else None
        return self._sender.stopped is not None or (reader is not None and reader.stopped)

    def share(self) -> AbstractContextManager[Tally]:
        """Also count what is asked inside this block by itself: the cost of one book among many."""
        return self._bill.share()

    def embedder(self, name: str) -> Embedder | None:
        """An embedder by name, to be used beside this model: --base-url and FABULA_API_KEY stay the model's."""
        from fabula.models.vectors.embeddings import embedder

        return embedder(name, self._settings.base_url, self._settings.main)

    @property
    def waits(self) -> bool:
        """Whether a run that ends early waits for what is in flight."""
        return not self._stops_at_once

    async def cost_of(self, steps: Collection[str]) -> float | None:
        """What this run's answers to these steps cost, whenever they were paid for; None where no price is known."""
        if not isinstance(self._ledger, KeptLedger):
            return None
        await self._ledger.written()
        return cost_of_answers(self._ledger.place, self.run.id, steps)

    async def ask(self, request: ChatRequest, answer_type: type[T], replicate: int = 0) -> T | Unusable:
        """An answer of the type. A malformed answer is asked for again at most twice, with what was wrong; then it is Unusable."""
        return (await self.ask_weighed(request, answer_type, [replicate]))[0].answer

    async def ask_replicates(self, request: ChatRequest, answer_type: type[T], n: int) -> list[T | Unusable]:
        """Replicates 0 to n-1 of one question, in one request if the server supports `n`."""
        return [each.answer for each in await self.ask_weighed(request, answer_type, range(n))]

    async def ask_weighed(
        self,
        request: ChatRequest,
        answer_type: type[T],
        replicates: Sequence[int],
        serves: Callable[[Unusable], float] = lambda _: 0.0,
    ) -> list[Weighed[T]]:
        """These replicates of one question, each with the text that it was read from: `top_logprobs` come with it.

        `serves` says which part of a malformed answer serves the caller all the same, from 0 to 1. What serves whole is
        not asked for again by a later run.
        """
        request = replace(request, repeats=len(replicates))
        found = await self._answers(request, schema_of(answer_type), replicates)
        self._repeated.note([each.text for each in found if isinstance(each, Choice) and each.text.strip()])
        understood = (
            self._understood(request, each, answer_type, replicate, serves)
            for replicate, each in zip(replicates, found, strict=True)
        )
        weighed = list(await asyncio.gather(*understood))
        for each in weighed:
            self._outcomes.note(each.answer, serves)
        return weighed

    async def ask_text(
        self,
        request: ChatRequest,
        replicate: int = 0,
        serves: Callable[[Unusable], float] = lambda _: 0.0,
    ) -> Choice | Unusable:
        """Prose; Unusable where it is empty, refused or cut off at its token limit.

        With `top_logprobs` the log-probabilities are what is wanted, so a cut text is returned with them. `serves` is that
        of `ask_weighed`: what serves whole is not asked for again.
        """
        answer = await self._prose(request, replicate, serves)
        self._outcomes.note(answer, serves)
        return answer

    async def _prose(
        self, request: ChatRequest, replicate: int, serves: Callable[[Unusable], float]
    ) -> Choice | Unusable:
        tries = Tries(request)
        while True:
            found = (await self._answers(tries.request, None, [replicate]))[0]
            if isinstance(found, Unusable):
                return found
            if found.finish == "refusal":
                return declined(found.text)
            whole = found.text
            if not found.logprobs:  # they stand beside the whole text
                found = replace(found, text=without_thoughts(whole))
            if found.text.strip() and (found.finish != "length" or found.logprobs):
                return found
            if await self._has_more_room(tries.request, None, replicate, found):
                continue
            useless = empty(whole)
            if found.finish == "length" and not found.logprobs:
                notice = Notice.of("models.reached-limit-of", n=request.max_tokens)
                useless = Unusable("cut off", notice, found.text)
            if serves(useless) == 1:
                return useless
            tries.note(found, useless)
            over = useless.reason == "cut off" or tries.over
            if over and not await self._begun_afresh(tries, None, replicate):
                return useless

    async def close(self, status: Status) -> None:
        """Wait for requests in flight, cancel the others, and write the record of the run."""
        try:
            await self._flights.close(self._settings.grace, waits=self.waits)
            await self._model.close()
        finally:  # also where the user will not wait
            if self._own_budget:
                self._own_budget.close()
            self._close_ledger(status)

    def _close_ledger(self, status: Status) -> None:
        kept = self._ledger if isinstance(self._ledger, KeptLedger) else None
        if kept:
            self.run.ended, self.run.status = time.time(), status
            write_run(kept, self.run, self._bill.tally)
        self._ledger.close()
        if kept and kept.failure and status == "done":
            raise kept.failure

    async def _understood(
        self,
        request: ChatRequest,
        found: Choice | Unusable,
        answer_type: type[T],
        replicate: int,
        serves: Callable[[Unusable], float],
    ) -> Weighed[T]:
        schema, tries = schema_of(answer_type), Tries(request)
        while True:
            if isinstance(found, Unusable):
                return Weighed(found, None)
            answer = read_answer(found, answer_type)
            if not isinstance(answer, Unusable) or answer.reason == "refusal":
                return Weighed(answer, found)
            if not await self._has_more_room(tries.request, schema, replicate, found):
                if found.cramped is not None:
                    return Weighed(answer, found)  # it would be cut off in thought again
                tries.note(found, answer)
            if tries.over and (serves(answer) == 1 or not await self._begun_afresh(tries, schema, replicate)):
                return Weighed(answer, found)
            found = (await self._answers(tries.request, schema, [replicate]))[0]

    async def _begun_afresh(self, tries: Tries, schema: JsonSchema | None, replicate: int) -> bool:
        """Whether the question is asked from the beginning: where only earlier runs have tried it, and in vain."""
        if not tries.all_earlier:
            return False
        keys = [call_key(self._body(each, schema), replicate) for each in tries.asked]
        self._bill.note_asked_again(await self._ledger.set_aside(keys, self.run.id))
        tries.begin()
        return True

    async def _has_more_room(
        self, request: ChatRequest, schema: JsonSchema | None, replicate: int, found: Choice
    ) -> bool:
        """Whether the model gets more room for thoughts, after it was cut off in thought. The short answer is set aside."""
        if found.cramped is None or not self._model.grow(found.cramped):
            return False
        key = call_key(self._body(request, schema), replicate)
        await self._ledger.set_aside([key], self.run.id, earlier=False)
        return True

    def _body(self, request: ChatRequest, schema: JsonSchema | None) -> Mapping[str, Any]:
        return request_body(self._server, self.model, request, schema, self._own)

    async def _answers(
        self, request: ChatRequest, schema: JsonSchema | None, replicates: Sequence[int]
    ) -> list[Choice | Unusable]:
        """The answers in order: from the ledger, from a request in flight, or from a new request."""
        warmth = request.temperature if self._own.temperature is None else self._own.temperature
        samples = warmth > 0 and not self.rehearsing
        question = Question(request, schema, self._body(request, schema), samples)
        answers = await self._flights.answers(question, replicates)
        self._left_out.update(*(each.left_out for each in answers if isinstance(each, Choice)))
        return answers
