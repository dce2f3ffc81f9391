"""The charts of a report: drawings that are well formed, stay within their width, and escape what a book says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import asdict

import pytest
from pydantic import TypeAdapter

from fabula.reports.book_charts import Along, Mood, Panel, Panels, Strips
from fabula.reports.charts import BookChart, Course, Dot, Dots, Shares
from fabula.reports.drawing import inlined
from fabula.reports.figure import PAGE, PHONE

WICKED = '</svg><script>alert("x")</script>&'


def along(chapters: int, name: str = "The Causeway") -> Along:
    return Along(
        tuple(n / chapters for n in range(1, chapters + 1)), (name, *[""] * (chapters - 1)), "chapter"
    )


CHARTS: list[BookChart] = [
    Mood(along(3, WICKED), (0.3, None, -9.0), (0.1, 0.0, -0.2), 0.4, "bright", "dark"),
    Panels(along(2000), (Panel(WICKED, tuple(n % 7 / 7 for n in range(2000)), ".0%", "accent"),)),
    Panels(along(1), (Panel("words", (0.0,), ".0f", "second"),)),
    Strips(along(2), (WICKED, "林黛玉" * 20), ((0.0, 3.0), (0.0, 0.0))),
    Shares((WICKED, "nobody"), (0.7, 0.3), 1),
    Dots(
        (Dot("plot", WICKED * 9, 84.0, 80.0, 88.0, (80.0, 88.0)), Dot("b", "B", 84.0, None, None, ())), 60, 95
    ),
    Course((1, 2, 4), ((70.0, None, 70.0), (70.0, 70.0, 70.0)), "part"),
]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.kind)
@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_a_chart_is_well_formed_within_its_width_and_no_markup(chart: BookChart, width: int) -> None:
    tree = ET.fromstring(chart.svg(width))
    assert tree.tag.endswith("svg") and not [each for each in tree.iter() if each.tag.endswith("script")]
    boxes = [each for each in tree.iter() if each.tag.endswith("rect")]
    assert max(float(each.get("x", 0)) + float(each.get("width", 0)) for each in boxes) <= width
    assert min(float(each.get("height", 0)) for each in boxes) >= 0


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.kind)
def test_a_chart_that_was_saved_draws_the_same(chart: BookChart) -> None:
    again: BookChart = TypeAdapter(BookChart).validate_python(asdict(chart))
    assert again.svg(PAGE) == chart.svg(PAGE)


def test_a_bar_leads_to_its_chapter_where_there_is_a_manuscript() -> None:
    svg = CHARTS[0].svg(PAGE)
    assert "href" not in svg and "href" not in inlined(svg, "mood-page")
    shown = inlined(svg, "mood-page", "manuscript.html")
    assert 'href="manuscript.html#chapter-3"' in shown and "chapter-2" not in shown
    assert 'href="#aspect-plot"' in inlined(CHARTS[5].svg(PAGE), "aspects-page")
