"""A report on disk and in other formats: complete or absent, with the same figures everywhere."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from fabula.errors import FabulaError
from fabula.judging.result import ShelfResult
from fabula.notices import Notice
from fabula.readermodel.rating import Abstained
from fabula.reports.files import write_report
from fabula.reports.folder import write_folder
from fabula.reports.markdown import markdown
from fabula.reports.notebook import summary_html
from fabula.reports.prose import as_html
from fabula.reports.terminal import print_evaluation
from fabula.reports.view import report_view
from fabula.text.book import LeftOut

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation


def test_a_report_is_a_page_with_its_data_and_figures(judged_book: Evaluation, tmp_path: Path) -> None:
    found = write_report(judged_book, tmp_path / "new" / "report", png=True)
    folder = found.parent
    assert found.name == "report.html"
    assert {path.name for path in folder.iterdir()} == {
        "report.html",
        "manuscript.html",
        "report.md",
        "report.json",
        "figures",
    }
    drawn = {path.stem for path in (folder / "figures").glob("*.svg")}
    assert (
        drawn == {path.stem for path in (folder / "figures").glob("*.png")} >= {"aspects", "mood", "network"}
    )
    assert (folder / "figures" / "mood.png").read_bytes().startswith(b"\x89PNG")


def test_figures_of_an_earlier_report_are_taken_away(judged_book: Evaluation, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "scores.svg").write_text("of another method")
    (tmp_path / "figures" / "mine.svg").write_text("the author's own")
    write_report(judged_book, tmp_path)
    assert not list((tmp_path / "figures").glob("*.png")), "only when they are asked for"
    assert not (tmp_path / "figures" / "scores.svg").exists()
    assert (tmp_path / "figures" / "mine.svg").exists()


def test_the_data_of_a_report_holds_every_single_answer(judged_book: Evaluation, tmp_path: Path) -> None:
    write_report(judged_book, tmp_path)
    book = json.loads((tmp_path / "report.json").read_text())
    assert [verdict["overall"] for verdict in book["verdicts"]] == [80, 84, 88]
    assert book["missing"] == ["themes"] and book["usage"]["cost"] is None
    assert book["measured"]["craft"]["words"] > 0 and len(book["chapters"]) == 8


def test_the_document_is_valid_json_without_nan(judged_book: Evaluation) -> None:
    document = ShelfResult.of([judged_book], [("x.txt", "unreadable")]).model_dump(mode="json")
    text = json.dumps(document, allow_nan=False)
    assert json.loads(text)["failed"] == [{"book": "x.txt", "why": "unreadable"}]


def test_a_report_that_fails_on_the_way_leaves_the_former_one_whole(tmp_path: Path) -> None:
    write_folder(tmp_path, {"report.html": "old"})
    with pytest.raises(TypeError):
        write_folder(tmp_path, {"report.html": "new", "report.json": 3})  # type: ignore[dict-item]
    assert (tmp_path / "report.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FabulaError, match="--out"):
        write_folder(tmp_path / "file" / "report", {"report.html": ""})


def test_markdown_says_what_the_page_says(judged_book: Evaluation) -> None:
    text = markdown(report_view(judged_book))
    for said in (
        "# The Lamp",
        "84** of 100",
        "### Themes: not scored",
        "**not found in the book**",
        "## Findings",
        "longstory.summary",
    ):
        assert said in text


def test_markdown_opens_no_markup_of_the_books(hostile_book: Evaluation) -> None:
    outside = markdown(report_view(hostile_book)).replace("\\<", "").split("`")[0]
    assert "<script" not in outside


def test_a_terminal_of_eighty_columns_holds_every_line(judged_book: Evaluation) -> None:
    out = StringIO()
    print_evaluation(judged_book, Console(file=out, width=80), Path("report.html"))
    assert max(len(line) for line in out.getvalue().splitlines()) <= 80
    assert "84 of 100" in out.getvalue() and "report.html" in out.getvalue()


def test_the_terminal_says_once_why_there_is_no_rating_and_only_counts_many_parts(
    judged_book: Evaluation,
) -> None:
    reason = Notice.of("readermodel.short-text", n=7, least=5000)
    parts = tuple(
        LeftOut(Notice.of("text.title", title=f"Part {n}"), Notice.of("text.not-story"), 1000)
        for n in range(4)
    )
    found = replace(
        judged_book,
        book=replace(judged_book.book, left_out=parts),
        rating=Abstained(reason),
        verdicts=(),
        overall=None,
    )
    out = StringIO()
    print_evaluation(found, Console(file=out, width=80), Path("report.html"))
    said = " ".join(out.getvalue().split())
    assert said.count("novels and novellas of 5,000 words or more, and this text has 7") == 1
    assert "Everything in it" not in said
    assert "4 parts of 4,000 words in all" in said and "Part 2" not in said


def test_brackets_in_a_title_are_no_markup_of_the_terminal(judged_book: Evaluation) -> None:
    out = StringIO()
    odd = replace(judged_book, book=replace(judged_book.book, title="[red]Lamp[/red] [/x]"))
    print_evaluation(odd, Console(file=out, width=80), Path("report.html"))
    assert "[red]Lamp[/red] [/x]" in out.getvalue()


def test_a_notebook_shows_scores_and_escapes(hostile_book: Evaluation) -> None:
    shown = summary_html(hostile_book)
    assert "84" in shown and "<script" not in shown


def test_a_critiques_markdown_becomes_paragraphs_and_lists() -> None:
    assert as_html("# Good\n\n**Bold** <b>\n- one\n- two") == (
        "<p><strong>Good</strong></p><p><strong>Bold</strong> &lt;b&gt;</p><ul><li>one</li><li>two</li></ul>"
    )
