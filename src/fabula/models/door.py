"""All requests to models go through a Door. Every answer is in the ledger before it is used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from fabula.digests import digest
from fabula.languages import Language
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
from fabula.models.local.worth import small_model
from fabula.models.outcomes import Outcomes
from fabula.models.payments import Payments, Question
from fabula.models.prices import Price
from fabula.models.prompts import Prompt, in_english, load_prompt
from fabula.models.providers import Address, ModelSettings, base_url_given
from fabula.models.replicates import Repeated
from fabula.models.retry import TemporaryFailure
from fabula.models.sending import Sender
from fabula.models.servers import server_identity
from fabula.models.shared_budget import budget_of
from fabula.models.structured import declined, empty, read_answer, schema_of
from fabula.models.thoughts import without_thoughts
from fabula.models.tries import Tries
from fabula.notices import Notice
from fabula.request import Request
from fabula.result import ModelUsed
from fabula.signature import sign

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


class Door:
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
        self.model = model.name
        self._label = where.label if where else None
        self._parameters = where.file.head.parameters if where and where.file else None
        self._by_vllm = bool(where and where.weights)
        self._own = where.settings if where else ModelSettings()
        """What the user decided for this model in fabula.toml."""
        self.context = context
        """The most tokens that the model takes, where that is known."""
        self.reading: Door = self
        """The door through which what is read beforehand is asked for: summaries, cast, excerpts."""
        self.run = run
        self._bill = Bill(price, model.name, joint)
        self.tally = self._bill.tally
        self._model = model
        self._ledger = ledger
        self._settings = settings
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
        )
        self._flights = Flights(self._payments, limits.concurrency.most, caches=caches)
        self._stops_at_once = stops_at_once
        """What is in flight will not be billed: nobody waits for it when the run ends early."""
        if waves:
            for tally in (self.tally, *([joint.tally] if joint else [])):
                tally.batches.append(waves.tally)
        self._server = server_identity(model.name, model.endpoint, where.server if where else None)
        self._left_out: set[str] = set()
        self._in_english: dict[str, None] = {}
        self._repeated = Repeated()
        self._outcomes = Outcomes()
        if settings.watch and not joint:
            settings.watch(self.tally)

    @property
    def rehearsing(self) -> bool:
        """True in a rehearsal: answers are made up and alike. Do not drop repeated answers then, or later steps are not counted."""
        return self._settings.rehearsal

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

    def prompt(self, room: str, name: str, language: str) -> Prompt:
        """A prompt file, the user's own if there is one; the run's record and signatures name it."""
        prompt = load_prompt(room, name, language, self._settings.prompts)
        self.run.about.setdefault("prompts", {})[f"{room}/{prompt.name}.{prompt.language}"] = prompt.digest
        asked_for = Language.or_none(language)
        if asked_for is not None and prompt.language != asked_for:
            self._in_english[asked_for] = None
        return prompt

    @property
    def asked_in_english(self) -> tuple[str, ...]:
        """The languages of texts for which there was no prompt, so that the questions about them were in English."""
        return tuple(dict.fromkeys([*self._in_english, *(self.reading._in_english if self._read else ())]))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of how this run's questions were asked and read."""
        cut = self._payments.cut + (self.reading._payments.cut if self._read else [])
        known = (
            *in_english(self.asked_in_english),
            *self._of_local,
            *self.one_answer_repeated,
            *self.nothing_usable,
        )
        if not cut:
            return known
        worst = min(cut, key=lambda each: each.read / each.asked)
        told = Notice.of(
            "models.read-in-part", model=self.model, n=len(cut), read=worst.read, asked=worst.asked
        )
        return (*known, told)

    @property
    def nothing_usable(self) -> tuple[Notice, ...]:
        """Said where not one answer of this model can be used."""
        said = None if self.rehearsing else self._outcomes.notice
        return (said,) if said else ()

    @property
    def one_answer_repeated(self) -> tuple[Notice, ...]:
        """Said where replicates were asked for, and each question got one answer word for word as often as it was asked."""
        said = None if self.rehearsing else self._repeated.notice
        return (said,) if said else ()

    @property
    def waits(self) -> bool:
        """Whether a run that ends early waits for what is in flight."""
        return not self._stops_at_once

    @property
    def _of_local(self) -> tuple[Notice, ...]:
        """A word on a model that runs without a server: a small one that judges alone, or vLLM."""
        if self._by_vllm:
            return (Notice.of("models.vllm-not-measured", model=self.model),)
        said = small_model(self.model, self._parameters)
        return (said,) if said else ()

    @property
    def models(self) -> tuple[str, ...]:
        """The model that is asked and the one that reads, as `Doors.models` gives several."""
        return tuple(dict.fromkeys((self.model, self.reading.model)))

    async def cost_of(self, steps: Collection[str]) -> float | None:
        """What this run's answers to these steps cost, whenever they were paid for; None where no price is known."""
        if not isinstance(self._ledger, KeptLedger):
            return None
        await self._ledger.written()
        return cost_of_answers(self._ledger.place, self.run.id, steps)

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the server refused, where an answer of this run was made without it."""
        return tuple(sorted(self._left_out | (set(self.reading.left_out) if self._read else set())))

    @property
    def model_used(self) -> ModelUsed:
        """The model as results name it."""
        return ModelUsed(
            name=self.model,
            base_url=base_url_given(self.model, self.run.endpoint),
            label=self._label,
            settings=self._own.signed,
            reading=(self.reading._label or self.reading.model) if self._read else None,
            left_out=self.left_out,
            parameters=self._parameters,
            asked_in_english=self.asked_in_english,
            read_in_part=len(self._payments.cut) + (len(self.reading._payments.cut) if self._read else 0),
        )

    @property
    def _read(self) -> bool:
        """Whether another model was asked to read."""
        return self.reading is not self and bool(self.reading._bill.tally.by_step)

    @property
    def signed_name(self) -> str:
        """The model with what fabula.toml decided for it, for signatures of several models."""
        decided = ",".join(f"{name}={value}" for name, value in self._own.signed.items())
        return f"{self.model}[{decided}]" if decided else self.model

    def sign(
        self,
        request: Request | None,
        method: str,
        *,
        asked: Mapping[str, object] | None = None,
        engines: Mapping[str, str] | None = None,
        digests: Mapping[str, str | None] | None = None,
        prompts: Iterable[str] | None = None,
    ) -> str:
        """The signature of a number made from these answers; call it once the answers are there.

        It adds what only the door knows to `fabula.signature.sign`: the model, what the server did not take, and the
        prompts. `prompts` are the digests of those that this number was made with; without it, of all that were used
        through this door.
        """
        used = list(self.run.about.get("prompts", {}).values() if prompts is None else prompts)
        if self._read:
            used += [] if prompts is not None else self.reading.run.about.get("prompts", {}).values()
            engines = {"reading": self.reading.signed_name, **(engines or {})}
        known = sorted(set(used))
        line = sign(
            request, method, model=self.model, asked={**(asked or {}), **self._own.signed},
            left_out=self.left_out, engines=engines,
            digests={"prompt": digest(known) if known else None, **(digests or {})},
        )  # fmt: skip
        self._record(line)
        return line

    def _record(self, signature: str) -> None:
        known = self.run.about.setdefault("signatures", [])
        if signature not in known:
            known.append(signature)

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
