"""Reads the ledger after a run: runs, costs and calls."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from fabula.errors import UsageError
from fabula.models.ledger.databases import Connection, Database, Place, database_at, migrate
from fabula.models.ledger.owners import has_ended
from fabula.models.ledger.runs import PROCESS, Run

_RUN = "SELECT id, started, ended, status, command, model, endpoint, version, about, tally FROM runs"
_CALLS = """SELECT r.body, c.replicate, c.key, c.run, c.trip, c.step, c.text, c.finish, c.logprobs, c.input_tokens,
    c.output_tokens, c.reported, c.cost, c.latency, c.at, c.endpoint, c.aside, c.left_out, c.rowid
    FROM calls c JOIN requests r ON r.digest = c.request"""
_AT_ONCE = 200
"""Calls that are read together: their questions may be long."""
_DRAWN_ON = """SELECT c.rowid AS place FROM calls c WHERE c.run = :run
    UNION SELECT c.rowid FROM uses u JOIN calls c ON c.key = u.key WHERE u.run = :run"""
"""The calls of a run by their places in the file: sorted without a look at what is long, the questions and answers."""

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


def runs(ledger: Place) -> list[Run]:
    """Every run on record, the latest first."""
    with reading(ledger) as (_, connection):
        return [_run(row) for row in connection.execute(f"{_RUN} ORDER BY started DESC, id DESC")]


def run_named(ledger: Place, name: str) -> Run:
    """The run of that id, or of the only id that begins so; `last` is the latest."""
    known = runs(ledger)
    found = known[:1] if name == "last" else [each for each in known if each.id.startswith(name)]
    if len(found) != 1:
        what = "no run" if not found else f"{len(found)} runs"
        raise UsageError(f"{what} of {ledger} begin with {name!r}: `fabula runs list` names them")
    return found[0]


def spending(ledger: Place, by: GroupBy) -> list[Spending]:
    """What was paid, the dearest first."""
    with reading(ledger) as (database, connection):
        group = database.day if by == "day" else by
        rows = connection.execute(
            f"""SELECT {group} AS part, count(DISTINCT trip), count(*), CAST(sum(input_tokens) AS BIGINT),
                CAST(sum(output_tokens) AS BIGINT), CASE WHEN count(cost) = count(*) THEN sum(cost) END AS spent
                FROM calls GROUP BY part ORDER BY count(cost) = count(*), spent DESC, part"""
        )
        return [Spending(*row) for row in rows]


def cost_of_answers(ledger: Place, run: str, steps: Collection[str]) -> float | None:
    """The cost of all answers that a run used, whenever they were paid for; None if there are none or a price is unknown."""
    costs = [call["cost"] for call in recorded_calls(ledger, run) if call["step"] in steps]
    return None if not costs or None in costs else float(sum(costs))


def models_asked(ledger: Place) -> list[str]:
    """The models that have answered, the latest first; from an index alone, as forms ask it often."""
    with reading(ledger) as (_, connection):
        rows = connection.execute("SELECT model FROM calls GROUP BY model ORDER BY max(at) DESC")
        return [row[0] for row in rows]


def recorded_calls(ledger: Place, run: str | None) -> Iterator[dict[str, Any]]:
    """The calls that a run drew on, or all, as `replay:FILE` reads them, in the order in which they were kept."""
    which = f"c.rowid IN ({_DRAWN_ON}) AND" if run else ""
    named, last = ({"run": run} if run else {}), -1
    with reading(ledger) as (_, connection):
        while rows := connection.execute(
            f"{_CALLS} WHERE {which} c.rowid > :last ORDER BY c.rowid LIMIT {_AT_ONCE}",
            {**named, "last": last},
        ).fetchall():
            yield from map(_recorded, rows)
            last = rows[-1][-1]


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a run's calls, and how many there are in all."""

    of: int
    calls: list[dict[str, Any]]


def page_of_calls(ledger: Place, run: str, first: int, most: int) -> Page:
    """A few of the calls that a run drew on, as `recorded_calls` gives them, from the `first` on (0 is the beginning)."""
    with reading(ledger) as (_, connection):
        count = connection.execute(f"SELECT count(*) FROM ({_DRAWN_ON}) AS drawn", {"run": run}).fetchone()[0]
        rows = connection.execute(
            f"{_CALLS} WHERE c.rowid IN ({_DRAWN_ON} ORDER BY place LIMIT :most OFFSET :first) ORDER BY c.rowid",
            {"run": run, "first": first, "most": most},
        )
        return Page(count, [_recorded(row) for row in rows])


def recorded_call(ledger: Place, key: str) -> dict[str, Any] | None:
    """One call by its key in hexadecimal."""
    with reading(ledger) as (_, connection):
        row = connection.execute(f"{_CALLS} WHERE c.key = ?", (bytes.fromhex(key),)).fetchone()
        return _recorded(row) if row else None


@contextmanager
def reading(ledger: Place) -> Iterator[tuple[Database, Connection]]:
    """A connection to a ledger that is there, with its tables up to date."""
    database = database_at(ledger)
    if not database.exists():
        raise UsageError(f"there is no ledger {database.name} yet: the first question to a model makes it")
    connection = None
    try:
        connection = database.connect()
        migrate(database, connection)
        yield database, connection
    except database.errors as error:
        raise database.explained(error) from None
    finally:
        if connection is not None:
            connection.close()


def _run(row: Sequence[Any]) -> Run:
    name, started, ended, status, command, model, endpoint, version, about, tally = row
    about, tally = json.loads(about), json.loads(tally)
    process = about.pop(PROCESS, None)
    if status == "running" and process is not None and has_ended(process):
        status = "stopped"
    return Run(name, started, command, model, endpoint, version, status, ended, about, tally)


def _recorded(row: Sequence[Any]) -> dict[str, Any]:
    """A call as a document; its schema is in the request."""
    body, replicate, key, *rest, _ = row
    names = ("run", "trip", "step", "text", "finish", "logprobs", "input_tokens", "output_tokens")
    call = dict(
        zip((*names, "reported", "cost", "latency", "at", "endpoint", "aside", "left_out"), rest, strict=True)
    )
    call["logprobs"] = json.loads(call["logprobs"]) if call["logprobs"] else []
    call["reported"], call["aside"] = bool(call["reported"]), bool(call["aside"])
    call["left_out"] = call["left_out"].split("+") if call["left_out"] else []
    request = json.loads(zlib.decompress(body).decode("utf-8", "surrogatepass"))
    return {"key": bytes(key).hex(), **request, "replicate": replicate, **call}
