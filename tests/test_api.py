"""The Python face: as few words as the command, the same results."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import fabula
from fabula.notebook import progress
from judging.critics import critic
from loopback import Loopback

NOVELLA = Path(__file__).parents[1] / "examples" / "the-tide-house.epub"


def test_a_book_is_opened_and_judged_in_two_lines(tmp_path: Path) -> None:
    book = fabula.open(NOVELLA)
    report = fabula.evaluate(book)
    assert report.overall is None and report["plot"].estimate is not None
    assert report.rating is not None and report.rating.low < report.rating.value < report.rating.high
    assert report.signature.startswith("longstory.embedded|") and report.signature in repr(report)
    assert report.save(tmp_path / "report").name == "report.html"
    assert [row["aspect"] for row in report.rows()][:2] == ["plot", "characters"]
    assert report.json()["title"] == "The Tide House"


def test_a_model_is_asked_from_python_too(loopback: Loopback) -> None:
    loopback.answer = critic
    report = fabula.evaluate(NOVELLA, model="custom/critic", base_url=loopback.url)
    assert report.overall is not None and report.overall.score == 80
    assert report.evaluation.method == "summary" and len(report["plot"].replicates) == 5


def test_it_works_inside_a_running_loop_as_notebooks_have_one(loopback: Loopback) -> None:
    loopback.answer = critic

    async def cell() -> float:
        waited = await fabula.evaluate_async(NOVELLA, model="custom/critic", base_url=loopback.url)
        blocking = fabula.evaluate(NOVELLA, model="custom/critic", base_url=loopback.url)
        assert waited.overall and blocking.overall
        return waited.overall.score - blocking.overall.score

    assert asyncio.run(cell()) == 0


def test_a_kernel_without_a_running_cell_has_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("IPython", reason="IPython is not installed")
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    with progress() as watch:
        assert watch is None


def test_a_report_shows_itself_in_a_notebook() -> None:
    shown = fabula.evaluate(NOVELLA)._repr_html_()
    assert "The Tide House" in shown and "<script" not in shown


def test_an_unknown_aspect_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="the aspects are plot, characters"):
        fabula.evaluate(NOVELLA)["plott"]


def test_a_method_that_asks_a_model_wants_one_named() -> None:
    with pytest.raises(ValueError, match="name one"):
        fabula.evaluate(NOVELLA, method="aggregation")


def test_a_book_and_a_result_are_shown_in_one_line() -> None:
    book = fabula.open(NOVELLA)
    report = fabula.evaluate(book)
    assert repr(book) == "<Book 'The Tide House' by Hester Garrow: 11 chapters, 43,720 characters, en>"
    assert repr(book.chapters[0]) == "<Chapter 1 'Chapter One: The Causeway': 3,937 characters>"
    assert "stars expected of readers" in repr(report) and len(repr(report)) < 250
    assert len(repr(report.result)) < 250
