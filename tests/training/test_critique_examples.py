"""Reviews as examples for a critic."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.cli import app
from fabula.errors import UsageError
from fabula.judging.critique_form import STARS
from fabula.judging.prose import score_at_end


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def books(tmp_path: Path) -> Path:
    known = {
        "author": "A. Writer",
        "genres": ["Fantasy"],
        "score": "3.40",
        "rating_distribution": ["10 (20%)", "15 (30%)", "15 (30%)", "5 (10%)", "5 (10%)"],
        "premise": "She comes home.",
        "plot_summary": "Mara comes home and reads the letter.",
        "character_summary": "**Mara**: she tends the lamp.",
    }
    rows = [
        {"id": "lamp", "title": "The Lamp", "excerpts": ["The storm took the roof."], **known},
        {"id": "deng", "title": "灯", "language": "zh", **known},
        {"id": "untold", "title": "Untold", **known, "plot_summary": ""},
    ]
    return lines(tmp_path / "books.jsonl", rows)


def review(book: str = "lamp", reader: str = "r", stars: int = 5, **changes: Any) -> dict[str, Any]:
    row = {
        "book": book,
        "reviewer": reader,
        "rating": stars,
        "aspects": ["Pacing", "Character Development", "Storyline", "Zorbing"],
        "reviews": ["Fast.", "Mara grows.", "It holds.", "Who knows."],
        "conclusion": "A quiet book.",
    }
    return row | changes


def exported(books: Path, reviews: list[dict[str, Any]], *words: str) -> tuple[list[Any], dict[str, int]]:
    file, out = lines(books.with_name("reviews.jsonl"), reviews), books.with_name("examples.jsonl")
    done = CliRunner().invoke(
        app,
        ["readers", "export", "--for", "critique", "--books", str(books), "--reviews", str(file), "-o", str(out), "--json", *words],
        catch_exceptions=False,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return rows, json.loads(done.stdout)["outcomes"]


def test_a_example_asks_for_what_this_reader_spoke_of_and_answers_in_his_words(books: Path) -> None:
    rows, outcomes = exported(books, [review()], "--no-thin", "--no-normalise")
    asked, told = rows[0]["messages"][1]["content"], rows[0]["messages"][2]["content"]
    assert outcomes == {"written": 1}
    for shown in (
        "The Lamp",
        "Fantasy",
        "She comes home.",
        "reads the letter",
        "tends the lamp",
        "took the roof",
    ):
        assert shown in asked
    assert "## Characters" in asked and "## ProcessGroup" not in asked
    assert "A. Writer" not in asked
    assert told.startswith("## Plot and structure\nFast.\nIt holds.\n\n## Characters\nMara grows.")
    assert "Who knows" not in told
    assert score_at_end(told, STARS) == 5.0


def test_a_chinese_book_is_asked_about_in_chinese(books: Path) -> None:
    rows, _ = exported(books, [review("deng", stars=4)], "--no-thin", "--no-normalise")
    assert re.search("书名：<[^>]*>灯</", rows[0]["messages"][1]["content"])
    assert rows[0]["messages"][2]["content"].endswith("### 评分：4.0")
    assert score_at_end(rows[0]["messages"][2]["content"], STARS) == 4.0


def test_what_cannot_teach_is_counted_by_its_reason(books: Path) -> None:
    reviews = [review(), review("untold"), review(conclusion=""), review(aspects=["Zorbing"], reviews=["?"])]
    _, outcomes = exported(books, reviews, "--no-thin", "--no-normalise")
    assert outcomes == {
        "written": 1,
        "no plot of the book": 1,
        "no conclusion": 1,
        "speaks of no known aspect": 1,
    }


def test_stars_are_thinned_and_normalised_unless_told_otherwise(books: Path) -> None:
    kind = [review(reader="kind", stars=5) for _ in range(30)]
    others = [review(reader=f"r{n}", stars=1 + n % 5) for n in range(30)]
    plain, _ = exported(books, kind + others, "--no-thin", "--no-normalise")
    rows, outcomes = exported(books, kind + others)
    assert len(plain) == 60 and len(rows) == 60 - outcomes["thinned away"] < 45
    moved = {row["stars"] for row in rows} - {1, 2, 3, 4, 5}
    assert moved == {3.4}, "who gives every book five stars says nothing by it"


def test_reviews_of_other_books_alone_are_an_error(books: Path) -> None:
    with pytest.raises(UsageError, match="nothing to train on"):
        exported(books, [review("elsewhere")])
