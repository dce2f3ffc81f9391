"""The page of a quiz: accuracy with its interval, by kind of question and of novel, as figures and tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import altair as alt

from fabula.quiz.classify import names
from fabula.reports.drawing import drawn
from fabula.reports.figure import PHONE, Figure
from fabula.reports.files import write_folder
from fabula.reports.labels import Labels, labels
from fabula.reports.page import dress, environment, shown
from fabula.reports.palette import DAY
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.reports.drawing import Drawn

PAGE = "quiz.html"
_GROUPS = ("category", "type", "length", "year", "setting")
_LEAST = 5
"""A group with fewer questions appears in the table but not in the figure."""


def write_quiz(document: Mapping[str, Any], folder: Path, language: str) -> Path:
    """Writes quiz.html, quiz.json and every figure as SVG and PNG. Returns the page's path."""
    say = quiz_labels(language)
    told = tables(document, say)
    pictures = drawn([_bars(name, rows, document, say) for name, rows in told.items()])
    contents: dict[str, str | bytes] = {
        "quiz.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
    contents[PAGE] = _page(document, told, pictures, say)
    write_folder(folder, contents)
    return folder / PAGE


def quiz_labels(language: str) -> Labels:
    """The labels of a quiz's results."""
    return labels(language, "quiz")


def tables(document: Mapping[str, Any], say: Labels) -> dict[str, list[dict[str, Any]]]:
    """The groups by attribute: kind of question; type, length and year of the novel; setting."""
    return {name: rows for name in _GROUPS if (rows := _rows(document, name, say))}


def examples(count: int, say: Labels) -> str:
    """The number of examples before a question."""
    return say("no_shots" if count == 0 else "one_shot" if count == 1 else "shots", n=count)


def _page(
    document: Mapping[str, Any],
    told: Mapping[str, list[dict[str, Any]]],
    pictures: Sequence[Drawn],
    say: Labels,
) -> str:
    figures = {one.figure.name: shown(one) for one in pictures}
    accuracy, base = document["accuracy"], document["baselines"]
    always = _best_constant(base)
    return environment().get_template("quiz.html.j2").render(
        say=say,
        version=__version__,
        **dress(),
        heading=say("heading", model=document["model"]["name"]),
        meta=say(
            "meta", set=document["set"], n=f"{document['n']:,}", shots=examples(document["shots"], say), prompt=say(document["prompt"]), by=say(document["by"])
        ),
        value=_percent(accuracy["value"]),
        interval=say("interval", low=_percent(accuracy["low"]), high=_percent(accuracy["high"])) if accuracy["value"] is not None else "",
        baselines=say("baselines", always=_percent(base[always]), letter=always[-1], random=_percent(base["random"])),
        notes=notes(document, say),
        sections=[
            {
                "title": say(name),
                "lead": say("category_lead") if name == "category" else "",
                "figure": figures.get(name),
                "rows": rows,
            }
            for name, rows in told.items()
        ],
        told=sentences(document, say),
        faulty=document["faulty"],
        signature=document["signature"],
    )  # fmt: skip


def _rows(document: Mapping[str, Any], name: str, say: Labels) -> list[dict[str, Any]]:
    """One row per group. Empty if there is only one group, or if nothing is known about the novels."""
    if name == "category":
        called = names(say.language) | {"unlabelled": say("unlabelled")}
        groups = [(called.get(kind, kind), group) for kind, group in document["by_category"].items()]
    elif name == "setting":
        groups = [
            (say("setting_line", shots=examples(one["shots"], say), prompt=say(one["prompt"])), one)
            for one in document["by_setting"]
        ]
    else:
        found = document["by_attribute"][name]
        groups = [(say.texts.get(label, label), group) for label, group in found.items()]
    if len(groups) < 2:
        return []
    return [_row(label, group) for label, group in groups]


def _row(label: str, group: Mapping[str, Any]) -> dict[str, Any]:
    accuracy = group["accuracy"]
    known = accuracy["value"] is not None
    return {
        "label": label,
        "n": group["n"],
        "score": accuracy["value"],
        "constant": group["constant"]["value"] if "constant" in group else None,
        "dull": _percent(group["constant"]["value"]) if "constant" in group else "",
        "low": accuracy["low"],
        "high": accuracy["high"],
        "text": _percent(accuracy["value"]),
        "range": f"{_percent(accuracy['low'])} – {_percent(accuracy['high'])}" if known else "",
    }


def _bars(name: str, rows: Sequence[dict[str, Any]], document: Mapping[str, Any], say: Labels) -> Figure:
    """A point and interval for each group on the full scale, with a tick for the best constant answer."""
    told = [row for row in rows if row["n"] >= _LEAST and row["score"] is not None]
    base = document["baselines"][_best_constant(document["baselines"])]

    def draw(width: int) -> Any:
        labels = 200 if width > PHONE else 130
        axis = alt.Axis(labelLimit=labels, labelColor=DAY["ink"], labelFontSize=13, domain=False, ticks=False)
        y = alt.Y("label:N", sort=None, title=None, axis=axis)
        x = alt.X(
            "score:Q", scale=alt.Scale(domain=[0, 1]), title=None, axis=alt.Axis(format="%", tickCount=5)
        )
        data = alt.Chart(alt.InlineData(values=told))
        reach = data.mark_rule(strokeWidth=3, color=DAY["band"]).encode(y=y, x=x.copy(deep=True), x2="high:Q")
        reach = reach.transform_calculate(score="datum.low")
        point = data.mark_point(filled=True, size=80, opacity=1, color=DAY["accent"]).encode(y=y, x=x)
        text = data.mark_text(align="left", dx=8, fontWeight="bold", color=DAY["ink"]).encode(
            y=y, x=alt.value("width"), text="text:N"
        )
        dull = [{"label": row["label"], "score": row["constant"] or base} for row in told]
        line = (
            alt.Chart(alt.InlineData(values=dull))
            .mark_tick(thickness=2, size=22, color=DAY["second"])
            .encode(y=y, x=x)
        )
        return alt.layer(line, reach, point, text).properties(
            width=width - labels - 70, height=31 * len(told)
        )

    said = ", ".join(f"{row['label']} {row['text']}" for row in told)
    return Figure(name, say(name), said, draw)


def notes(document: Mapping[str, Any], say: Labels) -> list[str]:
    """Notes on the figures: replies without an answer, calls without a reply, and how the questions were sorted."""
    lines = []
    if document["unreadable"]:
        lines.append(say("unreadable", n=document["unreadable"]))
    if document["failed"]:
        lines.append(say("failed", n=len(document["failed"])))
    if document["categories_from"]:
        sources = [say(source, n=f"{count:,}") for source, count in document["categories_from"].items()]
        lines.append(say("sources", sources=say.listed(sources)))
    return lines


def sentences(document: Mapping[str, Any], say: Labels) -> list[tuple[str, list[str]]]:
    """Results given as sentences: option orders, the open book, another model."""
    found: list[tuple[str, list[str]]] = []
    if order := document["order"]:
        line = say(
            "order_lead",
            orders=order["orders"],
            knowledge=_percent(order["knowledge"]["value"]),
            position=_percent(order["position"]),
        )
        found.append((say("order"), [line]))
    lines = [
        say(
            "open_book_line", title=book["title"], n=book["n"], open=_percent(book["open"]["value"]), closed=_percent(book["closed"]["value"]),
            gain=f"{book['gain']:+.1%}", p=f"{book['p']:.3f}",
        )
        for book in document["open_book"]
        if book["gain"] is not None
    ]  # fmt: skip
    if lines:
        found.append((say("open_book"), lines))
    if (other := document["against"]) and not other["refused"]:
        line = say(
            "against_line", difference=f"{other['difference']:+.2%}", n=f"{other['n']:,}", only_first=other["only_first"],
            only_second=other["only_second"], p=f"{other['p']:.4f}",
        )  # fmt: skip
        found.append((say("against", other=other["model"]), [line]))
    return found


def _best_constant(base: Mapping[str, float]) -> str:
    return max((name for name in base if name.startswith("always_")), key=lambda name: base[name])


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
