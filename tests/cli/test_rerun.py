"""A saved result can be run again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from commands import fabula
from judging.critics import critic
from loopback import Loopback

NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.epub"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where one stands: a report names its book as it was typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_report_is_run_again_and_has_the_same_signature(loopback: Loopback, folder: Path) -> None:
    loopback.answer = critic
    shutil.copy(NOVELLA, folder / "novella.epub")
    model = ("--model", "custom/critic", "--base-url", loopback.url)
    first = fabula("evaluate", "novella.epub", "--no-definitions", *model, "--json")
    saved = folder / "novella.fabula" / "report.json"
    asked = len(loopback.requests)
    again = fabula("rerun", saved, "--json")
    assert again.returncode == 0, again.stderr
    told = json.loads(again.stdout)
    assert told["signature"] == json.loads(first.stdout)["books"][0]["signature"]
    assert "definitions:no" in told["signature"] and told["overall"]["score"] == 80
    assert len(loopback.requests) == asked, "the ledger has every answer"
    assert "the same" in fabula("rerun", saved).stdout


def test_a_report_of_an_earlier_schema_is_refused_with_what_to_do(folder: Path) -> None:
    old = folder / "report.json"
    old.write_text(
        json.dumps({"kind": "evaluate", "signature": "s", "schema_version": 1, "fabula_version": "0.1.0"})
    )
    said = fabula("rerun", old)
    assert said.returncode == 1 and "run the same command again" in said.stderr and "0.1.0" in said.stderr


def test_what_is_not_a_result_is_one_line(folder: Path) -> None:
    (folder / "x.json").write_text("{}")
    said = fabula("rerun", "x.json")
    assert said.returncode == 1 and len(said.stderr.strip().splitlines()) == 1
