"""Commands in the tests' own process: the same `main()` as typed, without a new interpreter for each.

Tests of what a process does (kills, exit codes of the installed command, pipes) start one themselves.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from multiprocessing.process import BaseProcess

from fabula.cli import main


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


def started(*words: object, loaded: tuple[str, ...] = ()) -> BaseProcess:
    """The command in a process of its own, to be killed. It is forked from one that has loaded these modules."""
    ready = multiprocessing.get_context("forkserver")
    ready.set_forkserver_preload(["commands", *loaded])
    process = ready.Process(target=fabula, args=tuple(map(str, words)), kwargs=dict(os.environ))
    process.start()
    return process


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
