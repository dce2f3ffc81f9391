"""The first command of a newcomer: it needs no book, no model and no network."""

from __future__ import annotations

from pathlib import Path

from commands import fabula


def test_the_demo_writes_a_report_and_says_what_to_try_next(tmp_path: Path) -> None:
    made = fabula("demo", "--out", tmp_path / "demo")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "demo" / "report.html").stat().st_size > 10_000
    assert "fabula evaluate your-novel.epub" in made.stdout


def test_a_place_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file\n", encoding="utf-8")
    for place in (tmp_path / "taken", tmp_path / "taken" / "demo"):
        made = fabula("demo", "--out", place)
        assert made.returncode in (1, 2)
        assert str(place) in made.stderr and "fault of fabula" not in made.stderr, made.stderr
