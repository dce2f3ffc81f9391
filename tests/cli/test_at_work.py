"""In a terminal, a command that reads a long book without calls says that it is at work."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="terminals are opened so on Unix")

UNTIL_SEEN = "import sys; from fabula.cli.terminal import at_work\nwith at_work(): sys.stdin.readline()"
"""Works until somebody has seen the line and says so."""


def test_a_terminal_shows_that_the_work_goes_on() -> None:
    ours, theirs = pty.openpty()
    working = subprocess.Popen([sys.executable, "-c", UNTIL_SEEN], stdin=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"working" not in seen:
        seen += os.read(ours, 1024)
    assert working.stdin is not None
    working.stdin.write(b"\n")
    working.stdin.close()
    assert working.wait(60) == 0
    os.close(ours)


def test_a_log_is_not_filled_with_it() -> None:
    quiet = subprocess.run(
        [sys.executable, "-c", UNTIL_SEEN], input=b"\n", capture_output=True, check=True, timeout=60
    )
    assert quiet.stderr == b""


STOPPED_AT_WORK = """
import asyncio, os, signal, sys, threading, typer
from fabula.cli import command
import fabula.cli.outline as outline
from fabula.cli.terminal import waited_for

def long_work():
    os.kill(os.getpid(), signal.SIGINT)
    threading.Event().wait()

outline.app = typer.Typer(add_completion=False)

@outline.app.command()
def outline_() -> None:
    waited_for(asyncio.to_thread(long_work))

sys.argv = ["fabula", "outline"]
command()
"""
"""A command whose thread would never come to an end, and Ctrl-C."""


def test_ctrl_c_waits_for_no_thread() -> None:
    """A book of 700,000 characters kept the terminal for up to half a minute."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_AT_WORK], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (130, "fabula: stopped\n")
