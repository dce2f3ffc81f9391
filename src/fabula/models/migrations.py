"""The ledger's tables, as numbered steps. A released step is never edited."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from fabula.errors import FabulaError


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


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _with_what_was_left_out)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file up to date. If two programs open it at once, one waits for the other."""
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if version > len(MIGRATIONS):
            raise FabulaError(
                "the ledger was written by a newer fabula: upgrade, or name another with --ledger"
            )
        for step in MIGRATIONS[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
