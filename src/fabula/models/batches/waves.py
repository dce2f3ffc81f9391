"""Sends questions as batches: what is ready goes out as one wave, and its answers make the next wave ready."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar
from uuid import uuid4

from fabula.errors import FabulaError
from fabula.models.batches.kept import KeptBatch
from fabula.models.batches.service import BatchService, Entry, Outcome
from fabula.models.chat import BatchTally, ChatRequest, Completion, JsonSchema
from fabula.models.client import HttpChat, Trip
from fabula.models.retry import Clock, GaveUp, RetryPolicy, TemporaryFailure, retrying

if TYPE_CHECKING:
    from fabula.models.transport import Transport

T = TypeVar("T")
SHARE_OF_PRICE = 0.5
_TRIES = 3
_FIRST_LOOK = 5.0
_LONGEST_PAUSE = 300.0


class BatchLedger(Protocol):
    """Where open batches are written down."""

    async def open_batches(self, server: str, model: str) -> Sequence[KeptBatch]: ...

    async def keep_batch(self, batch: KeptBatch, server: str, model: str) -> None: ...

    async def end_batch(self, mark: str) -> None: ...


@dataclass(slots=True)
class _Open:
    """A batch at the provider."""

    mark: str
    name: str
    entries: frozenset[str]
    done: int = 0
    kept: set[str] = field(default_factory=set)
    """Entries whose answers are in the ledger by now."""


@dataclass(slots=True)
class _Ready:
    """A question that waits for its answer."""

    ask: Callable[[], Trip]
    """Makes the request from what is known of the server when its batch is handed in."""
    answer: asyncio.Future[tuple[Trip, Outcome]]
    trip: Trip | None = None


@dataclass(slots=True)
class Waves:
    """The batches of one door. A wave goes out when nothing new has become ready for a moment.

    The first question of a run goes by itself, at the full price: it shows what the server takes before thousands wait
    a day for a refusal.
    """

    client: HttpChat
    service: BatchService
    ledger: BatchLedger
    server: str
    clock: Clock
    tally: BatchTally
    retry: RetryPolicy
    settle: float = 2.0
    """Seconds without a new question before a wave goes out."""
    _ready: dict[str, _Ready] = field(default_factory=dict)
    """Not handed in yet."""
    _handed_in: dict[str, _Ready] = field(default_factory=dict)
    _open: list[_Open] = field(default_factory=list)
    _ended: list[_Open] = field(default_factory=list)
    """Answered, and not wholly in the ledger yet."""
    _runner: asyncio.Task[None] | None = None
    _adoption: asyncio.Task[None] | None = None
    _tried: asyncio.Event | None = None
    _pause: float = _FIRST_LOOK

    async def complete(
        self, request: ChatRequest, schema: JsonSchema | None, n: int, name: str
    ) -> Completion:
        """The answer to one question, once its batch has ended. `name` is its key in the ledger."""
        if self._adoption is None:
            self._adoption = asyncio.create_task(self._adopt())
        await asyncio.shield(self._adoption)
        if self._tried is None and not any(name in each.entries for each in self._open):
            self._tried = asyncio.Event()
            try:
                return await self.client.complete(request, schema, n)
            finally:
                self._tried.set()
        smaller: int | None = None
        for tries in range(1, 10 * _TRIES):
            trip, outcome = await self._answered(name, partial(self._trip, request, schema, n, smaller))
            try:
                answer = self.client.received(trip, outcome.status, {}, outcome.text)
            except TemporaryFailure as failure:
                if tries >= _TRIES:
                    raise GaveUp(failure, tries) from None
                continue
            if isinstance(answer, Completion):
                return replace(answer, usage=replace(answer.usage, share=SHARE_OF_PRICE))
            smaller = answer or smaller
        raise FabulaError(f"{self.client.name} refuses every way to ask: try `fabula models check`")

    async def kept(self, name: str) -> None:
        """The answer is in the ledger. A batch is forgotten once all its answers are."""
        for batch in [each for each in self._ended if name in each.entries]:
            batch.kept.add(name)
            if batch.kept >= batch.entries:
                self._ended.remove(batch)
                await self.ledger.end_batch(batch.mark)

    def close(self) -> None:
        """Stop looking. Open batches go on at the provider; the next run takes their answers."""
        if self._runner is not None:
            self._runner.cancel()

    def _trip(self, request: ChatRequest, schema: JsonSchema | None, n: int, smaller: int | None) -> Trip:
        return self.client.trip(request, schema, n, smaller, stream=False)

    async def _answered(self, name: str, ask: Callable[[], Trip]) -> tuple[Trip, Outcome]:
        waiting = _Ready(ask, asyncio.get_running_loop().create_future())
        self._ready[name] = waiting
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        return await waiting.answer

    async def _run(self) -> None:
        """Hand in waves and look at open batches until nothing is left to wait for."""
        try:
            while self._ready or self._handed_in:
                if self._tried is not None:
                    await self._tried.wait()
                await self._quiet()
                self._take_from_open()
                if self._ready:
                    await self._hand_in()
                if not await self._look() and self._open:
                    await self._rest()
        except BaseException as error:
            stopped = error if isinstance(error, Exception) else FabulaError("the run was stopped")
            for each in (*self._ready.values(), *self._handed_in.values()):
                if not each.answer.done():
                    each.answer.set_exception(stopped)
            self._ready.clear()
            self._handed_in.clear()
            if not isinstance(error, Exception):
                raise

    async def _quiet(self) -> None:
        seen = -1
        while seen != len(self._ready):
            seen = len(self._ready)
            await self.clock.sleep(self.settle)

    def _take_from_open(self) -> None:
        """What an open batch already asks is waited for, and not asked again."""
        for batch in self._open:
            for name in batch.entries & self._ready.keys():
                self._handed_in[name] = self._ready.pop(name)

    async def _hand_in(self) -> None:
        self.tally.waves += 1
        self._pause = _FIRST_LOOK
        asked = dict(self._ready)
        for each in asked.values():
            each.trip = each.ask()
        entries = [Entry(name, each.trip.path, each.trip.body) for name, each in asked.items() if each.trip]
        for part in _divided(entries, self.service):
            names = frozenset(each.name for each in part)
            batch = KeptBatch(uuid4().hex, None, names)
            await self._keep(batch)
            await self._submit(part, batch)
            self._handed_in |= {each: self._ready.pop(each) for each in names if each in self._ready}

    async def _submit(self, part: Sequence[Entry], batch: KeptBatch) -> None:
        """Hand in one batch. Where the reply was lost, look for it before it is handed in again."""

        async def attempt() -> None:
            if not await self._find(batch, {each.name for each in self._open}):
                await self._opened(batch, await self.client.exchanged(submit))

        submit = partial(self.service.submit, part, batch.mark)
        try:
            await self._opened(batch, await self.client.exchanged(submit))
        except TemporaryFailure:
            await self._tried_again(attempt)

    async def _opened(self, batch: KeptBatch, name: str) -> None:
        """The provider has the batch: write down its name, and look at it from now on."""
        await self._keep(replace(batch, name=name))
        self._open.append(_Open(batch.mark, name, batch.entries))

    async def _patiently(self, send: Callable[[Transport], Awaitable[T]]) -> T:
        return await self._tried_again(partial(self.client.exchanged, send))

    async def _tried_again(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """What comes of it, tried as often as a question is; then the run ends, and the next one goes on from here."""
        try:
            return await retrying(attempt, self.retry, self.clock)
        except GaveUp as failure:
            raise FabulaError(
                f"{failure}; open batches go on, and the same command takes their answers"
            ) from None

    async def _keep(self, batch: KeptBatch) -> None:
        await self.ledger.keep_batch(batch, self.server, self.client.name)

    async def _look(self) -> bool:
        """Look at each open batch; True if one has ended."""
        ended = []
        for each in self._open:
            progress = await self._patiently(partial(self.service.look, each.name))
            each.done = progress.done
            if progress.problem:
                await self.ledger.end_batch(each.mark)
                raise FabulaError(f"the batch {each.name} failed: {progress.problem}")
            if progress.ended:
                ended.append(each)
        for each in ended:
            await self._deliver(each)
        self._count()
        return bool(ended)

    async def _deliver(self, batch: _Open) -> None:
        outcomes = await self._patiently(partial(self.service.results, batch.name))
        missing = Outcome(500, "the batch ended without an answer to this question")
        self._open.remove(batch)
        self._ended.append(batch)
        for name in batch.entries:
            waiting = self._handed_in.pop(name, None)
            if waiting is not None and not waiting.answer.done():
                waiting.answer.set_result((waiting.trip or waiting.ask(), outcomes.get(name, missing)))

    async def _rest(self) -> None:
        self.tally.next_look = time.time() + self._pause
        until = self.clock.now() + self._pause
        while self.clock.now() < until and not self._ready:
            await self.clock.sleep(min(self.settle, max(0.0, until - self.clock.now())))
        if not self._ready:
            self._pause = min(self._pause * 1.5, _LONGEST_PAUSE)

    async def _adopt(self) -> None:
        """Take over the batches of runs that were stopped, also where their name was never learned."""
        kept = await self.ledger.open_batches(self.server, self.client.name)
        known = {each.name for each in kept}
        self._open += [_Open(each.mark, each.name, each.entries) for each in kept if each.name is not None]
        for each in kept:
            if each.name is None and not await self._find(each, known):
                await self.ledger.end_batch(each.mark)

    async def _find(self, lost: KeptBatch, known: set[str | None]) -> bool:
        """Find a batch whose handing in was cut short; it may also never have arrived."""
        for each in await self._patiently(self.service.listed):
            if each.name in known or (each.mark is not None and each.mark != lost.mark):
                continue
            if each.mark is None and not await self._holds(each.name, lost.entries):
                continue
            await self._opened(lost, each.name)
            known.add(each.name)
            return True
        return False

    async def _holds(self, batch: str, entries: frozenset[str]) -> bool:
        """Does an unmarked batch answer these entries? Its answers show it, so it must have ended."""
        while not (await self._patiently(partial(self.service.look, batch))).ended:
            await self.clock.sleep(_FIRST_LOOK)
        return bool(entries & (await self._patiently(partial(self.service.results, batch))).keys())

    def _count(self) -> None:
        self.tally.open = len(self._open)
        self.tally.done = sum(each.done for each in self._open)
        self.tally.total = sum(len(each.entries) for each in self._open)


def _divided(entries: Sequence[Entry], service: BatchService) -> Iterable[list[Entry]]:
    """The entries in batches of the size that the provider takes; one batch asks at one path."""
    part: list[Entry] = []
    size = 0
    for each in sorted(entries, key=lambda each: each.path):
        length = len(str(each.body)) * 3
        full = len(part) >= service.most_entries or size + length > service.most_bytes
        if part and (full or part[0].path != each.path):
            yield part
            part, size = [], 0
        part.append(each)
        size += length
    if part:
        yield part


def services() -> Mapping[str, BatchService]:
    """The batches that fabula speaks, by the name that providers.toml uses."""
    from fabula.models.batches.anthropic import ANTHROPIC
    from fabula.models.batches.openai import OPENAI

    return {"openai": OPENAI, "anthropic": ANTHROPIC}
