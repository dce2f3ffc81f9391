"""A run that is killed goes on from where it was: nothing that was answered is asked again."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

from loopback import Loopback

BOOKS, CALLS, IN_FLIGHT = 20, 30, 8
KILLED_AT = (15, 180, 420, 590)
PROGRAM = Path(__file__).with_name("chained_run.py")


def answered(ledger: Path) -> int:
    connection = sqlite3.connect(ledger)
    try:
        return int(connection.execute("SELECT count(*) FROM calls").fetchone()[0])
    finally:
        connection.close()


def start(url: str, ledger: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAM), url, str(ledger), str(BOOKS), str(CALLS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_run_killed_again_and_again_never_asks_an_answered_call_again(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    served = iter(range(10**6))
    with Loopback(lambda _: f"answer {next(served)}") as server:
        for moment in KILLED_AT:
            before = answered(ledger) if ledger.exists() else 0
            asked_before = server.count
            run = start(server.url, ledger)

            def kill(
                count: int, run: subprocess.Popen[str] = run, limit: int = asked_before + moment - before
            ) -> None:
                if count == limit:
                    os.kill(run.pid, signal.SIGKILL)

            server.on_request = kill
            run.communicate(timeout=60)
            assert run.returncode == -signal.SIGKILL
            paid = server.count - asked_before
            assert paid - (answered(ledger) - before) <= IN_FLIGHT, "an answer that had come was not kept"
        server.on_request = None
        finished = start(server.url, ledger)
        said, _ = finished.communicate(timeout=60)
        assert finished.returncode == 0
        assert len(said.split("\n")) == BOOKS + 1
        asked = Counter(each.question for each in server.requests)

        count = server.count
        again = start(server.url, ledger)
        assert again.communicate(timeout=60)[0] == said
        assert server.count == count, "a finished run was paid for again"

    assert answered(ledger) == BOOKS * CALLS
    assert sum(asked.values()) - BOOKS * CALLS <= IN_FLIGHT * len(KILLED_AT)
    kept = _questions(ledger)
    assert set(kept) == set(asked), "a chain went on from an answer that was not kept"


def _questions(ledger: Path) -> list[str]:
    import json
    import zlib

    connection = sqlite3.connect(ledger)
    bodies = [json.loads(zlib.decompress(row[0])) for row in connection.execute("SELECT body FROM requests")]
    connection.close()
    return [body["messages"][-1]["content"] for body in bodies]
