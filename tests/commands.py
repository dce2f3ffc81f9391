"""Commands in the tests' own process: the same `main()` as typed, without a new interpreter for each.

Tests of what a process does (kills, exit codes of the installed command, pipes) start one themselves.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from fabula.cli import main

FORKED = multiprocessing.get_context("forkserver")
"""Forks processes from one that has loaded what commands need which tests start again and again."""
FORKED.set_forkserver_preload(["fabula.studio.server", "fabula.studio.serving", "fabula.benchmarks.webnovel"])


@dataclass(frozen=True, slots=True)
class Completed:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def fabula(*words: object, **environment: str) -> Completed:
    """Run `fabula WORDS...`."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with typed(words), variables(environment), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return Completed(code, out.getvalue(), err.getvalue())


def started(*words: object) -> BaseProcess:
    """The command in a process of its own, to be killed. It is forked from one that has loaded what it needs."""
    process = FORKED.Process(target=fabula, args=tuple(map(str, words)), kwargs=dict(os.environ))
    process.start()
    return process


class Forked:
    """A command in a process of its own, forked in the same way, whose output is read: as much of Popen as tests need."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        ours, theirs = FORKED.Pipe(duplex=False)
        self._process = FORKED.Process(target=_printing, args=(theirs, words, dict(environment)))
        self._process.start()
        theirs.close()
        self.pid = self._process.pid or 0
        self.stdout = os.fdopen(os.dup(ours.fileno()), encoding="utf-8")
        ours.close()

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("fabula", timeout or 0.0)

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()


def _printing(output: Connection, words: Sequence[str], environment: Mapping[str, str]) -> None:
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    output.close()
    sys.stdout = sys.stderr = os.fdopen(1, "w", buffering=1, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    with typed(tuple(words)):
        main()


@contextmanager
def typed(words: tuple[object, ...]) -> Iterator[None]:
    before, sys.argv = sys.argv, ["fabula", *map(str, words)]
    try:
        yield
    finally:
        sys.argv = before


@contextmanager
def variables(environment: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
