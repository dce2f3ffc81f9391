"""Finished runs as tables: every verdict is one row, whether a report or the table of a shelf holds it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from commands import fabula
from fabula.errors import UsageError
from fabula.judging.shelf_results import ShelfResults
from fabula.judging.shelf_rows import COLUMNS, AspectScore, Row
from fabula.reports.finished import Finished, comparison

pytest.importorskip("duckdb", reason="duckdb is not installed: make test-extras")


def report(folder: Path, book: str, model: str, score: float | None) -> None:
    """What a report keeps of a verdict; the rest of it is not read."""
    folder.mkdir(parents=True)
    document = {
        "kind": "evaluate", "id": book, "title": book.title(), "author": None, "language": "en", "words": 9000,
        "chapters": [{}, {}], "method": "summary", "rubric": "longstory", "made_at": "2026-01-01T00:00:00Z",
        "model": {"name": model}, "signature": f"longstory.summary|m:{model}", "usage": {"calls": 3, "cost": 0.01},
        "overall": None if score is None else {"score": score}, "rating": {"value": 3.9, "low": 3.5, "high": 4.1},
        "aspects": [{"id": "plot", "score": score, "low": None, "high": None}],
        "no_verdict": None if score is not None else {"code": "x", "text": "no answer"},
    }  # fmt: skip
    (folder / "report.json").write_text(json.dumps(document), encoding="utf-8")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for number, (first, second) in enumerate([(70.0, 60.0), (80.0, 75.0), (50.0, 55.0), (40.0, None)]):
        report(tmp_path / f"a{number}.fabula", f"book-{number}", "x/first", first)
        report(tmp_path / f"b{number}.fabula", f"book-{number}", "x/second", second)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "report.json").write_text('{"kind": "edit"}', encoding="utf-8")
    return tmp_path


def test_models_are_compared_over_the_books_that_both_judged(runs: Path) -> None:
    with Finished([runs]) as finished:
        (found,) = finished.query(comparison("model")).documents
    assert (found["one"], found["other"], found["books"]) == ("x/first", "x/second", 3)
    assert found["score_difference"] == pytest.approx(10 / 3) and found["share_higher"] == pytest.approx(
        2 / 3
    )


def test_rows_of_a_shelf_stand_beside_reports(runs: Path) -> None:
    for place in (runs / "rows.jsonl", runs / "it's.parquet"):
        with ShelfResults(place, ["a", "b"], COLUMNS) as rows:
            for one in (
                Row(
                    "a",
                    book="a-1",
                    method="summary",
                    model="x/m",
                    aspects=(AspectScore("plot", 70, 60, 80),),
                    stars=4.5,
                    signature="s",
                ),
                Row("b", why="it is empty"),
            ):
                rows.add(one.document)
    with Finished([runs / "rows.jsonl", runs / "it's.parquet"]) as finished:
        found = finished.query("SELECT book, stars, why, method FROM verdicts ORDER BY ALL").rows
        aspects = finished.query("SELECT book, aspect, score, low, high, model, signature FROM aspects").rows
    assert found == (*[("a-1", 4.5, None, "summary")] * 2, *[("b", None, "it is empty", None)] * 2)
    assert aspects == (("a-1", "plot", 70, 60, 80, "x/m", "s"),) * 2


def test_the_command_filters_and_exports(runs: Path) -> None:
    done = fabula("results", runs, "--where", "score > 65", "--json")
    assert [(row["book"], row["model"], row["signature"]) for row in json.loads(done.stdout)] == [
        ("book-1", "x/first", "longstory.summary|m:x/first"),
        ("book-1", "x/second", "longstory.summary|m:x/second"),
        ("book-0", "x/first", "longstory.summary|m:x/first"),
    ]
    assert fabula("results", runs, "--out", runs / "all.csv").stdout.startswith("8 rows")
    with (runs / "all.csv").open(encoding="utf-8", newline="") as file:
        assert len({(row["book"], row["signature"]) for row in csv.DictReader(file)}) == 8
    sql = "SELECT aspect, avg(score) AS mean FROM aspects GROUP BY ALL"
    assert "plot" in fabula("results", runs, "--sql", sql).stdout


def test_what_cannot_be_asked_is_said_in_one_line(runs: Path) -> None:
    with pytest.raises(UsageError, match="one of model"):
        comparison("title; DROP TABLE verdicts")
    refused = fabula("results", runs, "--where", "scor > 3")
    assert refused.returncode == 2 and "the query is refused" in refused.stderr
    (runs / "text.jsonl").write_text('{"text": 3}\n')
    with Finished([runs / "text.jsonl"]) as finished:
        assert finished.query("SELECT * FROM verdicts").rows == ()


def test_a_book_without_figures_stands_below_the_table_with_its_name(tmp_path: Path) -> None:
    """Its name was missing, and the reason stood in a column eighteen letters wide."""
    with ShelfResults(tmp_path / "rows.jsonl", ["a", "shelf/b.epub"], COLUMNS) as rows:
        rows.add(Row("a", book="a-1", title="A", method="embedded", stars=4.0, signature="s").document)
        rows.add(Row("shelf/b.epub", why="b.epub is cut short or damaged").document)
    shown = fabula("results", tmp_path / "rows.jsonl").stdout
    assert "1 without figures\nshelf/b.epub: b.epub is cut short or damaged" in shown
    assert "why" not in shown.splitlines()[0]


def test_a_wrong_column_is_answered_with_those_that_there_are(runs: Path) -> None:
    assert '"language"' in fabula("results", runs, "--where", "lang = 'en'").stderr
