"""The care of a ledger: delete what is no longer wanted, check it, copy it, and save what a damaged file still holds."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.models.ledger.archive import reading
from fabula.models.ledger.calls import call_key
from fabula.models.ledger.databases import Connection, Place, database_at, migrate
from fabula.models.ledger.sqlite_file import BESIDE, SqliteFile

_TABLES = ("requests", "calls", "runs", "uses", "batches")
"""What is kept. Claims and owners concern only what is on its way."""
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Extent:
    """How much a ledger holds, or how much of it goes."""

    runs: int
    answers: int
    cost: float | None
    """What these answers cost, and would cost again; None where a price was unknown."""

    def __sub__(self, other: Extent) -> Extent:
        cost = None if self.cost is None or other.cost is None else self.cost - other.cost
        return Extent(self.runs - other.runs, self.answers - other.answers, cost)


def extent(ledger: Place) -> tuple[Extent, int]:
    """What the ledger holds, and its size in bytes."""
    with reading(ledger) as (database, connection):
        return _extent(connection), database.size(connection)


def runs_before(ledger: Place, moment: float) -> list[str]:
    """The runs that began before this time."""
    with reading(ledger) as (_, connection):
        rows = connection.execute("SELECT id FROM runs WHERE started < ? ORDER BY started", (moment,))
        return [row[0] for row in rows]


def forget(ledger: Place, chosen: Collection[str] | None, *, only_tell: bool = False) -> Extent:
    """Delete these runs with the answers that no other run used, or everything; what goes comes back.

    With `only_tell` nothing is deleted.
    """
    with reading(ledger) as (database, connection):
        database.begin(connection)
        try:
            before = _extent(connection)
            _delete(connection, chosen)
            gone = before - _extent(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("ROLLBACK" if only_tell else "COMMIT")
        if not only_tell:
            connection.execute("VACUUM")
            if isinstance(database, SqliteFile):
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return gone


def _delete(connection: Connection, chosen: Collection[str] | None) -> None:
    if chosen is None:
        for table in ("uses", "calls", "requests", "runs"):
            connection.execute(f"DELETE FROM {table}")
        return
    names = [(name,) for name in chosen]
    connection.executemany("DELETE FROM runs WHERE id = ?", names)
    connection.executemany("DELETE FROM uses WHERE run = ?", names)
    connection.execute(
        "DELETE FROM calls WHERE run NOT IN (SELECT id FROM runs) AND key NOT IN (SELECT key FROM uses)"
    )
    connection.execute("DELETE FROM requests WHERE digest NOT IN (SELECT request FROM calls)")


def _extent(connection: Connection) -> Extent:
    runs = connection.execute("SELECT count(*) FROM runs").fetchone()[0]
    answers, priced, cost = connection.execute(
        "SELECT count(*), count(cost), coalesce(sum(cost), 0.0) FROM calls"
    ).fetchone()
    return Extent(int(runs), int(answers), float(cost) if priced == answers else None)


def check(ledger: Place) -> list[str]:
    """What is wrong with the ledger, a line each."""
    database = database_at(ledger)
    if isinstance(database, SqliteFile) and database.exists():
        try:
            with closing(sqlite3.connect(f"{database.path.absolute().as_uri()}?mode=ro", uri=True)) as file:
                damage = [row[0] for row in file.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
        except sqlite3.DatabaseError as error:
            damage = [str(error)]
        if damage:
            return [f"the file is damaged: {each}" for each in damage]
    wrong = []
    with reading(ledger) as (_, connection):
        lost = connection.execute(
            "SELECT count(*) FROM calls WHERE request NOT IN (SELECT digest FROM requests)"
        ).fetchone()[0]
        if lost:
            wrong.append(f"the questions of {lost} answers are lost; the answers can still be used")
        changed = sum(not fits for fits in _fitting(connection))
        if changed:
            wrong.append(f"{changed} answers do not belong to the question that they stand for")
    if database.rescue.exists():
        wrong.append(f"{database.rescue} holds answers that were not written; the next run takes them in")
    return wrong


def _fitting(connection: Connection) -> Iterator[bool]:
    """For each answer, whether its key is the key of its question."""
    last = -1
    while rows := connection.execute(
        """SELECT c.key, c.replicate, c.aside, c.trip, r.digest, r.body, c.rowid FROM calls c
            JOIN requests r ON r.digest = c.request WHERE c.rowid > ? ORDER BY c.rowid LIMIT ?""",
        (last, _AT_ONCE),
    ).fetchall():
        for key, replicate, aside, _, digest, packed, _ in rows:
            yield _fits(bytes(key), replicate, aside, bytes(digest), packed)
        last = rows[-1][-1]


def _fits(key: bytes, replicate: int, aside: int, digest: bytes, packed: bytes) -> bool:
    try:
        text = zlib.decompress(packed)
        body = json.loads(text.decode("utf-8", "surrogatepass"))
    except (zlib.error, ValueError):
        return False
    return sha256(text).digest() == digest and (bool(aside) or call_key(body, replicate) == key)


def backup(ledger: Place, copy: Path) -> Extent:
    """Copy the ledger to a new SQLite file, which is a ledger itself. Runs may write meanwhile."""
    if copy.exists():
        raise UsageError(f"{copy} exists: name a new file for the copy")
    target = SqliteFile(copy)
    with reading(ledger) as (database, source), closing(target.connect()) as file:
        if isinstance(source, sqlite3.Connection):
            source.backup(file)
        else:
            database.begin(source)
            migrate(target, file)
            target.begin(file)
            for table in _TABLES:
                _copy(source, file, table)
            file.execute("COMMIT")
            source.execute("COMMIT")
        for table in ("claims", "owners"):
            file.execute(f"DELETE FROM {table}")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return _extent(file)


def _copy(source: Connection, target: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    order = " ORDER BY rowid" if table == "calls" else ""
    rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}{order}")
    _insert(target, table, columns, list(rows))


def _insert(target: sqlite3.Connection, table: str, columns: Sequence[str], rows: Sequence[Any]) -> None:
    marks = ", ".join("?" * len(columns))
    target.executemany(
        f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})", [tuple(row) for row in rows]
    )


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was saved, and where the damaged file is now."""

    saved: Extent
    damaged: Path


def repair(ledger: Place) -> Repaired:
    """Write what can be read of a damaged file into a new one in its place. The damaged file is kept beside it."""
    database = database_at(ledger)
    if not isinstance(database, SqliteFile):
        raise UsageError("runs repair is for a ledger in a file; a PostgreSQL server recovers by itself")
    if not database.exists():
        raise UsageError(f"there is no ledger {database.name}")
    path, stamp = database.path, time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    damaged = path.with_name(f"{path.name}.damaged-{stamp}")
    fresh = path.with_name(f"{path.name}.repaired-{stamp}")
    try:
        saved = _salvage(path, SqliteFile(fresh))
    except sqlite3.DatabaseError as error:
        for each in (fresh, *_beside(fresh)):
            each.unlink(missing_ok=True)
        raise FabulaError(
            f"nothing can be read from {path} ({error}); restore a copy that `fabula runs backup` made"
        ) from None
    for old, new in zip((path, *_beside(path)), (damaged, *_beside(damaged)), strict=True):
        if old.exists():
            old.replace(new)
    fresh.replace(path)
    return Repaired(saved, damaged)


def _beside(path: Path) -> list[Path]:
    return [Path(f"{path}{end}") for end in BESIDE]


def _salvage(path: Path, fresh: SqliteFile) -> Extent:
    """Copy every row that can be read."""
    with (
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(fresh.connect()) as target,
    ):
        version = fresh.version(source)
        for step in fresh.steps[:version]:
            step(target)
        fresh.set_version(target, version)
        target.execute("BEGIN")
        for table in _TABLES:
            columns = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
            _insert(target, table, columns, list(_readable(source, table, columns)))
        target.execute("COMMIT")
        migrate(fresh, target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return _extent(target)


_ALL_CALLS = ("", "INDEXED BY calls_by_run WHERE run >= ''", "INDEXED BY calls_by_model WHERE endpoint >= ''")
"""Ways to learn which calls there are: where one leads through a damaged part, another may not."""
_KEYS = {"requests": ("digest",), "uses": ("run", "key"), "batches": ("mark",)}
"""The keys of tables without row numbers."""


def _readable(source: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[Any]:
    """The rows of a table that can be read, each by its key: one that cannot be read costs no other."""
    keys = _KEYS.get(table, ("rowid",))
    named, within = ", ".join(keys), " AND ".join(f"{key} = ?" for key in keys)
    ways = [f"SELECT {named} FROM {table} {way}" for way in (_ALL_CALLS if table == "calls" else ("",))]
    ways += [
        f"SELECT {named} FROM {table} NOT INDEXED ORDER BY {keys[0]} {order}" for order in ("ASC", "DESC")
    ]
    if table == "requests":
        ways.append("SELECT request FROM calls NOT INDEXED")
    found = {key for way in ways for key in _until_damaged(source, way)}
    for key in sorted(found):
        yield from _until_damaged(source, f"SELECT {', '.join(columns)} FROM {table} WHERE {within}", key)


def _until_damaged(source: sqlite3.Connection, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
    try:
        yield from source.execute(statement, values)
    except sqlite3.DatabaseError:
        return
