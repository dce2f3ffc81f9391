"""A shelf judged by a model into one table: a row a book with its scores, a bad book says why, and nothing is asked twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from commands import Completed, fabula
from judging.critics import critic
from loopback import Behaviour, Loopback

BOOKS = 3


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback(critic) as server:
        yield server


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number in range(BOOKS):
        told = f"Mara lit lamp {number}. “It is late,” said Mara, and she went down to the boats.\n\n" * 12
        (folder / f"{number}.txt").write_text(f"Chapter 1\n\n{told}\n\nChapter 2\n\n{told}", encoding="utf-8")
    (folder / "empty.txt").write_text("")
    return folder


def judged(shelf: Path, results: Path, server: Loopback, *more: object) -> Completed:
    return fabula(
        "evaluate", *sorted(shelf.iterdir()), "--results", results, "--model", "custom/critic",
        "--base-url", server.url, "--method", "summary", "--runs", "2", *more,
    )  # fmt: skip


def rows(results: Path) -> dict[str, dict[str, Any]]:
    lines = results.read_text(encoding="utf-8").splitlines()
    return {Path(row["path"]).name: row for row in map(json.loads, lines)}


def test_every_book_is_a_row_with_its_scores_and_a_second_run_asks_for_nothing(
    shelf: Path, tmp_path: Path, server: Loopback
) -> None:
    results = tmp_path / "judged.jsonl"
    done = judged(shelf, results, server)
    assert done.returncode == 1 and "4 books, 1 of them not judged" in done.stdout.replace("\n", " ")
    assert "4 of 4 books" in done.stderr and "calls answered" in done.stderr
    found = rows(results)
    assert "empty" in found["empty.txt"]["why"]
    first = found["0.txt"]
    assert (first["model"], first["method"], first["rubric"]) == ("custom/critic", "summary", "longstory")
    assert first["score"] is not None and first["signature"].startswith("longstory.summary|m:custom/critic")
    assert {"plot", "characters"} <= {each["aspect"] for each in first["aspects"]}
    asked = server.answered
    assert judged(shelf, results, server).returncode == 1
    assert server.answered == asked and rows(results) == found


def test_a_book_that_failed_is_tried_again_and_the_others_are_not(
    shelf: Path, tmp_path: Path, server: Loopback
) -> None:
    """Its server was in trouble, or its file was empty: both may pass."""
    server.answer = lambda asked: Behaviour(status=500) if "lamp 1" in str(asked) else critic(asked)
    results, once = tmp_path / "judged", ("--method", "one-pass", "--runs", "1")
    assert "4 books, 2 of them not judged" in judged(shelf, results, server, *once).stdout.replace("\n", " ")
    (shelf / "empty.txt").write_text("Chapter 1\n\nIt rained. “Go,” said Mara.\n\nChapter 2\n\nShe went.")
    server.answer, asked = critic, server.answered
    planned = judged(shelf, results, server, *once, "--dry-run", "--json")
    assert json.loads(planned.stdout)["total"]["calls"] == 2
    assert judged(shelf, results, server, *once).returncode == 0
    assert server.answered == 2 * asked, "two books each time"
    found = [row for shard in results.glob("part-*.parquet") for row in parquet.read_table(shard).to_pylist()]
    assert len(found) == BOOKS + 1 and all(row["why"] is None and row["score"] for row in found)


def test_rows_stand_in_the_order_of_the_shelf(shelf: Path, tmp_path: Path, server: Loopback) -> None:
    results = tmp_path / "judged.jsonl"
    judged(shelf, results, server)
    results.write_text("".join(reversed(results.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    judged(shelf, results, server)
    assert list(rows(results)) == ["0.txt", "1.txt", "2.txt", "empty.txt"]


def test_a_run_that_was_cut_short_judges_only_the_books_without_a_row(
    shelf: Path, tmp_path: Path, server: Loopback
) -> None:
    results = tmp_path / "judged.jsonl"
    judged(shelf, results, server)
    whole, lines = rows(results), results.read_text(encoding="utf-8").splitlines(keepends=True)
    results.write_text("".join(lines[:2]) + lines[2][:30], encoding="utf-8")
    planned = judged(shelf, results, server, "--dry-run", "--json")
    assert planned.returncode == 0 and results.read_text(encoding="utf-8").endswith(lines[2][:30])
    asked = server.answered
    assert judged(shelf, results, server).returncode == 1
    assert rows(results) == whole and server.answered == asked, "the ledger has every answer"


def test_rows_of_another_model_do_not_join(shelf: Path, tmp_path: Path, server: Loopback) -> None:
    results = tmp_path / "judged.jsonl"
    judged(shelf, results, server)
    other = judged(shelf, results, server, "--model", "custom/other")
    assert other.returncode == 2 and "its rows were made with other options" in other.stderr


def test_parquet_has_the_scores_by_aspect(shelf: Path, tmp_path: Path, server: Loopback) -> None:
    judged(shelf, tmp_path / "judged", server)
    (table,) = (tmp_path / "judged").glob("part-*.parquet")
    found = parquet.read_table(table).to_pylist()
    assert len(found) == BOOKS + 1
    assert all(row["why"] or {each["aspect"] for each in row["aspects"]} >= {"plot"} for row in found)


@pytest.mark.extras
def test_the_aspects_of_a_shelf_are_queried(shelf: Path, tmp_path: Path, server: Loopback) -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed: make test-extras")
    judged(shelf, tmp_path / "judged", server)
    told = fabula("results", tmp_path / "judged", "--sql", "SELECT count(*) AS n FROM aspects WHERE aspect = 'plot'", "--json")  # fmt: skip
    assert json.loads(told.stdout) == [{"n": BOOKS}]
