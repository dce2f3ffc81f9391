"""fabula outline: what users see of their book, and of their mistakes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from commands import fabula
from fabula.cli import app

PARAGRAPH = "The ferry came in late that evening, and nobody on the quay could say who had sent for it. " * 8


def novel(folder: Path, chapters: int, language: str = "en") -> Path:
    if language == "zh":
        lines = [
            f"第{number}章 渡口\n\n{'那一夜渡船迟迟不到，码头上的人都说不清。' * 12}\n\n"
            for number in range(1, chapters + 1)
        ]
        head = "《渡船》林舟\n\n"
    else:
        lines = [f"Chapter {number}\n\n{PARAGRAPH}\n\n" for number in range(1, chapters + 1)]
        head = "Title: The Ferry\nAuthor: A. Writer\n\n"
    path = folder / "novel.txt"
    path.write_text(head + "".join(lines), encoding="utf-8")
    return path


def shown(*arguments: str, columns: int = 80) -> str:
    result = CliRunner().invoke(app, ["outline", *arguments], env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_json_is_one_document_with_exactly_the_promised_fields(tmp_path: Path) -> None:
    document = json.loads(shown(str(novel(tmp_path, 3)), "--json"))
    assert set(document) == {
        "id", "title", "author", "language", "encoding", "format", "words", "chapters", "in_sections", "stories", "cast", "left_out", "warnings",
        "kind", "schema_version", "fabula_version", "packages", "made_at", "request", "model", "signature", "usage",
    }  # fmt: skip
    assert document["kind"] == "outline" and document["signature"].startswith("outline|text:")
    assert document["chapters"][1] == {"number": 2, "title": "Chapter 2", "parts": [], "words": 152}
    assert document["words"] == 3 * 152
    assert (document["title"], document["author"], document["language"]) == ("The Ferry", "A. Writer", "en")
    assert (document["format"], document["encoding"]) == ("text", "utf-8")
    assert all(set(each) == {"what", "why", "words"} for each in document["left_out"])
    assert document["warnings"] == []


def test_a_short_book_has_a_line_for_every_chapter(tmp_path: Path) -> None:
    page = shown(str(novel(tmp_path, 12)))
    assert "The Ferry  A. Writer" in page
    assert "English · 1,824 words · 12 chapters · text, utf-8" in page
    assert [line.split()[0] for line in page.splitlines() if "Chapter" in line] == [
        str(n) for n in range(1, 13)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_book_of_120_chapters_fits_a_screen_of_80_columns(tmp_path: Path, language: str) -> None:
    from rich.cells import cell_len

    path = novel(tmp_path, 120, language)
    page = shown(str(path))
    assert len(page.splitlines()) < 40
    assert all(cell_len(line) <= 80 for line in page.splitlines())
    assert "111–120" in page
    assert len(shown(str(path), "--all").splitlines()) > 120


def test_chinese_is_counted_in_characters(tmp_path: Path) -> None:
    page = shown(str(novel(tmp_path, 3, "zh")))
    assert "汉语" in page
    assert " 字 · 3 章 · 纯文本，utf-8" in page
    assert not re.search("[A-Za-z]{3,}", page.replace("utf-8", ""))


def test_what_looks_wrong_is_asked_to_be_checked(tmp_path: Path) -> None:
    path = novel(tmp_path, 6)
    path.write_text(path.read_text().replace("Chapter 4\n", ""))
    assert "Please check" in shown(str(path))


def test_a_title_of_markup_is_shown_as_it_is(tmp_path: Path) -> None:
    path = novel(tmp_path, 3)
    path.write_text(path.read_text().replace("The Ferry", "[bold]The Ferry[/nonsense]"))
    assert "[bold]The Ferry[/nonsense]" in shown(str(path))


def test_a_title_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = novel(tmp_path, 3)
    path.write_text(path.read_text().replace("The Ferry", "The \x1b[2JFerry"))
    assert "\x1b" not in shown(str(path))


def test_mistakes_end_in_one_line_and_an_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").touch()
    for name, code, said in (("missing.epub", 2, "there is no file"), ("empty.txt", 1, "is empty")):
        done = fabula("outline", name, "--json")
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith("fabula: ")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_long_chinese_titles_are_shortened_and_lengths_never(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    title = "甄士隐梦幻识通灵 贾雨村风尘怀闺秀 林黛玉抛父进京都"
    text = "".join(
        f"第{number}回 {title}\n\n{'那一夜渡船迟迟不到，码头上的人都说不清。' * 12}\n\n"
        for number in range(1, 61)
    )
    path.write_text(text, encoding="utf-8")
    counts = [f"{chapter['words']:,}" for chapter in json.loads(shown(str(path), "--json"))["chapters"]]
    for columns in (50, 80):
        whole = shown(str(path), "--all", columns=columns)
        assert all(count in whole for count in counts)
        page = shown(str(path), columns=columns)
        assert " 字" in page and max(map(cell_len, page.splitlines())) <= columns
        assert len(re.findall(r"\d,\d{3}   ━", page)) == 6
