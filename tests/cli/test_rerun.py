"""A saved result can be run again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from judging.critics import critic
from loopback import Loopback

NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.epub"


def run(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fabula", *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=os.environ, check=False)


def test_a_report_is_run_again_and_has_the_same_signature(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = critic
    shutil.copy(NOVELLA, tmp_path / "novella.epub")
    model = ("--model", "custom/critic", "--base-url", loopback.url)
    first = run(tmp_path, "evaluate", "novella.epub", "--no-definitions", *model, "--json")
    saved = tmp_path / "novella.fabula" / "report.json"
    asked = len(loopback.requests)
    again = run(tmp_path, "rerun", saved, "--json")
    assert again.returncode == 0, again.stderr
    told = json.loads(again.stdout)
    assert told["signature"] == json.loads(first.stdout)["books"][0]["signature"]
    assert "definitions:no" in told["signature"] and told["overall"]["score"] == 80
    assert len(loopback.requests) == asked, "the ledger has every answer"
    assert "the same" in run(tmp_path, "rerun", saved).stdout


def test_a_report_of_an_earlier_schema_is_refused_with_what_to_do(tmp_path: Path) -> None:
    old = tmp_path / "report.json"
    old.write_text(
        json.dumps({"kind": "evaluate", "signature": "s", "schema_version": 1, "fabula_version": "0.1.0"})
    )
    said = run(tmp_path, "rerun", old)
    assert said.returncode == 1 and "run the same command again" in said.stderr and "0.1.0" in said.stderr


def test_what_is_not_a_result_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    said = run(tmp_path, "rerun", "x.json")
    assert said.returncode == 1 and len(said.stderr.strip().splitlines()) == 1
