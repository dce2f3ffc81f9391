"""What a provider's batches are: many questions handed in at once, answered within a day at half the price."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabula.errors import FabulaError
from fabula.models.failures import retry_after
from fabula.models.retry import TemporaryFailure
from fabula.models.transport import Reply, Transport
from fabula.notices import Notice

MOST_BYTES_OF_RESULTS = 2**30


@dataclass(frozen=True, slots=True)
class Entry:
    """One question of a batch."""

    name: str
    """Ours, to know its answer by: the call's key."""
    path: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the provider answered to one entry, as if it had been asked by itself."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is."""

    ended: bool
    done: int
    total: int
    problem: str = ""
    """Why the whole batch failed, if it did."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One batch at the provider."""

    name: str
    mark: str | None
    """Ours, where the provider keeps one."""


@dataclass(frozen=True, slots=True)
class BatchService:
    """The functions of one provider's batches."""

    submit: Callable[[Sequence[Entry], str, Transport], Awaitable[str]]
    """Hand in the entries under a mark; the provider's name of the batch comes back."""
    look: Callable[[str, Transport], Awaitable[Progress]]
    results: Callable[[str, Transport], Awaitable[Mapping[str, Outcome]]]
    """The outcomes of an ended batch, by entry. An entry that expired or was cancelled has none."""
    listed: Callable[[Transport], Awaitable[Sequence[Listed]]]
    """The latest batches of this key, to find one whose name we never learned."""
    most_entries: int
    most_bytes: int


def accepted(reply: Reply, what: str) -> Reply:
    """The reply, or a FabulaError that says what the provider did not do."""
    if reply.status >= 400:
        first = reply.text.strip().splitlines()[:1]
        if reply.status in (408, 409, 429) or reply.status >= 500:
            notice = Notice.of("models.server-in-trouble", server=what, why=f"{reply.status}")
            raise TemporaryFailure(notice, retry_after=retry_after(reply.headers))
        raise FabulaError(f"{what} failed ({reply.status}{': ' + first[0][:200] if first else ''})")
    return reply
