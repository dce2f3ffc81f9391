"""Where a ledger is kept: in one SQLite file, or in a PostgreSQL database that a team shares. The same SQL runs on both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from fabula.errors import FabulaError

Place = Path | str
"""A SQLite file, or the address of a PostgreSQL database (`postgresql://...`)."""

MOST_VALUES = 500
"""Values in one statement at most: SQLite takes no more than 999 on old systems."""


class Rows(Protocol):
    """The rows of one statement."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        ...

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """One connection. Statements mark their values with `?` or `:name`."""

    def execute(self, statement: str, values: Any = ..., /) -> Rows: ...
    def executemany(self, statement: str, values: Any, /) -> Any: ...
    def close(self) -> None: ...


class Database(Protocol):
    """What differs between a file and a server."""

    name: str
    """What users are told: a path, or an address without a password."""
    rescue: Path
    """The file for answers that the database could not take."""
    errors: tuple[type[Exception], ...]
    near: bool
    """True where a read takes no time worth mentioning, so that it need not leave the event loop."""
    steps: Sequence[Callable[[Any], None]]
    """The numbered steps that make the tables and bring them up to date."""
    day: str
    """SQL for the day on which an answer came."""

    def exists(self) -> bool:
        """Whether there is a ledger."""
        ...

    def connect(self) -> Connection: ...

    def begin(self, connection: Any, *, durable: bool = True) -> None:
        """Begin to write; wait for others who write. What is not durable may be lost with the machine's power."""
        ...

    def version(self, connection: Any) -> int:
        """How many steps the tables have taken."""
        ...

    def set_version(self, connection: Any, version: int) -> None: ...

    def now(self, connection: Any) -> float:
        """The time on a clock that all who use this ledger share."""
        ...

    def size(self, connection: Any) -> int:
        """Bytes on the disk."""
        ...

    def explained(self, error: Exception) -> FabulaError:
        """The error as a line that says what to do."""
        ...


def database_at(place: Place) -> Database:
    """The database of a path or an address."""
    if is_address(place):
        from fabula.models.ledger.postgres import PostgresDatabase

        return PostgresDatabase(str(place))
    from fabula.models.ledger.sqlite_file import SqliteFile

    return SqliteFile(Path(place))


def is_address(place: Place) -> bool:
    """Does the text name a database server rather than a file?"""
    return isinstance(place, str) and place.startswith(("postgresql://", "postgres://"))


def placed(named: str) -> Place:
    """What a user wrote for a ledger: an address, or the path of a file."""
    return named if is_address(named) else Path(named).expanduser()


def ledger_exists(place: Place) -> bool:
    """Whether there is a ledger to read."""
    return database_at(place).exists()


def pieces(values: Sequence[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """The values in pieces that one statement takes, each with its marks: `?, ?, ?`."""
    for first in range(0, len(values), MOST_VALUES):
        part = values[first : first + MOST_VALUES]
        yield ", ".join("?" * len(part)), part


def migrate(database: Database, connection: Connection) -> None:
    """Bring the tables up to date. If two programs open them at once, one waits for the other."""
    if database.version(connection) == len(database.steps):
        return
    database.begin(connection)
    try:
        version = database.version(connection)
        if version > len(database.steps):
            raise FabulaError(
                "the ledger was written by a newer fabula: upgrade, or name another with --ledger"
            )
        for step in database.steps[version:]:
            step(connection)
        database.set_version(connection, len(database.steps))
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
