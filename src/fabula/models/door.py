"""All requests to models go through a Door. Every answer is in the ledger before it is used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from pydantic import BaseModel

from fabula.digests import digest
from fabula.errors import FabulaError
from fabula.models.archive import cost_of_answers
from fabula.models.bill import Bill, Joint
from fabula.models.budget import Budget, BudgetSpent
from fabula.models.calls import Call, call_key, canonical, request_body
from fabula.models.chat import (
    ChatModel,
    ChatRequest,
    Choice,
    Completion,
    Embedder,
    JsonSchema,
    Tally,
    Unusable,
    Usage,
    estimate_input,
)
from fabula.models.ledger import FileLedger, Ledger
from fabula.models.limits import Limits
from fabula.models.prices import Price
from fabula.models.prompts import Prompt, load_prompt
from fabula.models.providers import base_url_given
from fabula.models.retry import Clock, GaveUp, RetryPolicy
from fabula.models.runs import Run, Status, write_run
from fabula.models.sending import Saved, Sender
from fabula.models.structured import ask_again, read_answer, schema_of
from fabula.notices import Notice
from fabula.request import Request
from fabula.result import ModelUsed
from fabula.signature import sign

T = TypeVar("T", bound=BaseModel)

_FURTHER_TRIES = 2
_FAILED_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """How to ask a model. The defaults are safe."""

    base_url: str | None = None
    main: tuple[str, ...] | None = None
    """The models of --model: `base_url` and FABULA_API_KEY are for their server alone. None: the one that is asked."""
    ledger: Path | None = None
    """None: FABULA_LEDGER, fabula.toml, or the user's own data folder."""
    prompts: Path | None = None
    """A folder of the user's own prompt files, used in place of ours."""
    max_cost: float | None = None
    max_calls: int | None = None
    concurrency: int | None = None
    """Most requests in flight; None for what suits the provider."""
    rehearsal: bool = False
    """--dry-run: nothing is sent; answers are made up and counted."""
    command: str = ""
    """What the user asked for, for the record of the run."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Inputs and seeds, for the record of the run."""
    watch: Callable[[Tally], None] | None = None
    """Called with the tally when the door opens; the tally then changes as the run goes on."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    attempt_timeout: float = 300.0
    grace: float = 60.0
    """Seconds to wait for requests in flight when a run ends early: they will be billed."""
    clock: Clock = field(default_factory=Clock)


@asynccontextmanager
async def open_door(model: str, settings: DoorSettings) -> AsyncIterator[Door]:
    """A door to a model, with its ledger and its record of the run. Closing it waits for requests in flight."""
    from fabula.models.opening import make_door

    door = make_door(model, settings)
    async with closed_at_the_end(door.close):
        yield door


@asynccontextmanager
async def closed_at_the_end(close: Callable[[Status], Awaitable[None]]) -> AsyncIterator[None]:
    """Call `close` with how the block ended: done, stopped by a budget or by the user, or failed."""
    try:
        yield
    except BaseException as error:
        stopped = isinstance(error, BudgetSpent | asyncio.CancelledError | KeyboardInterrupt)
        await close("stopped" if stopped else "failed")
        raise
    else:
        await close("done")


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
    ) -> None:
        self.model = model.name
        self.run = run
        self._bill = Bill(price, model.name, joint)
        self.tally = self._bill.tally
        self._model = model
        self._ledger = ledger
        self._settings = settings
        self._sender = Sender(model, limits, settings.retry, settings.clock, self._bill)
        self._budget = joint.budget if joint else Budget(settings.max_cost, settings.max_calls)
        self._input_ratio = input_ratio
        self._flights: dict[bytes, asyncio.Future[Choice | Unusable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._live = isinstance(ledger, FileLedger)
        """True where answers are real and kept, False in a rehearsal or a replay."""
        self._left_out: set[str] = set()
        self._n_honoured = True
        self._failed_in_a_row = 0
        if settings.watch and not joint:
            settings.watch(self.tally)

    @property
    def rehearsing(self) -> bool:
        """True in a rehearsal: answers are made up and alike. Do not drop repeated answers then, or later steps are not counted."""
        return self._settings.rehearsal

    @property
    def stopped(self) -> bool:
        """True once nothing more will be sent (budget spent, key refused, server down): do not start further books."""
        return self._sender.stopped is not None

    def share(self) -> AbstractContextManager[Tally]:
        """Also count what is asked inside this block by itself: the cost of one book among many."""
        return self._bill.share()

    def embedder(self, name: str) -> Embedder | None:
        """An embedder by name, to be used beside this model: --base-url and FABULA_API_KEY stay the model's."""
        from fabula.models.embeddings import embedder

        return embedder(name, self._settings.base_url, self._settings.main)

    def prompt(self, room: str, name: str, language: str) -> Prompt:
        """A prompt file, the user's own if there is one; the run's record and signatures name it."""
        prompt = load_prompt(room, name, language, self._settings.prompts)
        self.run.about.setdefault("prompts", {})[f"{room}/{prompt.name}.{language}"] = prompt.digest
        return prompt

    @property
    def models(self) -> tuple[str, ...]:
        """The one model, as `Doors.models` gives several."""
        return (self.model,)

    async def cost_of(self, steps: Collection[str]) -> float | None:
        """What this run's answers to these steps cost, whenever they were paid for; None where no price is known."""
        if not isinstance(self._ledger, FileLedger):
            return None
        await self._ledger.save([])  # what was noted before is on the disk after this
        return cost_of_answers(self._ledger.path, self.run.id, steps)

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the server refused, where an answer of this run was made without it."""
        return tuple(sorted(self._left_out))

    @property
    def model_used(self) -> ModelUsed:
        """The model as results name it."""
        base_url = base_url_given(self.model, self.run.endpoint)
        return ModelUsed(name=self.model, base_url=base_url, left_out=self.left_out)

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
        used = self.run.about.get("prompts", {}).values() if prompts is None else prompts
        known = sorted(set(used))
        line = sign(
            request, method, model=self.model, asked=asked, left_out=self.left_out, engines=engines,
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
        found = (await self._answers(request, schema_of(answer_type), [replicate]))[0]
        return await self._understood(request, found, answer_type, replicate)

    async def ask_replicates(self, request: ChatRequest, answer_type: type[T], n: int) -> list[T | Unusable]:
        """Replicates 0 to n-1 of one question, in one request if the server supports `n`."""
        found = await self._answers(request, schema_of(answer_type), range(n))
        understood = (self._understood(request, each, answer_type, index) for index, each in enumerate(found))
        return list(await asyncio.gather(*understood))

    async def ask_text(self, request: ChatRequest, replicate: int = 0) -> Choice | Unusable:
        """Prose; Unusable where it is empty, refused or cut off at its token limit.

        With `top_logprobs` the log-probabilities are what is wanted, so a cut text is returned with them.
        """
        for _ in range(_FURTHER_TRIES + 1):
            found = (await self._answers(request, None, [replicate]))[0]
            if isinstance(found, Unusable):
                return found
            if found.finish == "refusal":
                return Unusable("refusal", Notice.of("models.declined"), found.text)
            if found.finish == "length" and not found.logprobs:
                notice = Notice.of("models.reached-limit-of", n=request.max_tokens)
                return Unusable("cut off", notice, found.text)
            if found.text.strip():
                return found
            empty = Unusable("empty", Notice.of("models.answer-empty"), found.text)
            request = ask_again(request, found, empty)
        return empty

    async def close(self, status: Status) -> None:
        """Wait for requests in flight, cancel the others, and write the record of the run."""
        self._sender.stopped = self._sender.stopped or FabulaError("the run has ended: nothing more is asked")
        for task in self._tasks - self._sender.in_flight_tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._settings.grace)
        await self._model.close()
        if isinstance(self._ledger, FileLedger):
            self.run.ended, self.run.status = time.time(), status
            write_run(self._ledger, self.run, self.tally)
            self._ledger.close()
            if status == "done" and self._ledger.failure:
                raise self._ledger.failure

    async def _understood(
        self, request: ChatRequest, found: Choice | Unusable, answer_type: type[T], replicate: int
    ) -> T | Unusable:
        schema = schema_of(answer_type)
        for further in range(_FURTHER_TRIES + 1):
            if isinstance(found, Unusable):
                return found
            answer = read_answer(found, answer_type)
            if not isinstance(answer, Unusable) or answer.reason == "refusal" or further == _FURTHER_TRIES:
                return answer
            request = ask_again(request, found, answer)
            found = (await self._answers(request, schema, [replicate]))[0]
        raise AssertionError("the last try returns")

    async def _answers(
        self, request: ChatRequest, schema: JsonSchema | None, replicates: Sequence[int]
    ) -> list[Choice | Unusable]:
        """The answers in order: from the ledger, from a request in flight, or from a new request."""
        body = request_body(self._model.endpoint, self.model, request, schema)
        keys = {replicate: call_key(body, replicate) for replicate in replicates}
        found = {each: self._ledger.find(key) for each, key in keys.items() if key not in self._flights}
        known = {each: choice for each, choice in found.items() if choice is not None}
        missing = {each: keys[each] for each, choice in found.items() if choice is None}
        self._flights.update((key, _quiet_future()) for key in missing.values())
        flights = {replicate: self._flights[key] for replicate, key in keys.items() if replicate not in known}
        if known:
            self._ledger.used(self.run.id, [keys[each] for each in known])
            self._bill.note_cached(request, len(known))
        if missing:
            self._send(_Question(request, schema, body), missing)
        answers = [
            known[each] if each in known else await asyncio.shield(flights[each]) for each in replicates
        ]
        self._left_out.update(*(each.left_out for each in answers if isinstance(each, Choice)))
        return answers

    def _send(self, question: _Question, missing: Mapping[int, bytes]) -> None:
        """One request for all missing answers, or one for each if the server gives one answer at a time."""
        groups = [dict(missing)] if self._n_honoured else [{each: key} for each, key in missing.items()]
        for group in groups:
            task = asyncio.create_task(self._bring(question, group))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(self._sender.in_flight_tasks.discard)

    async def _bring(self, question: _Question, wanted: Mapping[int, bytes]) -> None:
        """Fetch answers, save them, and give them to every task that waits for them."""
        try:
            found = await self._paid(question, wanted)
            rest = {each: key for each, key in wanted.items() if each not in found}
            if rest:
                self._n_honoured = False
                self._send(question, rest)
            for replicate, choice in found.items():
                self._flights.pop(wanted[replicate]).set_result(choice)
        except BaseException as error:
            told = error if isinstance(error, Exception) else FabulaError("the request was cancelled")
            if not isinstance(error, asyncio.CancelledError):
                self._sender.stopped = self._sender.stopped or told
            for key in wanted.values():
                if key in self._flights:
                    self._flights.pop(key).set_exception(self._sender.stopped or told)
            if not isinstance(error, Exception):
                raise

    async def _paid(
        self, question: _Question, wanted: Mapping[int, bytes]
    ) -> Mapping[int, Choice | Unusable]:
        request, n = question.request, len(wanted)
        estimate = round(estimate_input(request) * self._input_ratio)
        self._sender.check()
        held = await self._budget.reserve(self._bill.cost(Usage(estimate, request.max_tokens * n)) or 0.0)
        paid: float | None = None

        async def keep(completion: Completion, seconds: float) -> Saved:
            nonlocal paid
            paid = self._bill.charge(request, completion)
            self._failed_in_a_row = 0
            calls = self._calls(question, wanted, completion, estimate, seconds)
            saved = await self._ledger.save(calls)
            return {call.replicate: choice for call, choice in zip(calls, saved, strict=True)}

        try:
            if not self._live:
                return await keep(await self._model.complete(request, question.schema, n), 0.0)
            if n == 1 and request.seed is not None:
                request = replace(request, seed=request.seed + min(wanted))
            return await self._sender.send(request, question.schema, n, estimate, keep)
        except GaveUp as failure:
            return self._failed(request, wanted, failure.notice)
        finally:
            self._budget.settle(held, paid)

    def _failed(
        self, request: ChatRequest, wanted: Mapping[int, bytes], why: Notice
    ) -> dict[int, Choice | Unusable]:
        self._bill.note_failed(request, len(wanted))
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _FAILED_IN_A_ROW:
            raise FabulaError(
                f"{self._failed_in_a_row} requests in a row failed, the last one so: {why}."
                " Every answer so far is kept; run the same command again when the server works"
            )
        return {replicate: Unusable("failed", why) for replicate in wanted}

    def _calls(
        self,
        question: _Question,
        wanted: Mapping[int, bytes],
        completion: Completion,
        estimate: int,
        latency: float,
    ) -> list[Call]:
        """The request as the ledger keeps it: input tokens count for the first answer, output tokens are divided."""
        request, usage, trip = question.request, completion.usage, uuid4().hex
        body, at = canonical(question.body), time.time()
        share, over = divmod(usage.output_tokens, len(completion.choices))
        calls = []
        for index, (replicate, choice) in enumerate(zip(sorted(wanted), completion.choices, strict=False)):
            part = Usage(0 if index else usage.input_tokens, share + (0 if index else over), usage.reported)
            calls.append(
                Call(
                    wanted[replicate], body, replicate, self.run.id, trip, request.step, self._model.endpoint,
                    self.model, choice, part, 0 if index else estimate, self._bill.cost(part), latency, at,
                )
            )  # fmt: skip
        return calls


@dataclass(frozen=True, slots=True)
class _Question:
    request: ChatRequest
    schema: JsonSchema | None
    body: Mapping[str, Any]


def _quiet_future() -> asyncio.Future[Choice | Unusable]:
    """A future whose exception may stay unread: the run stops with the first one that is read."""
    future: asyncio.Future[Choice | Unusable] = asyncio.get_running_loop().create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future
