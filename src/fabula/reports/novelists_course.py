"""How long stories hold out, as a page: scores chapter by chapter beside human novels, repetition and length."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import altair as alt
from markupsafe import Markup

from fabula.novelists.lines import HUMAN
from fabula.reports.drawing import drawn, shown
from fabula.reports.figure import SANS, Figure
from fabula.reports.folder import write_folder
from fabula.reports.labels import Labels, labels
from fabula.reports.page import dress, environment
from fabula.reports.palette import DAY
from fabula.reports.vega import Vega
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fabula.novelists.results_checks import CourseResult, Trend

PAGE = "course.html"
DATA = "course.json"
_PANEL = 120


def write_course(result: CourseResult, folder: Path, language: str = "en") -> Path:
    """Writes course.html, course.json and the figures. Returns the page's path."""
    say = labels(language, "report", "novelists")
    trends = result.models
    pictures = drawn(course_figures(trends, say))
    contents: dict[str, str | bytes] = {
        DATA: json.dumps(result.json_document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
    style = (files("fabula.reports") / "templates" / "novelists.css").read_text(encoding="utf-8")
    human = next((each for each in trends if each.model == HUMAN), None)
    contents[PAGE] = (
        environment()
        .get_template("novelists_course.html.j2")
        .render(
            say=say, trends=trends, human=human, figures=[shown(one) for one in pictures], version=__version__,
            signature=result.signature, own_style=Markup(style), **dress(),
        )
    )  # fmt: skip
    write_folder(folder, contents)
    return folder / PAGE


def course_figures(trends: Sequence[Trend], say: Labels) -> tuple[Figure, ...]:
    """The scores from chapter to chapter, if there are any, and how much each chapter takes from earlier ones."""
    scored = [each for each in trends if any(place.mean is not None for place in each.places)]
    found = [_scores(scored, say)] if scored else []
    return (*found, _reused(trends, say))


def _scores(trends: Sequence[Trend], say: Labels) -> Figure:
    """One panel for each writer, with the human novels behind all of them."""
    rows = {
        each.model: [
            {"place": one.place, "mean": one.mean, "low": one.low, "high": one.high}
            for one in each.places
            if one.mean is not None
        ]
        for each in trends
    }
    known = [
        value
        for own in rows.values()
        for row in own
        for value in (row["mean"], row["low"], row["high"])
        if value
    ]
    human = rows.get(HUMAN, [])

    def draw(width: int) -> Any:
        x = alt.X("place:Q", title=say("held.place"), axis=alt.Axis(tickMinStep=1, format="d"))
        scale = alt.Scale(domain=[min(known), max(known)], nice=True)
        y = alt.Y("mean:Q", title=None, scale=scale)
        panels = []
        for name, own in rows.items():
            if name == HUMAN and len(rows) > 1:
                continue
            layers = (
                [_band(human, x, scale), _line(human, x, y, DAY["second"])] if human and name != HUMAN else []
            )
            layers += [_band(own, x, scale), _line(own, x, y, DAY["accent"])]
            panels.append(alt.layer(*layers).properties(width=width - 60, height=_PANEL, title=_title(name)))
        return alt.vconcat(*panels)

    text = "; ".join(
        f"{name}: " + ", ".join(f"{row['mean']:.2f}" for row in own) for name, own in rows.items()
    )
    return Figure("course", say("held.scores"), text, Vega(draw))


def _title(name: str) -> Any:
    return alt.TitleParams(name, color=DAY["ink"], font=SANS, fontSize=12, anchor="start", frame="group")


def _band(rows: Sequence[Mapping[str, Any]], x: Any, scale: Any) -> Any:
    known = [row for row in rows if row["low"] is not None]
    band = alt.Chart(_data(known)).mark_area(color=DAY["band"], opacity=0.6)
    return band.encode(x=x, y=alt.Y("low:Q", scale=scale, title=None), y2=alt.Y2("high:Q"))


def _line(rows: Sequence[Mapping[str, Any]], x: Any, y: Any, colour: str) -> Any:
    line = alt.Chart(_data(rows)).mark_line(
        color=colour, strokeWidth=2, point=alt.OverlayMarkDef(color=colour, size=18)
    )
    return line.encode(x=x, y=y)


def _reused(trends: Sequence[Trend], say: Labels) -> Figure:
    rows = [{"writer": each.model, "first": each.reused_first, "last": each.reused_last} for each in trends]

    def draw(width: int) -> Any:
        y = alt.Y("writer:N", title=None, sort=[each.model for each in trends], axis=alt.Axis(labelLimit=200))
        x = alt.X("first:Q", title=say("held.reused_axis"), axis=alt.Axis(format="%", tickCount=5))
        base = alt.Chart(_data(rows))
        reach = base.mark_rule(color=DAY["band"], strokeWidth=3).encode(x=x, x2=alt.X2("last:Q"), y=y)
        start = base.mark_point(color=DAY["accent"], size=50).encode(x=x, y=y)
        end = base.mark_point(color=DAY["accent"], filled=True, size=50, opacity=1).encode(x="last:Q", y=y)
        return alt.layer(reach, start, end).properties(width=width - 220, height=max(60, 28 * len(rows)))

    text = ", ".join(f"{row['writer']} {row['first']:.1%} to {row['last']:.1%}" for row in rows)
    return Figure("reused", say("held.reused"), text, Vega(draw))


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    return alt.InlineData(values=[dict(row) for row in rows])
