"""Reads the ledger after a run: runs, costs and calls; and deletes them."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fabula.errors import UsageError
from fabula.models.ledger import connect, ledger_error
from fabula.models.migrations import migrate
from fabula.models.runs import Run

_RUN = "SELECT id, started, ended, status, command, model, endpoint, version, about, tally FROM runs"
_CALLS = """SELECT r.body, c.replicate, c.key, c.run, c.trip, c.step, c.text, c.finish, c.logprobs, c.input_tokens,
    c.output_tokens, c.reported, c.cost, c.latency, c.at, c.left_out FROM calls c JOIN requests r ON r.digest = c.request"""
_DRAWN_ON = """SELECT c.rowid AS place FROM calls c WHERE c.run = :run
    UNION SELECT c.rowid FROM uses u JOIN calls c ON c.key = u.key WHERE u.run = :run"""
"""The calls of a run by their places in the file: sorted without a look at what is long, the questions and answers."""
_GROUPS = {"model": "model", "step": "step", "run": "run", "day": "date(at, 'unixepoch')"}

GroupBy = Literal["model", "step", "run", "day"]


@dataclass(frozen=True, slots=True)
class Spending:
    """What one model, step, run or day took. Replicates that came in one trip are one call."""

    of: str
    calls: int
    answers: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None as soon as one call's price was unknown."""


def runs(ledger: Path) -> list[Run]:
    """Every run on record, the latest first."""
    with _reading(ledger) as connection:
        return [_run(row) for row in connection.execute(f"{_RUN} ORDER BY started DESC, id DESC")]


def run_named(ledger: Path, name: str) -> Run:
    """The run of that id, or of the only id that begins so; `last` is the latest."""
    known = runs(ledger)
    found = known[:1] if name == "last" else [each for each in known if each.id.startswith(name)]
    if len(found) != 1:
        what = "no run" if not found else f"{len(found)} runs"
        raise UsageError(f"{what} of {ledger} begin with {name!r}: `fabula runs list` names them")
    return found[0]


def spending(ledger: Path, by: GroupBy) -> list[Spending]:
    """What was paid, the dearest first."""
    with _reading(ledger) as connection:
        rows = connection.execute(
            f"""SELECT {_GROUPS[by]} AS of, count(DISTINCT trip), count(*), sum(input_tokens), sum(output_tokens),
                CASE WHEN count(cost) = count(*) THEN sum(cost) END AS spent
                FROM calls GROUP BY of ORDER BY spent IS NULL DESC, spent DESC, of"""
        )
        return [Spending(*row) for row in rows]


def cost_of_answers(ledger: Path, run: str, steps: Collection[str]) -> float | None:
    """The cost of all answers that a run used, whenever they were paid for; None if there are none or a price is unknown."""
    costs = [call["cost"] for call in recorded_calls(ledger, run) if call["step"] in steps]
    return None if not costs or None in costs else float(sum(costs))


def models_asked(ledger: Path) -> list[str]:
    """The models that have answered, the latest first; from an index alone, as forms ask it often."""
    with _reading(ledger) as connection:
        rows = connection.execute("SELECT model FROM calls GROUP BY model ORDER BY max(at) DESC")
        return [row[0] for row in rows]


def recorded_calls(ledger: Path, run: str | None) -> Iterator[dict[str, Any]]:
    """The calls that a run drew on, or all, as `replay:FILE` reads them, in the order in which they were kept."""
    with _reading(ledger) as connection:
        which = f"WHERE c.rowid IN ({_DRAWN_ON})" if run else ""
        rows = connection.execute(f"{_CALLS} {which} ORDER BY c.rowid", {"run": run} if run else {})
        yield from map(_recorded, rows)


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a run's calls, and how many there are in all."""

    of: int
    calls: list[dict[str, Any]]


def page_of_calls(ledger: Path, run: str, first: int, most: int) -> Page:
    """A few of the calls that a run drew on, as `recorded_calls` gives them, from the `first` on (0 is the beginning)."""
    with _reading(ledger) as connection:
        count = connection.execute(f"SELECT count(*) FROM ({_DRAWN_ON})", {"run": run}).fetchone()[0]
        rows = connection.execute(
            f"{_CALLS} WHERE c.rowid IN ({_DRAWN_ON} ORDER BY place LIMIT :most OFFSET :first) ORDER BY c.rowid",
            {"run": run, "first": first, "most": most},
        )
        return Page(count, [_recorded(row) for row in rows])


def recorded_call(ledger: Path, key: str) -> dict[str, Any] | None:
    """One call by its key in hexadecimal."""
    with _reading(ledger) as connection:
        row = connection.execute(f"{_CALLS} WHERE c.key = ?", (bytes.fromhex(key),)).fetchone()
        return _recorded(row) if row else None


def forget(ledger: Path, chosen: Sequence[str] | None) -> tuple[int, int]:
    """Delete these runs with the calls that no other run drew on, or everything; how many runs and calls went."""
    with _reading(ledger) as connection:
        connection.execute("BEGIN IMMEDIATE")
        before = _counts(connection)
        if chosen is None:
            for table in ("runs", "uses", "calls", "requests"):
                connection.execute(f"DELETE FROM {table}")
        else:
            names = [(name,) for name in chosen]
            connection.executemany("DELETE FROM runs WHERE id = ?", names)
            connection.executemany("DELETE FROM uses WHERE run = ?", names)
            connection.execute(
                "DELETE FROM calls WHERE run NOT IN (SELECT id FROM runs) AND key NOT IN (SELECT key FROM uses)"
            )
            connection.execute("DELETE FROM requests WHERE digest NOT IN (SELECT request FROM calls)")
        after = _counts(connection)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before[0] - after[0], before[1] - after[1]


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    row = connection.execute("SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM calls)").fetchone()
    return int(row[0]), int(row[1])


@contextmanager
def _reading(ledger: Path) -> Iterator[sqlite3.Connection]:
    if not ledger.is_file():
        raise UsageError(f"there is no ledger {ledger} yet: the first question to a model makes it")
    connection = None
    try:
        connection = connect(ledger)
        migrate(connection)
        yield connection
    except sqlite3.Error as error:
        raise ledger_error(ledger, error) from None
    finally:
        if connection is not None:
            connection.close()


def _run(row: Sequence[Any]) -> Run:
    name, started, ended, status, command, model, endpoint, version, about, tally = row
    about, tally = json.loads(about), json.loads(tally)
    return Run(name, started, command, model, endpoint, version, status, ended, about, tally)


def _recorded(row: Sequence[Any]) -> dict[str, Any]:
    """A call as a document; its schema is in the request."""
    body, replicate, key, *rest = row
    names = ("run", "trip", "step", "text", "finish", "logprobs", "input_tokens", "output_tokens")
    call = dict(zip((*names, "reported", "cost", "latency", "at", "left_out"), rest, strict=True))
    call["logprobs"] = json.loads(call["logprobs"]) if call["logprobs"] else []
    call["reported"] = bool(call["reported"])
    call["left_out"] = call["left_out"].split("+") if call["left_out"] else []
    request = json.loads(zlib.decompress(body).decode("utf-8", "surrogatepass"))
    return {"key": key.hex(), **request, "replicate": replicate, **call}
