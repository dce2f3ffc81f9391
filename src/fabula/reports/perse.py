"""The figures of PerSE's paper, from a result of `fabula bench perse`: Figures 3, 4 and 8."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import altair as alt

from fabula.reports.drawing import drawn
from fabula.reports.figure import Figure
from fabula.reports.folder import write_folder
from fabula.reports.vega import Vega, inline_data

PAGE = "figures.md"


def write_figures(document: Mapping[str, Any], folder: Path) -> Path:
    """Write figures.md with every figure for which the result has data, each as SVG and PNG, and the result."""
    contents: dict[str, str | bytes] = {
        "result.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    }
    parts = ["# Figures of PerSE\n"]
    for one in drawn(tuple(figures(document))):
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
        parts.append(f"## {one.figure.title}\n\n![{one.figure.alt}](figures/{one.figure.name}.svg)\n")
    contents[PAGE] = "\n".join(parts)
    write_folder(folder, contents)
    return folder / PAGE


def figures(document: Mapping[str, Any]) -> Iterable[Figure]:
    """Kendall by the number of past judgements, with its spread over orders, and by version of the stories."""
    points = [
        {"system": curve["name"], "k": each["past"], "kendall": each["kendall"],
         "low": each["kendall"] - (each["sd"] or 0), "high": each["kendall"] + (each["sd"] or 0)}
        for curve in document["curves"]
        for each in curve["points"]
    ]  # fmt: skip
    if points:
        yield Figure("by_past", "Figures 3 and 4: Kendall by the number of past judgements; the band is one standard deviation over orders",
                     ", ".join(f"{row['system']} k={row['k']} {row['kendall']:.3f}" for row in points), Vega(lambda width: _lines(points, width)))  # fmt: skip
    versions = [
        {"system": f"{row['name']}, k = {row['past']}", "version": row["version"], "kendall": row["kendall"]["value"]}
        for row in document["versions"]
        if row["kendall"]["value"] is not None
    ]  # fmt: skip
    if versions:
        yield Figure("by_version", "Figure 8: Kendall on the stories as they are, with other names, and summarised",
                     ", ".join(f"{row['system']} {row['version']} {row['kendall']:.3f}" for row in versions), Vega(lambda width: _bars(versions, width)))  # fmt: skip


def _colour(width: int) -> Any:
    return alt.Color(
        "system:N", sort=None, title=None, legend=alt.Legend(orient="top", columns=2, labelLimit=width // 2)
    )


def _lines(rows: list[dict[str, Any]], width: int) -> Any:
    x = alt.X("k:O", title="past judgements shown (k)", axis=alt.Axis(labelAngle=0))
    y = alt.Y("kendall:Q", title="Kendall's tau")
    chart = alt.Chart(inline_data(rows))
    band = chart.mark_area(opacity=0.2).encode(x=x, y=alt.Y("low:Q", title="Kendall's tau"), y2=alt.Y2("high:Q"), color=_colour(width))  # fmt: skip
    line = chart.mark_line(point=True).encode(x=x, y=y, color=_colour(width))
    return alt.layer(band, line).properties(width=width - 70, height=240)


def _bars(rows: list[dict[str, Any]], width: int) -> Any:
    return (
        alt.Chart(inline_data(rows))
        .mark_bar()
        .encode(
            x=alt.X("version:N", sort=None, title=None, axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("system:N", sort=None),
            y=alt.Y("kendall:Q", title="Kendall's tau"),
            color=_colour(width),
        )
        .properties(width=width - 70, height=240)
    )
