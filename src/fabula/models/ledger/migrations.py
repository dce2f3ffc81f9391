"""The tables of a SQLite ledger, as numbered steps. A released step is never edited."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from hashlib import sha256

from fabula.models.ledger.calls import call_key, canonical
from fabula.models.servers import server_identity


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE requests (
            digest BLOB PRIMARY KEY,
            body BLOB NOT NULL
        ) WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE calls (
            key BLOB PRIMARY KEY,
            request BLOB NOT NULL REFERENCES requests(digest),
            replicate INTEGER NOT NULL,
            run TEXT NOT NULL,
            trip TEXT NOT NULL,
            step TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            model TEXT NOT NULL,
            text TEXT NOT NULL,
            finish TEXT NOT NULL,
            logprobs TEXT,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            reported INTEGER NOT NULL,
            estimated_input INTEGER NOT NULL,
            cost REAL,
            latency REAL NOT NULL,
            at REAL NOT NULL
        )"""
    )
    connection.execute("CREATE INDEX calls_by_run ON calls(run)")
    connection.execute("CREATE INDEX calls_by_model ON calls(endpoint, model, at)")
    connection.execute(
        """CREATE TABLE runs (
            id TEXT PRIMARY KEY,
            started REAL NOT NULL,
            ended REAL,
            status TEXT NOT NULL,
            command TEXT NOT NULL,
            model TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            version TEXT NOT NULL,
            about TEXT NOT NULL,
            tally TEXT NOT NULL
        )"""
    )
    connection.execute(
        """CREATE TABLE uses (
            run TEXT NOT NULL,
            key BLOB NOT NULL,
            PRIMARY KEY (run, key)
        ) WITHOUT ROWID"""
    )


def _with_what_was_left_out(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE calls ADD COLUMN left_out TEXT NOT NULL DEFAULT ''")


def _with_claims_and_servers_by_name(connection: sqlite3.Connection) -> None:
    """Claims, answers set aside, and keys that name a server however its address was spelled."""
    connection.execute("ALTER TABLE calls ADD COLUMN aside INTEGER NOT NULL DEFAULT 0")
    connection.execute("CREATE TABLE claims (key BLOB PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID")
    connection.execute(
        """CREATE TABLE owners (
            id TEXT PRIMARY KEY,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            born TEXT NOT NULL,
            until REAL NOT NULL
        ) WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX uses_by_key ON uses(key)")
    calls: dict[bytes, list[tuple[bytes, int, str]]] = {}
    for request, *call in connection.execute("SELECT request, key, replicate, trip FROM calls ORDER BY at"):
        calls.setdefault(request, []).append((call[0], call[1], call[2]))
    for digest, of_it in calls.items():
        _rename(connection, digest, of_it)
    connection.execute("DELETE FROM requests WHERE digest NOT IN (SELECT request FROM calls)")


def _rename(connection: sqlite3.Connection, digest: bytes, calls: list[tuple[bytes, int, str]]) -> None:
    """Give the calls of one request the keys that they would have today. Where two have one key, the earlier keeps it."""
    row = connection.execute("SELECT body FROM requests WHERE digest = ?", (digest,)).fetchone()
    if row is None:  # a damaged ledger was repaired without it
        return
    body = json.loads(zlib.decompress(row[0]).decode("utf-8", "surrogatepass"))
    body["server"] = server_identity(body["model"], body.pop("endpoint"))
    text = canonical(body)
    today = sha256(text).digest()
    connection.execute("DELETE FROM requests WHERE digest = ?", (digest,))
    connection.execute("INSERT OR IGNORE INTO requests VALUES (?, ?)", (today, zlib.compress(text, 1)))
    for old, replicate, trip in calls:
        key, aside = call_key(body, replicate), 0
        if connection.execute("SELECT 1 FROM calls WHERE key = ?", (key,)).fetchone():
            key, aside = sha256(key + trip.encode()).digest(), 1
        connection.execute(
            "UPDATE calls SET key = ?, request = ?, aside = ? WHERE key = ?", (key, today, aside, old)
        )
        connection.execute("UPDATE uses SET key = ? WHERE key = ?", (key, old))


def _with_batches(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE batches (
            mark TEXT PRIMARY KEY,
            name TEXT,
            server TEXT NOT NULL,
            model TEXT NOT NULL,
            entries BLOB NOT NULL,
            at REAL NOT NULL
        ) WITHOUT ROWID"""
    )


def _with_budgets(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE budgets (name TEXT PRIMARY KEY, spent REAL NOT NULL, calls INTEGER NOT NULL) WITHOUT ROWID"
    )
    connection.execute(
        """CREATE TABLE holds (
            mark TEXT PRIMARY KEY,
            budget TEXT NOT NULL,
            cost REAL NOT NULL,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            born TEXT NOT NULL,
            until REAL NOT NULL
        ) WITHOUT ROWID"""
    )


def _with_rates(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE rates (name TEXT PRIMARY KEY, due REAL NOT NULL) WITHOUT ROWID")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first,
    _with_what_was_left_out,
    _with_claims_and_servers_by_name,
    _with_batches,
    _with_budgets,
    _with_rates,
)
