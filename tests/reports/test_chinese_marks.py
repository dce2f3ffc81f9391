"""Chinese sentences have Chinese marks, also where a report puts them together from parts."""

from __future__ import annotations

import re

import pytest
from reports_samples import chinese_story, embedded, judged
from test_later import saved

from fabula.comparison.result import FigureChange
from fabula.judging.evaluation import Evaluation
from fabula.reports.comparison_views import verdict
from fabula.reports.labels import labels
from fabula.reports.markdown import markdown

HALF_WIDTH = re.compile(r"[一-鿿][*]*(?:[:;,] | \()|\) ?[一-鿿]")


@pytest.mark.parametrize("book", [judged(), embedded(chinese_story())], ids=("judged", "measured"))
def test_the_report_as_markdown_has_no_half_width_marks_in_chinese(book: Evaluation) -> None:
    say = labels("zh", *saved(book, labels("zh"))["labels"])
    told = markdown(saved(book, say), "zh")
    assert [line for line in told.splitlines() if HALF_WIDTH.search(line)] == []


def test_a_chinese_comparison_has_chinese_brackets() -> None:
    change = FigureChange(id="overall", old=3.0, new=3.5, moved="up", low=0.1, high=0.9)
    assert verdict(change, labels("zh")) == "升高（+0.10 … +0.90）"
    assert verdict(change, labels("en")) == "higher (+0.10 … +0.90)"
