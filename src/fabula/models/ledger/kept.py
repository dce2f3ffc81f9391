"""All paid answers in one database. An answer is committed before it is used, and later runs find it.

A question that is on its way is claimed, so that no other run, thread or process pays for it too.
"""

from __future__ import annotations

import asyncio
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from fabula.errors import FabulaError
from fabula.models.batches.kept import KeptBatch
from fabula.models.chat import Choice
from fabula.models.ledger import tables
from fabula.models.ledger.calls import Call
from fabula.models.ledger.databases import Connection, Place, database_at, migrate
from fabula.models.ledger.owners import RENEWED_AFTER, this_owner
from fabula.models.ledger.tables import SetAside
from fabula.models.ledger.unsaved import save_aside, unsaved_answers

T = TypeVar("T")

_MOST_IN_A_COMMIT = 512
_GATHERING = 0.015
"""Seconds that a commit waits for further writes when many come: short beside a model's answer, and far fewer commits."""
_FIRST_LOOK, _LAST_LOOK = 0.02, 0.5
"""Seconds between looks for an answer that another run fetches."""
_FEW = 64
"""Where more wait than these (for a batch of another run), each looks less often."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What came of a claim. Keys in neither are being fetched by another run."""

    answers: Mapping[bytes, Choice]
    mine: frozenset[bytes]


class Ledger(Protocol):
    """Where a door looks for answers and saves new ones."""

    async def find(self, keys: Sequence[bytes]) -> Mapping[bytes, Choice]:
        """The answers that the ledger has."""
        ...

    async def claim(self, keys: Sequence[bytes]) -> Claimed:
        """Claim what is about to be asked, so that nobody else pays for it."""
        ...

    async def settled(self, keys: Sequence[bytes]) -> None:
        """Wait until others have answered these keys, or have given them up."""
        ...

    def give_up(self, keys: Sequence[bytes]) -> None:
        """Let others ask what was claimed and got no answer."""
        ...

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        """Save the calls; the answers now saved under their keys come back."""
        ...

    async def set_aside(self, keys: Sequence[bytes], run: str, *, earlier: bool = True) -> SetAside:
        """Take answers that were of no use out of the way, so that they are asked again: by default, those of earlier runs."""
        ...

    def used(self, run: str, keys: Sequence[bytes]) -> int:
        """Record that a run used these answers without paying for them. How many count as found in the ledger comes back."""
        ...

    def close(self) -> None: ...


class MemoryLedger:
    """A ledger for rehearsals and replays: reads a kept ledger if given one, and saves in memory only."""

    def __init__(self, inner: KeptLedger | None = None) -> None:
        self._inner = inner
        self._made: dict[bytes, Choice] = {}
        self._aside: set[bytes] = set()

    async def find(self, keys: Sequence[bytes]) -> Mapping[bytes, Choice]:
        made = {key: self._made[key] for key in keys if key in self._made}
        rest = [key for key in keys if key not in made and key not in self._aside]
        return {**made, **(await self._inner.find(rest))} if self._inner and rest else made

    async def claim(self, keys: Sequence[bytes]) -> Claimed:
        answers = {key: self._made[key] for key in keys if key in self._made}
        return Claimed(answers, frozenset(keys) - answers.keys())

    async def settled(self, keys: Sequence[bytes]) -> None:
        """Nobody else uses this ledger."""

    def give_up(self, keys: Sequence[bytes]) -> None:
        """Nobody else uses this ledger."""

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        self._made.update((call.key, call.choice) for call in calls)
        return [call.choice for call in calls]

    async def set_aside(self, keys: Sequence[bytes], run: str, *, earlier: bool = True) -> SetAside:  # noqa: ARG002 - nothing is recorded
        self._aside.update(keys)
        if not earlier:
            for key in keys:
                self._made.pop(key, None)
        return SetAside(len(keys), 0.0)

    def used(self, run: str, keys: Sequence[bytes]) -> int:  # noqa: ARG002 - nothing is recorded
        """A rehearsal counts what the kept ledger has, not what it made up itself: a question asked twice is no answer there."""
        return len(keys) if self._inner is None else sum(key not in self._made for key in keys)

    def close(self) -> None:
        if self._inner:
            self._inner.close()


@dataclass(frozen=True, slots=True)
class _Job:
    """One write. Whoever waits for it gets the result after the commit."""

    work: Callable[[Connection], Any] | None = None
    calls: Sequence[Call] = ()
    """Answers to keep."""
    uses: Sequence[tuple[str, bytes]] = ()
    """Runs and the answers that they used."""
    claim: Sequence[bytes] = ()
    """Keys to claim. A commit does all of one kind together: a server far away is asked a few times, not for each."""
    loop: asyncio.AbstractEventLoop | None = None
    future: asyncio.Future[Any] | None = None


class KeptLedger:
    """The ledger in a database. One thread writes: everything in the queue goes into one transaction."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.opened = time.time()
        """What was answered before is an earlier run's."""
        self._database = database_at(place)
        self._owner = this_owner()
        self._renewed: float | None = None
        """When the owner was last recorded as alive, once it has claimed something."""
        self._reading = threading.Lock()
        self._waiting = 0
        """Questions that another run is asking."""
        try:
            self._writer = self._database.connect()
            migrate(self._database, self._writer)
            self._reader = self._database.connect()
            self._begin_well()
        except self._database.errors as error:
            raise self._database.explained(error) from None
        self.failure: FabulaError | None = None
        """Why a write failed, once one has."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="fabula-ledger", daemon=True)
        self._thread.start()

    async def find(self, keys: Sequence[bytes]) -> Mapping[bytes, Choice]:
        return await self._read(lambda connection: tables.found(connection, keys, self.opened))

    async def claim(self, keys: Sequence[bytes]) -> Claimed:
        claimed: Claimed = await self._do(_Job(claim=keys))
        return claimed

    async def settled(self, keys: Sequence[bytes]) -> None:
        rest, pause = set(keys), _FIRST_LOOK
        self._waiting += 1
        try:
            while rest:
                await asyncio.sleep(pause)
                pause = min(_LAST_LOOK * (1 + self._waiting / _FEW), pause * 1.5)
                rest = await self._read(self._unsettled(rest))
        finally:
            self._waiting -= 1

    def give_up(self, keys: Sequence[bytes]) -> None:
        self._jobs.put(_Job(lambda connection: tables.give_up(connection, self._owner, keys)))

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        kept: list[Choice] = await self._do(_Job(calls=calls))
        return kept

    async def set_aside(self, keys: Sequence[bytes], run: str, *, earlier: bool = True) -> SetAside:
        before = self.opened if earlier else math.inf
        useless: SetAside = await self._do(
            _Job(lambda connection: tables.set_aside(connection, keys, before, run))
        )
        return useless

    def used(self, run: str, keys: Sequence[bytes]) -> int:
        self._jobs.put(_Job(uses=[(run, key) for key in keys]))
        return len(keys)

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What one transaction reads and writes."""
        found: T = await self._do(_Job(work))
        return found

    def now(self, connection: Connection) -> float:
        """The ledger's own time, which is one for all who share it."""
        return self._database.now(connection)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> None:
        """A write without a result, in order with the others."""
        self._jobs.put(_Job(lambda connection: connection.execute(statement, values)))

    async def written(self) -> None:
        """Wait until what was noted before is on the disk."""
        await self._do(_Job())

    def knows(self, endpoint: str, model: str) -> bool:
        """Whether any answer of this model is here."""
        return self._query(
            lambda connection: (
                connection.execute(
                    "SELECT 1 FROM calls WHERE endpoint = ? AND model = ? LIMIT 1", (endpoint, model)
                ).fetchone()
                is not None
            )
        )

    def input_ratio(self, endpoint: str, model: str) -> float:
        """Input tokens that the server counted for each one we estimated; 1 before the first answer."""
        counted, guessed = self._query(
            lambda connection: connection.execute(
                """SELECT CAST(sum(input_tokens) AS BIGINT), CAST(sum(estimated_input) AS BIGINT) FROM (
                    SELECT input_tokens, estimated_input FROM calls WHERE endpoint = ? AND model = ?
                    AND reported = 1 AND estimated_input > 0 ORDER BY at DESC LIMIT 200) AS latest""",
                (endpoint, model),
            ).fetchone()
        )
        return counted / guessed if guessed else 1.0

    async def open_batches(self, server: str, model: str) -> Sequence[KeptBatch]:
        """The batches whose answers are not all here yet."""
        return await self._read(lambda connection: tables.open_batches(connection, server, model))

    async def keep_batch(self, batch: KeptBatch, server: str, model: str) -> None:
        """Write down a batch before it is handed in, and again with the provider's name for it."""
        await self._do(_Job(lambda connection: tables.keep_batch(connection, batch, server, model)))

    async def end_batch(self, mark: str) -> None:
        """Forget a batch: its answers are all here, or it never was."""
        await self._do(
            _Job(lambda connection: connection.execute("DELETE FROM batches WHERE mark = ?", (mark,)))
        )

    def close(self) -> None:
        """Write what is in the queue, give up the claims, then close the database."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._reader.close()

    async def _do(self, job: _Job) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(replace(job, loop=loop, future=future))
        return await future

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """A read: at once from a file, in another thread from a server."""
        if self._database.near:
            return self._query(work)
        return await asyncio.to_thread(self._query, work)

    def _query(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._reading:
                return work(self._reader)
        except self._database.errors as error:
            raise self._database.explained(error) from None

    def _unsettled(self, keys: set[bytes]) -> Callable[[Connection], set[bytes]]:
        return lambda connection: tables.unsettled(connection, sorted(keys), self._database.now(connection))

    def _begin_well(self) -> None:
        """Check that the ledger can be written, take in answers that an earlier run could not save, and forget the dead."""
        self._database.begin(self._writer)
        taken = list(unsaved_answers(self._database.rescue))
        for _, calls in taken:
            tables.keep(self._writer, calls, self._owner)
        tables.sweep(self._writer, self._database.now(self._writer))
        self._writer.execute("COMMIT")
        for place, _ in taken:
            place.unlink(missing_ok=True)

    def _write(self) -> None:
        """The writing thread: take the whole queue, commit once, deliver the results."""
        last, many = False, False
        while not last:
            jobs = self._next(many)
            many = len(jobs) > 1
            last = None in jobs
            rest = [job for job in jobs if job is not None]
            if rest or self._renewed is not None:
                self._commit(rest, last)
        self._writer.close()

    def _next(self, many: bool) -> list[_Job | None]:
        """What is to be written; nothing where only the lease is to be renewed. Waits for more where many came before."""
        try:
            jobs = [self._jobs.get(timeout=None if self._renewed is None else RENEWED_AFTER)]
        except queue.Empty:
            return []
        if many:
            time.sleep(_GATHERING)
        while len(jobs) < _MOST_IN_A_COMMIT and not self._jobs.empty():
            jobs.append(self._jobs.get())
        return jobs

    def _commit(self, jobs: Sequence[_Job], last: bool) -> None:
        results: list[Any] = []
        failure: FabulaError | None = None
        try:
            self._database.begin(self._writer, durable=not all(job.claim for job in jobs))
            results = [job.work(self._writer) if job.work else None for job in jobs]
            self._keep(jobs, results)
            self._claim(jobs, results)
            if last and self._renewed is not None:
                tables.leave(self._writer, self._owner)
            self._writer.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - a thread that died would leave its askers waiting
            self._roll_back()
            failure = self.failure = self._keep_aside(jobs, error)
        told: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for index, job in enumerate(jobs):
            if job.loop and job.future:
                told.setdefault(job.loop, []).append((job.future, failure or results[index]))
        for loop, news in told.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_deliver, news)

    def _keep(self, jobs: Sequence[_Job], results: list[Any]) -> None:
        """Keep the answers of these jobs together, and note what was used."""
        calls = [call for job in jobs for call in job.calls]
        if calls:
            kept = iter(tables.keep(self._writer, calls, self._owner))
            for index, job in enumerate(jobs):
                if job.calls:
                    results[index] = [next(kept) for _ in job.calls]
        if uses := [use for job in jobs for use in job.uses]:
            tables.note_uses(self._writer, uses)

    def _claim(self, jobs: Sequence[_Job], results: list[Any]) -> None:
        """Make the claims of these jobs together, and renew the owner's lease when it is time."""
        keys = [key for job in jobs for key in job.claim]
        if keys or self._renewed is not None:
            now, began = self._database.now(self._writer), time.monotonic()
            if self._renewed is None or began - self._renewed > RENEWED_AFTER / 2:
                tables.renew(self._writer, self._owner, now)
                self._renewed = began
        if not keys:
            return
        answers = tables.found(self._writer, keys, self.opened)
        mine = tables.claim(self._writer, self._owner, [key for key in keys if key not in answers], now)
        for index, job in enumerate(jobs):
            if job.claim:
                had = {key: answers[key] for key in job.claim if key in answers}
                results[index] = Claimed(had, frozenset(key for key in job.claim if key in mine))

    def _roll_back(self) -> None:
        try:
            self._writer.execute("ROLLBACK")
        except self._database.errors:
            return  # the transaction never began

    def _keep_aside(self, jobs: Sequence[_Job], error: Exception) -> FabulaError:
        calls = [call for job in jobs for call in job.calls]
        why = self._database.explained(error)
        if not calls:
            return why
        place = save_aside(self._database.rescue, calls)
        if place is None:
            return FabulaError(
                f"{why}. {len(calls)} later answers could not be written anywhere and are lost"
            )
        return FabulaError(
            f"{why}. Later answers are in {place}; the next run that can write the ledger reads them from there"
        )


def _deliver(news: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in news:
        if future.done():
            continue
        if isinstance(result, FabulaError):
            future.set_exception(result)
        else:
            future.set_result(result)
