"""What a set of reviews holds, as figures of their own."""

import json
from pathlib import Path

from typer.testing import CliRunner

from fabula.cli import app


def test_statistics_of_reviews_are_drawn_into_a_folder(tmp_path: Path) -> None:
    books = [
        {"id": f"b{n}", "title": "B", "author": "A", "genres": ["Fantasy"], "score": f"{3 + n / 20}",
         "rating_distribution": ["40", "30", "20", "8", "2"], "book_len": "62000 words"}
        for n in range(24)
    ]  # fmt: skip
    reviews = [
        {"book": f"b{n}", "reviewer": f"r{m}", "rating": 1 + (n + m) % 5, "aspects": ["Plot", "World Building"][: 1 + m % 2],
         "reviews": ["Fast.", "Wide."][: 1 + m % 2], "conclusion": "Good."}
        for n in range(24) for m in range(3)
    ]  # fmt: skip
    for name, rows in (("books", books), ("reviews", reviews)):
        text = "\n".join(map(json.dumps, rows))
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    said = ["--books", tmp_path / "books.jsonl", "--reviews", tmp_path / "reviews.jsonl"]
    out = tmp_path / "new" / "folder"
    result = CliRunner().invoke(app, ["readers", "stats", *map(str, said), "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert json.loads((out / "statistics.json").read_text(encoding="utf-8")) == document
    drawn = {
        "ratings",
        "review_bias",
        "objective_subjective",
        "aspects",
        "genres",
        "distribution",
        "stars_apart",
    }
    assert {path.stem for path in (out / "figures").glob("*.svg")} == drawn
    assert all((out / "figures" / f"{name}.png").read_bytes()[1:4] == b"PNG" for name in drawn)
    assert "72 reviews of 24 books" in (out / "statistics.md").read_text(encoding="utf-8")
