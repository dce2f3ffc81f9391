"""The first command of a newcomer: it needs no book, no model and no network."""

from __future__ import annotations

from pathlib import Path

from commands import fabula


def test_the_demo_writes_a_report_and_says_what_to_try_next(tmp_path: Path) -> None:
    made = fabula("demo", "--out", tmp_path / "demo")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "demo" / "report.html").stat().st_size > 10_000
    assert "fabula evaluate your-novel.epub" in made.stdout


def test_the_demo_in_chinese_is_chinese(tmp_path: Path) -> None:
    made = fabula("demo", "--lang", "zh", "--out", tmp_path / "demo")
    assert made.returncode == 0, made.stderr
    assert "第七把钥匙" in made.stdout and "下一步：用浏览器打开" in made.stdout
    assert 'lang="zh' in (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    refused = fabula("demo", "--lang", "fr", "--out", tmp_path / "other")
    assert refused.returncode == 2 and "en and zh" in refused.stderr and not (tmp_path / "other").exists()


def test_a_place_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file\n", encoding="utf-8")
    for place in (tmp_path / "taken", tmp_path / "taken" / "demo"):
        made = fabula("demo", "--out", place)
        assert made.returncode in (1, 2)
        assert str(place) in made.stderr and "fault of fabula" not in made.stderr, made.stderr
