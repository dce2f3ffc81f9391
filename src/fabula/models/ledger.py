"""Every answer that was paid for, in one SQLite file: committed before it is used, found again ever after."""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from fabula.errors import FabulaError
from fabula.models.chat import Choice, JsonSchema, Request, Usage
from fabula.models.migrations import migrate

_WAIT_FOR_LOCK = 30.0
_MOST_IN_A_COMMIT = 512


@dataclass(frozen=True, slots=True)
class Call:
    """One answer with its bill, as the ledger keeps it. Replicates that came in one trip share the trip's name."""

    key: bytes
    body: bytes
    """The request in canonical JSON, without the replicate."""
    replicate: int
    run: str
    trip: str
    step: str
    endpoint: str
    model: str
    choice: Choice
    usage: Usage
    estimated_input: int
    cost: float | None
    latency: float
    at: float


def request_body(endpoint: str, model: str, request: Request, schema: JsonSchema | None) -> dict[str, Any]:
    """Everything that decides an answer, in one order of keys."""
    return {
        "endpoint": endpoint,
        "model": model,
        "messages": [{"role": each.role, "content": each.content} for each in request.messages],
        "parameters": {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
            "top_logprobs": request.top_logprobs,
        },
        "schema": schema,
    }


def canonical(document: Mapping[str, Any]) -> bytes:
    """The one way to write a document down, so that equal documents have equal hashes."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def call_key(body: Mapping[str, Any], replicate: int) -> bytes:
    """The call's name in the ledger: five replicates of one request are five names."""
    return sha256(canonical({**body, "replicate": replicate})).digest()


class Ledger(Protocol):
    """Where the door looks for an answer and leaves a new one."""

    def find(self, key: bytes) -> Choice | None:
        """The answer, if it was paid for before."""
        ...

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        """Keep the calls for good; back come the answers that now stand under their keys."""
        ...

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        """Note that a run drew on these answers, paid for by itself or by another."""
        ...


class Scratch:
    """A ledger for rehearsals and replays: reads an inner one if there is one, keeps the rest in memory only."""

    def __init__(self, inner: FileLedger | None = None) -> None:
        self._inner = inner
        self._made: dict[bytes, Choice] = {}

    def find(self, key: bytes) -> Choice | None:
        return self._made.get(key) or (self._inner.find(key) if self._inner else None)

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        self._made.update((call.key, call.choice) for call in calls)
        return [call.choice for call in calls]

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        """A rehearsal leaves no trace."""


_Work = Callable[[sqlite3.Connection], Any]
_Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class FileLedger:
    """The ledger on disk. One thread writes: whatever waits goes into one transaction, then its askers are told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._reader = connect(path)
            self._writer = connect(path)
            migrate(self._writer)
            self._writer.execute("BEGIN IMMEDIATE")
            self._writer.execute("ROLLBACK")
        except (sqlite3.Error, OSError) as error:
            raise ledger_error(path, error) from None
        self._jobs: queue.SimpleQueue[tuple[_Work, _Waiter | None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="fabula-ledger", daemon=True)
        self._thread.start()

    def find(self, key: bytes) -> Choice | None:
        row = self._read("SELECT text, finish, logprobs FROM calls WHERE key = ?", (key,))
        return _choice(*row[0]) if row else None

    async def save(self, calls: Sequence[Call]) -> list[Choice]:
        kept: list[Choice] = await self._queue(lambda connection: _keep(connection, calls))
        return kept

    def used(self, run: str, keys: Sequence[bytes]) -> None:
        rows = [(run, key) for key in keys]
        self._jobs.put((lambda c: c.executemany("INSERT OR IGNORE INTO uses VALUES (?, ?)", rows), None))

    def execute(self, statement: str, values: Sequence[Any] = ()) -> None:
        """A write that nobody waits for, in order with the others."""
        self._jobs.put((lambda connection: connection.execute(statement, values), None))

    def input_ratio(self, endpoint: str, model: str) -> float:
        """How many tokens this model's server counted for each that we had guessed; 1 before it was ever asked."""
        rows = self._read(
            """SELECT sum(input_tokens), sum(estimated_input) FROM (
                SELECT input_tokens, estimated_input FROM calls WHERE endpoint = ? AND model = ?
                AND reported AND estimated_input > 0 ORDER BY at DESC LIMIT 200)""",
            (endpoint, model),
        )
        counted, guessed = rows[0]
        return counted / guessed if guessed else 1.0

    def close(self) -> None:
        """Write what waits, then let go of the file."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._reader.close()

    def _read(self, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._reader.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise ledger_error(self.path, error) from None

    def _queue(self, work: _Work) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((work, (loop, future)))
        return future

    def _write(self) -> None:
        """The writing thread: take all that waits, commit once, tell everyone."""
        last = False
        while not last:
            jobs = [self._jobs.get()]
            while len(jobs) < _MOST_IN_A_COMMIT and not self._jobs.empty():
                jobs.append(self._jobs.get())
            last = None in jobs
            self._commit([job for job in jobs if job is not None])
        self._writer.close()

    def _commit(self, jobs: Sequence[tuple[_Work, _Waiter | None]]) -> None:
        results: list[Any] = []
        failure: FabulaError | None = None
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            results = [work(self._writer) for work, _ in jobs]
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            failure = ledger_error(self.path, error)
        told: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for index, (_, waiter) in enumerate(jobs):
            if waiter:
                told.setdefault(waiter[0], []).append((waiter[1], failure or results[index]))
        for loop, news in told.items():
            loop.call_soon_threadsafe(_tell, news)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits for others, survives a kill, and is used by one thread at a time."""
    connection = sqlite3.connect(path, timeout=_WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def ledger_error(path: Path, error: Exception) -> FabulaError:
    """SQLite's complaint as a line that says what to do."""
    said = str(error)
    kept = "every answer committed before is kept"
    if "locked" in said or "busy" in said:
        return FabulaError(
            f"the ledger {path} is locked by another program: let it end, or name another with --ledger; {kept}"
        )
    if "readonly" in said or "Permission" in said or "Read-only" in said:
        return FabulaError(
            f"the ledger {path} cannot be written: mend its permissions, or name another with --ledger"
        )
    if "full" in said:
        return FabulaError(
            f"the disk of the ledger {path} is full: make room and run the same command again; {kept}"
        )
    if "not a database" in said or "malformed" in said:
        return FabulaError(
            f"the ledger {path} is damaged or no ledger: move it away, or name another with --ledger"
        )
    return FabulaError(f"the ledger {path} cannot be used ({said}): name another with --ledger")


def _keep(connection: sqlite3.Connection, calls: Sequence[Call]) -> list[Choice]:
    """Write the calls; where another program was first, its answer stands and is handed back."""
    kept = []
    for call in calls:
        digest = sha256(call.body).digest()
        connection.execute(
            "INSERT OR IGNORE INTO requests VALUES (?, ?)", (digest, zlib.compress(call.body, 1))
        )
        choice, usage = call.choice, call.usage
        done = connection.execute(
            f"INSERT OR IGNORE INTO calls VALUES ({', '.join('?' * 18)})",
            (
                call.key, digest, call.replicate, call.run, call.trip, call.step, call.endpoint, call.model,
                choice.text, choice.finish, json.dumps([dict(each) for each in choice.logprobs]) if choice.logprobs else None,
                usage.input_tokens, usage.output_tokens, usage.reported, call.estimated_input, call.cost, call.latency, call.at,
            ),
        )  # fmt: skip
        if done.rowcount == 0:
            row = connection.execute("SELECT text, finish, logprobs FROM calls WHERE key = ?", (call.key,))
            choice = _choice(*row.fetchone())
        connection.execute("INSERT OR IGNORE INTO uses VALUES (?, ?)", (call.run, call.key))
        kept.append(choice)
    return kept


def _choice(text: str, finish: Any, logprobs: str | None) -> Choice:
    return Choice(text, finish, tuple(json.loads(logprobs)) if logprobs else ())


def _tell(news: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in news:
        if future.done():
            continue
        if isinstance(result, FabulaError):
            future.set_exception(result)
        else:
            future.set_result(result)
