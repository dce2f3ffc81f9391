"""A quiz that is killed goes on from where it was: the same command pays only for what was in flight."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from quizzes import key_of, knowing, quiz

from fabula.quiz.files import csv_text
from loopback import Loopback

IN_FLIGHT = 4


def sit(url: str, folder: Path) -> subprocess.Popen[str]:
    command = [
        sys.executable, "-m", "fabula", "quiz", "run", str(folder / "set.csv"), "--model", "custom/m", "--base-url", url,
        "--ledger", str(folder / "ledger.sqlite"), "--concurrency", str(IN_FLIGHT), "--json",
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_killed_quiz_goes_on_where_it_was(tmp_path: Path) -> None:
    long = quiz("ABCD" * 15)
    (tmp_path / "set.csv").write_text(csv_text(long.questions), encoding="utf-8")
    with Loopback(knowing(key_of(long))) as server:
        run = sit(server.url, tmp_path)
        server.on_request = lambda count: os.kill(run.pid, signal.SIGKILL) if count == 30 else None
        run.communicate(timeout=60)
        assert run.returncode == -signal.SIGKILL
        server.on_request = None
        again = sit(server.url, tmp_path)
        said, _ = again.communicate(timeout=60)
        assert again.returncode == 0
        asked = Counter(each.question for each in server.requests)
    found = json.loads(said)
    assert (found["n"], found["accuracy"]["value"]) == (60, 1.0)
    assert len(asked) == 60
    assert sum(asked.values()) - 60 <= IN_FLIGHT + 1
