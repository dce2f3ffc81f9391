"""The page of a quiz: accuracy with its interval, by kind of question and of novel, as figures and tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import altair as alt

from fabula.reports.drawing import drawn, shown
from fabula.reports.figure import PHONE, Figure
from fabula.reports.folder import write_folder
from fabula.reports.page import dress, environment
from fabula.reports.palette import DAY
from fabula.reports.quiz_tables import best_constant, examples, notes, percent, quiz_labels, sentences, tables
from fabula.reports.vega import Vega
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.reports.drawing import Drawn
    from fabula.reports.labels import Labels

PAGE = "quiz.html"
_LEAST = 5
"""A group with fewer questions appears in the table but not in the figure."""


def write_quiz(document: Mapping[str, Any], folder: Path, language: str) -> Path:
    """Writes quiz.html, quiz.json and every figure as SVG and PNG. Returns the page's path."""
    say = quiz_labels(language)
    groups = tables(document, say)
    pictures = drawn(
        [_bars(name, rows, document, say) for name, rows in groups.items()] + _reliability(document, say)
    )
    contents: dict[str, str | bytes] = {
        "quiz.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
    contents[PAGE] = _page(document, groups, pictures, say)
    write_folder(folder, contents)
    return folder / PAGE


def _page(
    document: Mapping[str, Any],
    groups: Mapping[str, list[dict[str, Any]]],
    pictures: Sequence[Drawn],
    say: Labels,
) -> str:
    figures = {one.figure.name: shown(one) for one in pictures}
    accuracy, base = document["accuracy"], document["baselines"]
    always = best_constant(base)
    return environment().get_template("quiz.html.j2").render(
        say=say,
        version=__version__,
        **dress(),
        heading=say("heading", model=document["model"]["name"]),
        meta=say(
            "meta", set=document["set"], n=f"{document['n']:,}", shots=examples(document["shots"], say), prompt=say(document["prompt"]), by=say(document["by"])
        ),
        value=percent(accuracy["value"]),
        interval=say("interval", low=percent(accuracy["low"]), high=percent(accuracy["high"])) if accuracy["value"] is not None else "",
        baselines=say("baselines", always=percent(base[always]), letter=always[-1], random=percent(base["random"])),
        notes=notes(document, say),
        sections=[
            {
                "title": say(name),
                "lead": say(f"{name}_lead") if name in ("category", "memory") else "",
                "figure": figures.get(name),
                "rows": rows,
            }
            for name, rows in groups.items()
        ],
        sentences=sentences(document, say),
        reliability=figures.get("reliability"),
        faulty=document["faulty"],
        signature=document["signature"],
    )  # fmt: skip


def _bars(name: str, rows: Sequence[dict[str, Any]], document: Mapping[str, Any], say: Labels) -> Figure:
    """A point and interval for each group on the full scale, with a tick for the best constant answer."""
    charted = [row for row in rows if row["n"] >= _LEAST and row["score"] is not None]
    base = document["baselines"][best_constant(document["baselines"])]

    def draw(width: int) -> Any:
        labels = 200 if width > PHONE else 130
        axis = alt.Axis(labelLimit=labels, labelColor=DAY["ink"], labelFontSize=13, domain=False, ticks=False)
        y = alt.Y("label:N", sort=None, title=None, axis=axis)
        x = alt.X(
            "score:Q", scale=alt.Scale(domain=[0, 1]), title=None, axis=alt.Axis(format="%", tickCount=5)
        )
        data = alt.Chart(alt.InlineData(values=charted))
        reach = data.mark_rule(strokeWidth=3, color=DAY["band"]).encode(
            y=y, x=x.copy(deep=True), x2=alt.X2("high:Q")
        )
        reach = reach.transform_calculate(score="datum.low")
        point = data.mark_point(filled=True, size=80, opacity=1, color=DAY["accent"]).encode(y=y, x=x)
        text = data.mark_text(align="left", dx=8, fontWeight="bold", color=DAY["ink"]).encode(
            y=y, x=alt.value("width"), text="text:N"
        )
        dull = [{"label": row["label"], "score": row["constant"] or base} for row in charted]
        line = (
            alt.Chart(alt.InlineData(values=dull))
            .mark_tick(thickness=2, size=22, color=DAY["second"])
            .encode(y=y, x=x)
        )
        return alt.layer(line, reach, point, text).properties(
            width=width - labels - 70, height=31 * len(charted)
        )

    described = ", ".join(f"{row['label']} {row['text']}" for row in charted)
    return Figure(name, say(name), described, Vega(draw))


def _reliability(document: Mapping[str, Any], say: Labels) -> list[Figure]:
    """The share right at each tenth of confidence, on the line where both are equal; nothing without probabilities."""
    sure = document["reliability"]
    if not sure:
        return []

    def draw(width: int) -> Any:
        side = min(width - 80, 360)
        scale, ends = alt.Scale(domain=[0, 1]), [{"confidence": each, "accuracy": each} for each in (0, 1)]
        axis = alt.Axis(format="%", tickCount=5)
        x = alt.X("confidence:Q", scale=scale, title=say("reliability_confidence"), axis=axis)
        y = alt.Y("accuracy:Q", scale=scale, title=say("reliability_right"), axis=axis)
        line = alt.Chart(alt.InlineData(values=ends)).mark_line(color=DAY["second"], strokeWidth=1.5)
        point = alt.Chart(alt.InlineData(values=sure["bins"])).mark_point(
            filled=True, opacity=1, color=DAY["accent"]
        )
        size = alt.Size("n:Q", scale=alt.Scale(range=[40, 400]), legend=None)
        return alt.layer(line.encode(x=x, y=y), point.encode(x=x, y=y, size=size)).properties(
            width=side, height=side
        )

    told = ", ".join(f"{percent(one['confidence'])}: {percent(one['accuracy'])}" for one in sure["bins"])
    return [Figure("reliability", say("reliability"), told, Vega(draw))]
