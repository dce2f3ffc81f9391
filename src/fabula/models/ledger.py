"""All paid answers in one SQLite file. An answer is committed before it is used, and later runs find it."""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from fabula.errors import FabulaError
from fabula.models.calls import Call
from fabula.models.chat import Choice
from fabula.models.migrations import migrate
from fabula.models.unsaved import save_aside, unsaved_answers

_WAIT_FOR_LOCK = 30.0
_MOST_IN_A_COMMIT = 512
_ANSWER = "SELECT text, finish, logprobs, left_out FROM calls"
_GATHERING = 0.015
"""Seconds that a commit waits for further writes: short beside a model's answer, and far fewer commits."""


class Ledger(Protocol):
    """Where a door looks for answers and saves new ones."""

    def find(self, key: bytes) -> Choice | None:
        """The answer, if the ledger has it."""
        ...

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        """Save the calls; the answers now saved under their keys come back."""
        ...

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        """Record that a run used these answers without paying for them."""
        ...


class MemoryLedger:
    """A ledger for rehearsals and replays: reads a ledger on disk if given one, and saves in memory only."""

    def __init__(self, inner: FileLedger | None = None) -> None:
        self._inner = inner
        self._made: dict[bytes, Choice] = {}

    def find(self, key: bytes) -> Choice | None:
        return self._made.get(key) or (self._inner.find(key) if self._inner else None)

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        self._made.update((call.key, call.choice) for call in calls)
        return [call.choice for call in calls]

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        """A rehearsal records nothing."""


@dataclass(frozen=True, slots=True)
class _Job:
    """One write. Whoever waits for it gets the result after the commit."""

    work: Callable[[sqlite3.Connection], Any]
    calls: Sequence[Call] = ()
    """What would be lost if the write failed."""
    loop: asyncio.AbstractEventLoop | None = None
    future: asyncio.Future[Any] | None = None


class FileLedger:
    """The ledger on disk. One thread writes: everything in the queue goes into one transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._reader = connect(path)
            self._writer = connect(path)
            migrate(self._writer)
            self._save_unsaved()
        except (sqlite3.Error, OSError) as error:
            raise ledger_error(path, error) from None
        self.failure: FabulaError | None = None
        """Why a write failed, once one has."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="fabula-ledger", daemon=True)
        self._thread.start()

    def find(self, key: bytes) -> Choice | None:
        row = self._read(f"{_ANSWER} WHERE key = ?", (key,))
        return _choice(*row[0]) if row else None

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[Choice]] = loop.create_future()
        self._jobs.put(_Job(lambda connection: _keep(connection, calls), calls, loop, future))
        return await future

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        rows = [(run, key) for key in keys]
        self._jobs.put(_Job(lambda c: c.executemany("INSERT OR IGNORE INTO uses VALUES (?, ?)", rows)))

    def execute(self, statement: str, values: Sequence[Any] = ()) -> None:
        """A write without a result, in order with the others."""
        self._jobs.put(_Job(lambda connection: connection.execute(statement, values)))

    def input_ratio(self, endpoint: str, model: str) -> float:
        """Input tokens that the server counted for each one we estimated; 1 before the first answer."""
        rows = self._read(
            """SELECT sum(input_tokens), sum(estimated_input) FROM (
                SELECT input_tokens, estimated_input FROM calls WHERE endpoint = ? AND model = ?
                AND reported AND estimated_input > 0 ORDER BY at DESC LIMIT 200)""",
            (endpoint, model),
        )
        counted, guessed = rows[0]
        return counted / guessed if guessed else 1.0

    def close(self) -> None:
        """Write what is in the queue, then close the file."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._reader.close()

    def _read(self, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._reader.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise ledger_error(self.path, error) from None

    def _save_unsaved(self) -> None:
        """Check that the file can be written, and write answers that an earlier run could not save."""
        self._writer.execute("BEGIN IMMEDIATE")
        taken = list(unsaved_answers(self.path))
        for _, calls in taken:
            _keep(self._writer, calls)
        self._writer.execute("COMMIT")
        for place, _ in taken:
            place.unlink(missing_ok=True)

    def _write(self) -> None:
        """The writing thread: take the whole queue, commit once, deliver the results."""
        last = False
        while not last:
            jobs = [self._jobs.get()]
            time.sleep(_GATHERING)
            while len(jobs) < _MOST_IN_A_COMMIT and not self._jobs.empty():
                jobs.append(self._jobs.get())
            last = None in jobs
            self._commit([job for job in jobs if job is not None])
        self._writer.close()

    def _commit(self, jobs: Sequence[_Job]) -> None:
        results: list[Any] = []
        failure: FabulaError | None = None
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            results = [job.work(self._writer) for job in jobs]
            self._writer.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - a thread that died would leave its askers waiting
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            failure = self.failure = self._keep_aside(jobs, error)
        told: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for index, job in enumerate(jobs):
            if job.loop and job.future:
                told.setdefault(job.loop, []).append((job.future, failure or results[index]))
        for loop, news in told.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_deliver, news)

    def _keep_aside(self, jobs: Sequence[_Job], error: Exception) -> FabulaError:
        calls = [call for job in jobs for call in job.calls]
        why = ledger_error(self.path, error)
        if not calls:
            return why
        place = save_aside(self.path, calls)
        if place is None:
            return FabulaError(
                f"{why}. {len(calls)} later answers could not be written anywhere and are lost"
            )
        return FabulaError(
            f"{why}. Later answers are in {place}; the next run that can write the ledger reads them from there"
        )


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits for locks and survives a kill. One thread at a time may use it."""
    connection = sqlite3.connect(path, timeout=_WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def ledger_error(path: Path, error: Exception) -> FabulaError:
    """SQLite's error as a line that says what to do."""
    said = str(error)
    kept = "every answer committed before is kept"
    if "locked" in said or "busy" in said:
        return FabulaError(
            f"the ledger {path} is locked by another program: wait for it to end, or name another file with --ledger; {kept}"
        )
    if "readonly" in said or "Permission" in said or "Read-only" in said:
        return FabulaError(
            f"the ledger {path} cannot be written: change its permissions, or name another file with --ledger"
        )
    if "full" in said:
        return FabulaError(
            f"the disk of the ledger {path} is full: make room and run the same command again; {kept}"
        )
    if "not a database" in said or "malformed" in said:
        return FabulaError(
            f"the ledger {path} is damaged or not a ledger: move it away, or name another file with --ledger"
        )
    return FabulaError(f"the ledger {path} cannot be used ({said}): name another with --ledger")


def _keep(connection: sqlite3.Connection, calls: Sequence[Call]) -> list[Choice]:
    """Write the calls. If another program saved an answer first, that answer is kept and comes back."""
    kept = []
    for call in calls:
        digest = sha256(call.body).digest()
        connection.execute(
            "INSERT OR IGNORE INTO requests VALUES (?, ?)", (digest, zlib.compress(call.body, 1))
        )
        choice, usage = call.choice, call.usage
        done = connection.execute(
            f"INSERT OR IGNORE INTO calls VALUES ({', '.join('?' * 19)})",
            (
                call.key, digest, call.replicate, call.run, call.trip, call.step, call.endpoint, call.model,
                choice.text, choice.finish, json.dumps([dict(each) for each in choice.logprobs]) if choice.logprobs else None,
                usage.input_tokens, usage.output_tokens, usage.reported, call.estimated_input, call.cost, call.latency, call.at,
                "+".join(choice.left_out),
            ),
        )  # fmt: skip
        if done.rowcount == 0:
            row = connection.execute(f"{_ANSWER} WHERE key = ?", (call.key,))
            choice = _choice(*row.fetchone())
            connection.execute("INSERT OR IGNORE INTO uses VALUES (?, ?)", (call.run, call.key))
        kept.append(choice)
    return kept


def _choice(text: str, finish: Any, logprobs: str | None, left_out: str) -> Choice:
    likeliest = tuple(json.loads(logprobs)) if logprobs else ()
    return Choice(text, finish, likeliest, tuple(left_out.split("+")) if left_out else ())


def _deliver(news: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in news:
        if future.done():
            continue
        if isinstance(result, FabulaError):
            future.set_exception(result)
        else:
            future.set_result(result)
