"""How long a connection may take to say what it wants, and how many may be open: a request that is never finished costs its
sender a connection, and the studio nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, and a number of connections."""

    head: float = 15.0
    """From the first byte of a request, or from the connection, to the end of its head."""
    silence: float = 30.0
    """Between two pieces of a body."""
    request: float = 1800.0
    """For all of a request: 64 MB over a slow line."""
    open: int = 512
    """Connections at once. One more closes the one that has been waited for longest."""


USUAL = Patience()


class PatientProtocol(H11Protocol):
    """uvicorn's protocol, which alone would wait for the rest of a request for ever."""

    patience = USUAL
    _began = _heard = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._began = self._heard = self.loop.time()
        if len(self.connections) > self.patience.open:
            waited_for = [
                each for each in self.connections if isinstance(each, PatientProtocol) and each.waits
            ]
            min(waited_for, key=lambda each: each._began).close()
        self._look_again()

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if self.timeout_keep_alive_task is not None:
            self._began = self._heard  # the first byte of another request
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Whether the other side has to speak next."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def _late(self) -> bool:
        if self.cycle is None or self.cycle.response_complete:
            idle = self.timeout_keep_alive_task is not None  # uvicorn closes those itself
            return not idle and self.loop.time() - self._began > self.patience.head
        if not self.cycle.more_body or self.flow.read_paused:
            return False
        now = self.loop.time()
        return now - self._heard > self.patience.silence or now - self._began > self.patience.request

    def close(self) -> None:
        """Cut the line; a half-sent request has no answer."""
        self.transport.abort()

    def _look_again(self) -> None:
        if self._late:
            self.close()
        else:
            pause = min(self.patience.head, self.patience.silence) / 4
            self._timer = self.loop.call_later(pause, self._look_again)
