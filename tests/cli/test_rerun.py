"""A saved result can be run again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from judging.critics import critic
from loopback import Loopback
from studio.drafts import draft
from studio.novelist_results import results

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


def saved(place: Path, *words: object) -> dict[str, Any]:
    """What `--json` printed, kept in a file."""
    said = fabula(*words, "--json")
    assert said.returncode == 0, said.stderr
    place.write_text(said.stdout, encoding="utf-8")
    return dict(json.loads(said.stdout))


def test_a_question_with_two_files_asks_for_the_one_that_is_gone(tmp_path: Path) -> None:
    drafts = [tmp_path / "first" / "old.txt", tmp_path / "second" / "new.txt"]
    for number, place in enumerate(drafts):
        place.parent.mkdir()
        place.write_bytes(draft(bool(number)))
    first = saved(tmp_path / "kept.json", "compare", *drafts)
    lost = fabula("rerun", tmp_path / "kept.json")
    assert lost.returncode == 2
    assert "old.txt" in lost.stderr and "--file old=PATH" in lost.stderr
    half = fabula("rerun", tmp_path / "kept.json", "--file", f"old={drafts[0]}")
    assert half.returncode == 2 and "--file new=PATH" in half.stderr
    both = ("--file", f"old={drafts[0]}", "--file", f"new={drafts[1]}")
    again = fabula("rerun", tmp_path / "kept.json", *both, "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["signature"] == first["signature"]


def test_two_files_of_one_name_are_never_taken_for_each_other(tmp_path: Path) -> None:
    drafts = [tmp_path / "first" / "draft.txt", tmp_path / "second" / "draft.txt"]
    for number, place in enumerate(drafts):
        place.parent.mkdir()
        place.write_bytes(draft(bool(number)))
    saved(tmp_path / "first" / "kept.json", "compare", *drafts)
    said = fabula("rerun", tmp_path / "first" / "kept.json")
    assert said.returncode == 2 and "two files draft.txt" in said.stderr and "--file old=PATH" in said.stderr


def test_a_checked_summary_needs_its_book_and_its_summary(tmp_path: Path) -> None:
    book, summary, kept = tmp_path / "a" / "book.txt", tmp_path / "b" / "summary.txt", tmp_path / "kept.json"
    for place in (book, summary):
        place.parent.mkdir()
    book.write_bytes(draft())
    summary.write_text("Anna Bell carried a lamp. Tom Reed counted the towers.", encoding="utf-8")
    first = saved(kept, "facts", "check", summary, "--book", book)
    lost = fabula("rerun", kept, "--book", book)
    assert lost.returncode == 2 and "summary.txt" in lost.stderr and "--file summary=PATH" in lost.stderr
    assert "--book PATH" in fabula("rerun", kept, "--file", f"summary={summary}").stderr
    again = fabula("rerun", kept, "--book", book, "--file", f"summary={summary}", "--json")
    assert json.loads(again.stdout)["signature"] == first["signature"]


def test_several_files_of_one_option_are_found_or_given_together(tmp_path: Path) -> None:
    folder = results(tmp_path / "run")
    kept = folder / "kept.json"
    first = saved(kept, "novelist", "check", folder / "scores.jsonl")
    assert json.loads(fabula("rerun", kept, "--json").stdout)["signature"] == first["signature"]
    kept = kept.rename(tmp_path / "kept.json")
    assert "--file scores=PATH" in fabula("rerun", kept).stderr
    again = fabula("rerun", kept, "--file", f"scores={folder / 'scores.jsonl'}", "--json")
    assert json.loads(again.stdout)["signature"] == first["signature"]


def test_a_file_that_the_question_does_not_take_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_bytes(draft())
    saved(tmp_path / "kept.json", "outline", book)
    assert "it takes book" in fabula("rerun", tmp_path / "kept.json", "--file", f"plan={book}").stderr
    assert "OPTION=PATH" in fabula("rerun", tmp_path / "kept.json", "--file", "book").stderr
    assert "no such file" in fabula("rerun", tmp_path / "kept.json", "--book", tmp_path / "gone.txt").stderr


def test_a_shelf_that_moved_is_given_anew(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for number in (0, 1):
        (shelf / f"draft-{number}.txt").write_bytes(draft(bool(number)))
    first = saved(tmp_path / "kept.json", "corpus", "dedup", shelf)
    moved = shelf.rename(tmp_path / "moved")
    lost = fabula("rerun", tmp_path / "kept.json")
    assert lost.returncode != 0 and "shelf" in lost.stderr
    again = fabula("rerun", tmp_path / "kept.json", "--file", f"folder={moved}", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["kind"] == first["kind"]
