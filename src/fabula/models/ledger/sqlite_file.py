"""A ledger in one SQLite file, which only its owner may read: it holds the manuscript."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError
from fabula.models.ledger.migrations import MIGRATIONS

_WAIT_FOR_LOCK = 30.0
_BETWEEN_TRIES = 0.005
_ONLY_MINE = 0o600
BESIDE = ("-wal", "-shm")
"""SQLite's own files beside the file."""


class SqliteFile:
    """One file, and SQLite's files beside it."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
    near = True
    steps: Sequence[Any] = MIGRATIONS
    day = "date(at, 'unixepoch')"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.rescue = path.with_name(path.name + ".rescue")

    def exists(self) -> bool:
        return self.path.is_file()

    def connect(self) -> sqlite3.Connection:
        _make_only_mine(self.path)
        connection = connect(self.path)
        _keep_only_mine(self.path)
        return connection

    def begin(self, connection: sqlite3.Connection, *, durable: bool = True) -> None:
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")

    def version(self, connection: sqlite3.Connection) -> int:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    def set_version(self, connection: sqlite3.Connection, version: int) -> None:
        connection.execute(f"PRAGMA user_version = {version}")

    def now(self, connection: sqlite3.Connection) -> float:  # noqa: ARG002 - a server has a clock of its own
        return time.time()

    def size(self, connection: sqlite3.Connection) -> int:  # noqa: ARG002 - a server is asked
        files = (self.path, *(Path(f"{self.path}{end}") for end in BESIDE))
        return sum(each.stat().st_size for each in files if each.exists())

    def explained(self, error: Exception) -> FabulaError:
        return ledger_error(self.path, error)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits for locks and survives a kill. One thread at a time may use it."""
    connection = sqlite3.connect(path, timeout=_WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False)
    try:
        _keep_a_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Write to a log beside the file. SQLite does not wait where two make this change to a new file at once, so this does."""
    until = time.monotonic() + _WAIT_FOR_LOCK
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_BETWEEN_TRIES)
        else:
            return


def _make_only_mine(path: Path) -> None:
    """Make the file for its owner alone.

    The file itself is never opened but by SQLite: when a process closes a file it loses its locks on it, also those of its
    other connections, and without them another process can take the log away under a writer.
    """
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    made = tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False)  # noqa: SIM115
    made.close()
    try:
        os.link(made.name, path)
    except OSError:
        return  # another program was faster, or the disk knows no links: the mode is set once SQLite has the file
    finally:
        Path(made.name).unlink()


def _keep_only_mine(path: Path) -> None:
    """Close a file that an earlier fabula left open to others."""
    for each in (path, *(Path(f"{path}{end}") for end in BESIDE)):
        with suppress(OSError):
            if each.stat().st_mode & 0o077:
                each.chmod(_ONLY_MINE)


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
            f"the ledger {path} is damaged or not a ledger: `fabula runs repair` saves what can be read;"
            " or name another with --ledger"
        )
    return FabulaError(f"the ledger {path} cannot be used ({said}): name another with --ledger")
