"""Contamination and ability apart: by how well the model knows the novel, and at what cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from quizzes import NOVELS, key_of, knowing, quiz

from commands import fabula
from fabula.errors import UsageError
from fabula.quiz.files import jsonl_text
from fabula.quiz.memory import read_memory
from fabula.version import __version__
from loopback import Behaviour, Loopback

SET = quiz("ABCDABCDABCD")
KNOWN = {
    NOVELS[0]: {"raw": True, "anonymised": True, "summarised": False},
    NOVELS[1]: {"raw": True, "anonymised": False, "summarised": False},
    NOVELS[2]: {"raw": False, "anonymised": False, "summarised": None},
    NOVELS[3]: {"raw": None, "anonymised": None, "summarised": None},
}


def audit(folder: Path, model: str = "custom/m", known: Any = KNOWN) -> Path:
    """What `fabula audit memory --json` prints, as far as a quiz reads it."""
    place = folder / "memory.json"
    told = {
        "kind": "audit-memory",
        "schema_version": 2,
        "fabula_version": __version__,
        "signature": "audit.memory",
    }
    place.write_text(json.dumps(told | {"model": {"name": model}, "known": known}), encoding="utf-8")
    return place


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "set.jsonl"
    place.write_text(jsonl_text(SET.questions), encoding="utf-8")
    return place


def test_accuracy_stands_by_how_well_the_model_knows_the_novel(
    file: Path, tmp_path: Path, loopback: Loopback
) -> None:
    key = {each.text: key_of(SET)[each.text] for each in SET.questions if each.title in NOVELS[:2]}
    loopback.answer = knowing(key)
    run = ("quiz", "run", file, "--model", "custom/m", "--base-url", loopback.url)
    found = json.loads(fabula(*run, "--memory", audit(tmp_path), "--json").stdout)
    groups = {name: (group["n"], group["accuracy"]["value"]) for name, group in found["by_memory"].items()}
    assert groups == {
        "by its events": (2, 1.0), "by its names": (2, 1.0), "not known": (2, 0.5), "unknown": (6, 0.166667),
    }  # fmt: skip
    plain = json.loads(fabula(*run, "--json").stdout)
    assert plain["by_memory"] == {} and plain["signature"] != found["signature"]
    assert "knows the book: by its events" in fabula(*run, "--memory", audit(tmp_path)).stdout


def test_an_audit_of_another_model_or_of_other_novels_is_refused(
    file: Path, tmp_path: Path, loopback: Loopback
) -> None:
    run = ("quiz", "run", file, "--model", "custom/m", "--base-url", loopback.url, "--memory")
    other = fabula(*run, audit(tmp_path, "custom/other"))
    assert other.returncode == 2 and "that audit is of custom/other" in other.stderr
    elsewhere = fabula(*run, audit(tmp_path, known={"Emma": {"raw": True}}))
    assert elsewhere.returncode == 2 and "none of the novels" in elsewhere.stderr
    assert not [each for each in loopback.requests if "题目" in str(each.body)]
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="not the JSON of `fabula audit memory`"):
        read_memory(tmp_path / "x.json", SET)


def test_what_a_point_costs_stays_the_same_when_the_answers_are_in_the_ledger(
    file: Path, loopback: Loopback, own_home: Path
) -> None:
    (own_home / "fabula.toml").write_text(
        '[prices]\n"custom/m" = { input = 1000.0, output = 2000.0 }\n', encoding="utf-8"
    )
    loopback.answer = knowing(key_of(SET))
    run = ("quiz", "run", file, "--model", "custom/m", "--base-url", loopback.url, "--permute", "2", "--json")
    first, again = (json.loads(fabula(*run).stdout) for _ in range(2))
    assert first["cost"] and first["cost"] == again["cost"] and again["usage"]["cached"]
    assert first["cost"] < first["usage"]["cost"], "other orders of the options are not part of it"
    assert first["cost_per_point"] == pytest.approx(first["cost"] / 100, abs=1e-7)


def test_the_page_draws_confidence_against_accuracy(file: Path, tmp_path: Path, loopback: Loopback) -> None:
    shown = [{"token": "A", "logprob": -0.1}, {"token": "B", "logprob": -2.5}]
    logprobs = [{"token": "A", "logprob": -0.1, "top_logprobs": shown}]
    loopback.answer = lambda _: Behaviour(text="A", logprobs=logprobs)
    out = tmp_path / "out"
    run = ("quiz", "run", file, "--model", "custom/m", "--base-url", loopback.url, "--by", "logprob")
    done = fabula(*run, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "expected calibration error" in done.stdout
    assert (out / "figures" / "reliability.svg").is_file()
    assert 'id="figure-reliability"' in (out / "quiz.html").read_text(encoding="utf-8")
