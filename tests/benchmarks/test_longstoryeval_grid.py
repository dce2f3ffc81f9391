"""The paper's tables in its layout, and its test set under other names, as files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from benchmarks.test_longstoryeval import rating_judge, release  # noqa: F401 - a fixture
from commands import fabula
from fabula.benchmarks.longstoryeval_grid import HEADS, published
from fabula.benchmarks.longstoryeval_published import ASPECTS
from loopback import Loopback


def test_the_papers_rows_are_whole() -> None:
    assert [len(published(number)) for number in (2, 4, 6, 7, 8)] == [21, 1, 8, 6, 3]
    assert all(
        len(row.figures) == len(ASPECTS) == len(HEADS) for number in (2, 6, 7) for row in published(number)
    )
    assert str(published(2)[-1].figures[0]) == "27.1" and not published(2)[-1].ours
    assert [str(each) for each in published(4)[0].figures][:2] == ["79.9", "83.2"]
    assert [str(each) for each in published(8)[0].figures] == ["3,940K", "770min", "$94.00"]


def test_our_rows_stand_below_the_papers_in_csv_latex_and_terminal(
    release: Path,  # noqa: F811
    loopback: Loopback,
    tmp_path: Path,
) -> None:
    loopback.answer = rating_judge(release)
    done = fabula(
        "bench", "longstoryeval", "--data", release, "--model", "custom/critic", "--base-url", loopback.url,
        "--runs", 1, "--definitions", "both", "--resamples", 100,
        "--csv", tmp_path / "t.csv", "--latex", tmp_path / "t.tex", COLUMNS="80",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    ours = [(row["table"], row["part"], row["system"]) for row in rows if row["source"] == "ours"]
    assert ours == [
        ("2", "Summary-Based", "custom/critic"),
        ("6", "custom/critic", "w/ definitions"),
        ("6", "custom/critic", "w/o definitions"),
        ("8", "custom/critic, 10 books", "Summary-Based"),
    ]
    assert {row["table"] for row in rows} == {"2", "6", "8"} and rows[0]["PLOT"] == "3.3"
    assert all(-100 <= float(row[head]) <= 100 for row in rows if row["table"] != "8" for head in HEADS)
    assert float(rows[-1]["Input Tokens"]) > 1 and rows[-1]["PLOT"] == ""
    latex = (tmp_path / "t.tex").read_text()
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 3
    assert r"Mixtral 8$\times$7B" in latex and "custom/critic (ours)" in latex
    shown = done.stdout.splitlines()
    assert any(line.startswith("Table 2:") for line in shown) and " w/o definitions" in done.stdout
    assert max(len(line) for line in shown[:40]) <= 80


def test_the_test_set_is_exported_under_other_names_with_the_key_apart(
    release: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    done = fabula("bench", "longstoryeval", "--data", release, "--export", tmp_path / "shared")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "shared" / "books.jsonl").read_text()
    books = [json.loads(line) for line in text.splitlines()]
    key = json.loads((tmp_path / "shared" / "key.json").read_text())
    assert len(books) == 10 and books[0].keys() == {"id", "language", "genres", "plot", "cast", "rating"}
    assert "Mara" not in text and "A. Writer" not in text and "b3" not in text
    assert key[books[0]["id"]]["title"].startswith("Book ")
