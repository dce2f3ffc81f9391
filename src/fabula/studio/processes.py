"""The process of a job, as the server sees it: a child of the warm process, or a new Python where none is warm."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

from fabula.platforms import own_group
from fabula.studio import worker
from fabula.warm import free_child

_UNKNOWN = -1
"""The exit code of a process whose end nobody saw."""
_UNTIL_ALL_IS_CLOSED = 0.2
"""Seconds from the end of its channel to the end of its lock: a process that is killed closes its files in any order."""


class Process(Protocol):
    """A job at work."""

    def stop(self) -> None:
        """Say that the user said stop."""

    def leave(self) -> None:
        """Say that the server goes: end what its standard input reads."""

    async def wait(self) -> int:
        """Its exit code, once it has ended."""


async def started(home: Path, job: str, purpose: str, log: Path) -> Process:
    """The job at work in a process of its own, which the server's Ctrl-C does not reach."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with log.open("ab") as output:
        reading, writing = os.pipe()
        try:
            arguments = (str(home), job, purpose)
            channel = free_child(
                worker.main, *arguments, stdin=reading, output=output.fileno(), environment=environment
            )
            if channel is not None:
                return _Warm(channel, writing)
            cold = await asyncio.create_subprocess_exec(
                sys.executable, "-m", worker.__name__, *arguments,
                stdin=reading, stdout=output, stderr=output, env=environment, **own_group(),
            )  # fmt: skip
            return _Cold(cold, writing)
        finally:
            os.close(reading)


class _Input:
    """The pipe that a worker has as its standard input."""

    def __init__(self, writing: int) -> None:
        self._pipe = open(writing, "wb", buffering=0)  # noqa: SIM115

    def stop(self) -> None:
        with suppress(
            BrokenPipeError, ValueError
        ):  # it has come to its end just now, or the server to its own
            self._pipe.write(worker.STOP)

    def leave(self) -> None:
        self._pipe.close()


class _Cold(_Input):
    def __init__(self, process: asyncio.subprocess.Process, writing: int) -> None:
        super().__init__(writing)
        self._process = process

    async def wait(self) -> int:
        try:
            return await self._process.wait()
        finally:
            self.leave()


class _Warm(_Input):
    def __init__(self, channel: Connection, writing: int) -> None:
        super().__init__(writing)
        self._channel = channel

    async def wait(self) -> int:
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._channel.fileno(), told.set)
        try:
            await told.wait()
            return int(self._channel.recv())
        except (EOFError, OSError):  # the warm process was killed, and now the job too has ended
            await asyncio.sleep(_UNTIL_ALL_IS_CLOSED)
            return _UNKNOWN
        finally:
            loop.remove_reader(self._channel.fileno())
            self._channel.close()
            self.leave()
