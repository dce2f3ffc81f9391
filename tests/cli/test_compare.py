"""`fabula compare` as an author meets it: two drafts in, what moved out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Completed, fabula
from judging.critics import critic
from loopback import Loopback


def run(*arguments: object) -> Completed:
    return fabula("compare", *arguments, COLUMNS="80")


def draft(path: Path, names: list[str]) -> Path:
    chapters = [
        f"Chapter {n}: {name.title()}\n\n"
        + f"Ruth walked to the {name} and found nobody there but the rain and the old gate. " * 12
        for n, name in enumerate(names, start=1)
    ]
    path.write_text("The Walk\n\n" + "\n\n".join(chapters) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def drafts(tmp_path: Path) -> tuple[Path, Path]:
    places = ["harbour", "mill", "church", "station", "orchard", "quarry", "lake"]
    old = draft(tmp_path / "old.txt", places)
    return old, draft(tmp_path / "new.txt", [*places[:3], "observatory", *places[4:]])


def test_two_drafts_give_one_document(drafts: tuple[Path, Path]) -> None:
    done = run(*drafts, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {pair["status"] for pair in found["chapters"]} <= {"same", "changed", "added", "cut", "moved"}
    assert sum(pair["status"] == "same" for pair in found["chapters"]) == 6


def test_a_table_of_eighty_columns_and_a_page(drafts: tuple[Path, Path], tmp_path: Path) -> None:
    done = run(*drafts, "--out", tmp_path / "side")
    assert done.returncode == 0, done.stderr
    assert max(len(line) for line in done.stdout.splitlines() if "→" not in line) <= 80
    assert "6 chapters unchanged" in done.stdout
    assert (tmp_path / "side" / "compare.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path / "a.txt", tmp_path / "b.txt")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1 and "Traceback" not in done.stderr


def test_a_document_of_two_books_is_refused(drafts: tuple[Path, Path], tmp_path: Path) -> None:
    both = tmp_path / "report.json"
    both.write_text(json.dumps({"books": [{"signature": "s"}, {"signature": "s"}], "failed": []}))
    done = run(both, drafts[0])
    assert done.returncode == 2 and "2 books" in done.stderr


def test_a_report_of_an_earlier_fabula_is_refused_with_what_to_do(
    drafts: tuple[Path, Path], tmp_path: Path
) -> None:
    old = tmp_path / "report.json"
    old.write_text(json.dumps({"books": [{"title": "Old", "signature": "s"}], "failed": []}))
    done = run(old, drafts[0])
    assert done.returncode != 0 and "run the same command again" in " ".join(done.stderr.split())


def test_a_comparison_asks_no_model_unless_a_method_is_named(drafts: tuple[Path, Path]) -> None:
    done = run(*drafts, "--json", "--model", "openai/gpt-4o")
    assert done.returncode == 0 and json.loads(done.stdout)["model"] is None
    refused = run(*drafts, "--method", "summary")
    assert refused.returncode != 0 and "--model" in refused.stderr


def test_a_comparison_that_was_paid_for_is_not_replaced_by_another(
    drafts: tuple[Path, Path], loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = critic
    asked = (*drafts, "--model", "custom/m", "--base-url", loopback.url, "--out", tmp_path / "side")
    done = run(*asked, "--method", "one-pass", "--runs", 1)
    assert done.returncode == 0, done.stderr
    paid = loopback.count
    for words in (("--method", "one-pass", "--runs", 2), ()):
        refused = run(*asked, *words)
        assert refused.returncode == 2
        assert "--overwrite" in refused.stderr
    assert run(*asked, "--method", "one-pass", "--runs", 1).returncode == 0
    assert loopback.count == paid
    assert run(*asked, "--overwrite").returncode == 0
