"""What the ledger does inside one transaction: keep answers, find them, claim those to come, and set useless ones aside."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from fabula.models.batches.kept import KeptBatch
from fabula.models.chat import Choice
from fabula.models.ledger.calls import Call
from fabula.models.ledger.databases import Connection, pieces
from fabula.models.ledger.owners import LEASE, Owner, is_alive

_ANSWER = "key, text, finish, logprobs, left_out, at, trip"
_PROVIDERS_KEEP = 28 * 24 * 3600.0
"""Seconds for which providers keep the answers of a batch."""
_CALL = """key, request, replicate, run, trip, step, endpoint, model, text, finish, logprobs, input_tokens, output_tokens,
    reported, estimated_input, cost, latency, at, left_out"""


def found(connection: Connection, keys: Sequence[bytes], opened: float) -> dict[bytes, Choice]:
    """The answers that are there. Those from before `opened` are marked as an earlier run's."""
    answers = {}
    for marks, part in pieces(keys):
        for key, *answer, at, _ in connection.execute(
            f"SELECT {_ANSWER} FROM calls WHERE key IN ({marks})", part
        ):
            answers[bytes(key)] = _choice(*answer, earlier=at < opened)
    return answers


def keep(connection: Connection, calls: Sequence[Call], owner: Owner) -> list[Choice]:
    """Write the calls and give up their claims. An answer that another program kept first stands, and comes back."""
    calls = [replace(call, choice=_storable(call.choice)) for call in calls]
    bodies = {sha256(call.body).digest(): call.body for call in calls}
    connection.executemany(
        "INSERT INTO requests (digest, body) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(digest, zlib.compress(body, 1)) for digest, body in bodies.items()],
    )
    marks = ", ".join("?" * 19)
    connection.executemany(
        f"INSERT INTO calls ({_CALL}) VALUES ({marks}) ON CONFLICT DO NOTHING", [_row(call) for call in calls]
    )
    keys = [call.key for call in calls]
    standing: dict[bytes, tuple[Choice, str]] = {}
    for marks, part in pieces(keys):
        for key, *answer, _, trip in connection.execute(
            f"SELECT {_ANSWER} FROM calls WHERE key IN ({marks})", part
        ):
            standing[bytes(key)] = _choice(*answer), trip
    others = [(call.run, call.key) for call in calls if standing[call.key][1] != call.trip]
    if others:
        note_uses(connection, others)
    give_up(connection, owner, keys)
    return [call.choice if standing[call.key][1] == call.trip else standing[call.key][0] for call in calls]


def note_uses(connection: Connection, uses: Sequence[tuple[str, bytes]]) -> None:
    """Record which runs used which answers without paying for them."""
    connection.executemany("INSERT INTO uses (run, key) VALUES (?, ?) ON CONFLICT DO NOTHING", uses)


def renew(connection: Connection, owner: Owner, now: float) -> None:
    """The owner lives: others wait for what it claimed."""
    connection.execute(
        "INSERT INTO owners (id, host, pid, born, until) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET until = excluded.until",
        (owner.id, owner.host, owner.pid, owner.born, now + LEASE),
    )


def claim(connection: Connection, owner: Owner, keys: Sequence[bytes], now: float) -> set[bytes]:
    """Claim the answers to come, also those whose owner has died. What another owner fetches is not among the claimed."""
    connection.executemany(
        "INSERT INTO claims (key, owner) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(key, owner.id) for key in keys],
    )
    holders = _holders(connection, keys, now)
    freed = [key for key in keys if holders.get(key) is None]
    if freed:
        connection.executemany(
            "UPDATE claims SET owner = ? WHERE key = ?", [(owner.id, key) for key in freed]
        )
    return {key for key in keys if holders.get(key) in (None, owner.id)}


def unsettled(connection: Connection, keys: Sequence[bytes], now: float) -> set[bytes]:
    """Those of the keys that an owner who lives is still fetching."""
    return {key for key, holder in _holders(connection, keys, now).items() if holder is not None}


def give_up(connection: Connection, owner: Owner, keys: Sequence[bytes]) -> None:
    """Let others claim these keys."""
    connection.executemany(
        "DELETE FROM claims WHERE key = ? AND owner = ?", [(key, owner.id) for key in keys]
    )


def leave(connection: Connection, owner: Owner) -> None:
    """Let others claim all that this owner has claimed."""
    connection.execute("DELETE FROM claims WHERE owner = ?", (owner.id,))
    connection.execute("DELETE FROM owners WHERE id = ?", (owner.id,))


def sweep(connection: Connection, now: float) -> None:
    """Remove the claims of owners who died."""
    for name, host, pid, born, until in connection.execute(
        "SELECT id, host, pid, born, until FROM owners"
    ).fetchall():
        owner = Owner(name, host, pid, born)
        if not is_alive(owner, until, now):
            leave(connection, owner)


@dataclass(frozen=True, slots=True)
class SetAside:
    """Useless answers that are asked again."""

    answers: int
    cost: float | None
    """What they cost in US dollars; None where a price was unknown."""


def set_aside(connection: Connection, keys: Collection[bytes], before: float, run: str) -> SetAside:
    """Put useless answers from before a moment out of the way of new ones. They stay in the record under another key."""
    costs: list[float | None] = []
    for marks, part in pieces(sorted(keys)):
        rows = connection.execute(
            f"SELECT key, trip, cost FROM calls WHERE key IN ({marks}) AND at < ?", (*part, before)
        ).fetchall()
        for key, trip, cost in rows:
            aside = key_aside(bytes(key), trip)
            connection.execute("UPDATE calls SET key = ?, aside = 1 WHERE key = ?", (aside, key))
            connection.execute("DELETE FROM uses WHERE key = ? AND run = ?", (key, run))
            connection.execute("UPDATE uses SET key = ? WHERE key = ?", (aside, key))
            costs.append(cost)
    known = [cost for cost in costs if cost is not None]
    return SetAside(len(costs), sum(known) if len(known) == len(costs) else None)


def key_aside(key: bytes, trip: str) -> bytes:
    """The key of an answer that was set aside."""
    return sha256(key + trip.encode()).digest()


def _holders(connection: Connection, keys: Sequence[bytes], now: float) -> Mapping[bytes, str | None]:
    """Who holds the claims of these keys; None for an owner who died."""
    lives: dict[str, bool] = {}
    holders: dict[bytes, str | None] = {}
    for marks, part in pieces(keys):
        rows = connection.execute(
            f"""SELECT c.key, c.owner, o.host, o.pid, o.born, o.until FROM claims c
                LEFT JOIN owners o ON o.id = c.owner WHERE c.key IN ({marks})""",
            part,
        )
        for key, name, host, pid, born, until in rows:
            if name not in lives:
                lives[name] = until is not None and is_alive(Owner(name, host, pid, born), until, now)
            holders[bytes(key)] = name if lives[name] else None
    return holders


def _row(call: Call) -> tuple[Any, ...]:
    choice, usage = call.choice, call.usage
    likeliest = json.dumps([dict(each) for each in choice.logprobs]) if choice.logprobs else None
    return (
        call.key, sha256(call.body).digest(), call.replicate, call.run, call.trip, call.step, call.endpoint, call.model,
        choice.text, choice.finish, likeliest, usage.input_tokens, usage.output_tokens, int(usage.reported),
        call.estimated_input, call.cost, call.latency, call.at, "+".join(choice.left_out),
    )  # fmt: skip


def _storable(choice: Choice) -> Choice:
    """The answer without NUL characters, which PostgreSQL's text cannot hold."""
    return replace(choice, text=choice.text.replace("\0", "\ufffd")) if "\0" in choice.text else choice


def _choice(text: str, finish: Any, logprobs: str | None, left_out: str, *, earlier: bool = False) -> Choice:
    likeliest = tuple(json.loads(logprobs)) if logprobs else ()
    return Choice(text, finish, likeliest, tuple(left_out.split("+")) if left_out else (), earlier=earlier)


def keep_batch(connection: Connection, batch: KeptBatch, server: str, model: str) -> None:
    """Write a batch down; the provider's name comes with the second writing."""
    entries = zlib.compress(" ".join(sorted(batch.entries)).encode(), 1)
    connection.execute(
        "INSERT INTO batches (mark, name, server, model, entries, at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (mark) DO UPDATE SET name = excluded.name",
        (batch.mark, batch.name, server, model, entries, time.time()),
    )


def open_batches(connection: Connection, server: str, model: str) -> list[KeptBatch]:
    """The batches of this model that a provider may still hold answers to."""
    rows = connection.execute(
        "SELECT mark, name, entries FROM batches WHERE server = ? AND model = ? AND at > ? ORDER BY at",
        (server, model, time.time() - _PROVIDERS_KEEP),
    )
    return [
        KeptBatch(mark, name, frozenset(zlib.decompress(entries).decode().split()))
        for mark, name, entries in rows
    ]
