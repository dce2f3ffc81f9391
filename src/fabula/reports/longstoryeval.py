"""The figures of LongStoryEval's paper, from a result of `fabula bench longstoryeval`: Figures 4, 6, 7 and 9.

Figures 4 and 7 are drawn. Figures 6 and 9 are words: what each judge says of the book that readers like least, and of the
one that they like best.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import altair as alt

from fabula.reports.drawing import drawn
from fabula.reports.figure import Figure
from fabula.reports.folder import write_folder
from fabula.reports.palette import DAY
from fabula.reports.readers import distribution
from fabula.reports.vega import Vega, inline_data

PAGE = "figures.md"
_COLOURS = (DAY["accent"], DAY["second"], DAY["band"], DAY["muted"])


def write_figures(document: Mapping[str, Any], folder: Path) -> Path:
    """Write figures.md with every figure for which the result has data, the drawn ones as SVG and PNG, and the result."""
    pictures = drawn(figures(document))
    contents: dict[str, str | bytes] = {
        "result.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    }
    parts = ["# Figures of LongStoryEval\n"]
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
        parts.append(f"## {one.figure.title}\n\n![{one.figure.alt}](figures/{one.figure.name}.svg)\n")
    books = document["critiques"]
    parts += [_said(6 if place == 0 else 9, book) for place, book in enumerate(books)]
    contents[PAGE] = "\n".join(parts)
    write_folder(folder, contents)
    return folder / PAGE


def figures(document: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The drawn figures for which the result has data."""
    reviews = document["reviews"]
    return (*(distribution(reviews["distribution"]) if reviews else ()), *_ablations(document))


def _ablations(document: Mapping[str, Any]) -> Iterable[Figure]:
    """Figure 7: trained critics side by side, such as one without thinned reviews and one without normalised stars."""
    critics = [name for name, about in document["systems"].items() if about["critic"]]
    rows = [
        {"critic": name, "aspect": aspect, **{key: 100 * found["kendall"][key] for key in ("value", "low", "high")}}
        for name in critics
        for aspect, found in document["table"][name].items()
        if found["kendall"]["value"] is not None
    ]  # fmt: skip
    if not rows:
        return

    def draw(width: int) -> Any:
        y = alt.Y("aspect:N", sort=None, title=None)
        apart = alt.YOffset("critic:N", sort=critics)
        x = alt.X("low:Q", title="Kendall's tau x 100 with readers' ratings, 95% interval")
        colours = [_COLOURS[place % len(_COLOURS)] for place in range(len(critics))]
        colour = alt.Color(
            "critic:N", title=None, legend=alt.Legend(orient="top", labelLimit=width // 2, columns=2),
            scale=alt.Scale(domain=critics, range=colours),
        )  # fmt: skip
        spans = alt.Chart(inline_data(rows)).mark_rule(strokeWidth=2, opacity=0.6)
        points = alt.Chart(inline_data(rows)).mark_point(filled=True, size=50, opacity=1)
        return alt.layer(
            spans.encode(y=y, yOffset=apart, x=x, x2=alt.X2("high:Q"), color=colour),
            points.encode(y=y, yOffset=apart, x="value:Q", color=colour),
        ).properties(width=width - 110, height=9 * (12 + 10 * len(critics)))

    told = ", ".join(f"{row['critic']} {row['aspect']} {row['value']:.1f}" for row in rows)
    yield Figure("critics", f"Figure 7: trained critics, {document['n']} books", told, Vega(draw))


def _said(number: int, book: Mapping[str, Any]) -> str:
    """One book as a table: an aspect a row, a judge a column, weaknesses in italics."""
    systems = list(book["said"])
    aspects = dict.fromkeys(aspect for said in book["said"].values() for aspect in said)
    lines = [
        f"## Figure {number}: what judges say of “{book['title']}” (readers' mean: {book['readers']:.2f})\n",
        "| | " + " | ".join(map(_cell, systems)) + " |",
        "|---" * (len(systems) + 1) + "|",
    ]
    for aspect in aspects:
        cells = (_judged(book["said"][name].get(aspect)) for name in systems)
        lines.append(f"| **{aspect}** | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _judged(said: Mapping[str, Any] | None) -> str:
    if said is None:
        return ""
    score = "" if said["score"] is None else f" ({said['score']:.1f})"
    weak = f" *{_cell(said['weaknesses'])}*" if said["weaknesses"] else ""
    return f"{_cell(said['text'])}{weak}{score}"


def _cell(text: str) -> str:
    """Text that cannot break out of a cell of a Markdown table."""
    for mark in "\\|*_`[]<>":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())
