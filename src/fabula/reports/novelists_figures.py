"""The figures of a leaderboard: weights, scree, densities, the human curve, repeated judging, lengths."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import altair as alt
import numpy as np

from fabula.novelists.densities import density
from fabula.novelists.settings import LEAST_WORDS, MOST_WORDS
from fabula.reports.figure import PHONE, Figure
from fabula.reports.novelists_distributions import distributions
from fabula.reports.palette import DAY
from fabula.reports.vega import Vega

if TYPE_CHECKING:
    from fabula.novelists.board import Board
    from fabula.reports.labels import Labels

_SPREAD = 1.5
"""How far the radar's frame extends beyond its rim, to make room for labels."""
_LINE = 14
_NAMES_APART = 6.2
"""The distance between two names on the human curve, in points of the percentile axis."""


def board_figures(board: Board, labels: Sequence[str], say: Labels) -> tuple[Figure, ...]:
    """Every figure for which this board has data."""
    found = [_radar(board.reference.weights, labels, say)]
    if board.reference.explained:
        found.append(_scree(board.reference.explained, say))
    found.append(_density(board, say))
    found += distributions(board, labels, say)
    if any(row.normalised is not None for row in board.rows):
        found.append(_curve(board, say))
    if any(score.replicate for score in board.scores):
        found.append(_repeats(board, say))
    if any(row.words for row in board.rows):
        found.append(_lengths(board, say))
    return tuple(found)


def _radar(weights: Sequence[float], labels: Sequence[str], say: Labels) -> Figure:
    reach = max(*weights, 1 / len(weights)) * 1.1

    def at(index: float, radius: float) -> dict[str, float]:
        turn = 2 * math.pi * index / len(weights)
        return {"x": radius * math.sin(turn), "y": radius * math.cos(turn)}

    def ring(values: Sequence[float]) -> list[dict[str, Any]]:
        corners = [*values, values[0]]
        return [{**at(index, value), "order": index} for index, value in enumerate(corners)]

    def draw(width: int) -> Any:
        size = min(width - 20, 420 if width > PHONE else 300)
        across = min(width - 20, round(1.5 * size))
        x = alt.X("x:Q", axis=None, scale=_around(_SPREAD * reach * across / size))
        y = alt.Y("y:Q", axis=None, scale=_around(_SPREAD * reach))
        even = _line(ring([1 / len(weights)] * len(weights)), x, y, DAY["rule"], dash=[4, 3])
        own = _line(ring(weights), x, y, DAY["accent"])
        points = alt.Chart(_data(ring(weights))).mark_point(
            filled=True, size=40, color=DAY["accent"], opacity=1
        )
        rows = [
            {**at(index, 1.12 * reach), "text": f"{_broken(label)}\n{weight:.3f}"}
            for index, (label, weight) in enumerate(zip(labels, weights, strict=True))
        ]
        named = [_named(row, x, y) for row in rows]
        return alt.layer(even, own, points.encode(x=x, y=y), *named).properties(width=across, height=size)

    text = ", ".join(f"{label} {weight:.4f}" for label, weight in zip(labels, weights, strict=True))
    return Figure("radar", say("figure.radar"), text, Vega(draw))


def _named(row: Mapping[str, Any], x: Any, y: Any) -> Any:
    """A label that begins outside the ring, on either side."""
    side: Literal["left", "center", "right"] = (
        "center" if abs(row["x"]) < abs(row["y"]) / 4 else "left" if row["x"] > 0 else "right"
    )
    text = alt.Chart(_data([row])).mark_text(
        fontSize=11, lineBreak="\n", lineHeight=13, align=side, color=DAY["ink"],
        baseline="middle" if abs(row["x"]) > abs(row["y"]) / 4 else "line-bottom" if row["y"] > 0 else "line-top",
        dy=-14 if side == "center" and row["y"] > 0 else 0,
    )  # fmt: skip
    return text.encode(x=x, y=y, text="text:N")


def _broken(label: str) -> str:
    """A long label on two lines, split into halves of similar length."""
    gaps = [place for place, letter in enumerate(label) if letter == " "]
    if len(label) <= _LINE or not gaps:
        return label
    middle = min(gaps, key=lambda place: abs(2 * place - len(label)))
    return f"{label[:middle]}\n{label[middle + 1 :]}"


def _around(reach: float) -> Any:
    return alt.Scale(domain=[-reach, reach], nice=False)


def _line(rows: list[dict[str, Any]], x: Any, y: Any, colour: str, dash: list[int] | None = None) -> Any:
    more: dict[str, Any] = {"strokeDash": dash} if dash else {}
    line = alt.Chart(_data(rows)).mark_line(color=colour, strokeWidth=2, **more)
    return line.encode(x=x, y=y, order="order:Q")


def _scree(explained: Sequence[float], say: Labels) -> Figure:
    rows = [{"component": index, "share": share} for index, share in enumerate(explained, start=1)]

    def draw(width: int) -> Any:
        x = alt.X("component:O", title=say("figure.component"), axis=alt.Axis(labelAngle=0))
        y = alt.Y("share:Q", title=say("figure.share"), axis=alt.Axis(format="%", tickCount=5))
        base = alt.Chart(_data(rows))
        bars = base.mark_bar(color=DAY["band"]).encode(x=x, y=y)
        line = base.mark_line(color=DAY["accent"], point=alt.OverlayMarkDef(color=DAY["accent"])).encode(
            x=x, y=y
        )
        return alt.layer(bars, line).properties(width=width - 70, height=180)

    text = ", ".join(f"{row['component']}: {row['share']:.1%}" for row in rows)
    return Figure("scree", say("figure.scree"), text, Vega(draw))


def _density(board: Board, say: Labels) -> Figure:
    grid, known, normal = density(board.reference)
    human, bell = say("figure.density_human"), say("figure.density_normal")
    rows = [
        {"norm": float(place), "density": float(value), "kind": kind}
        for kind, values in ((human, known), (bell, normal))
        for place, value in zip(grid, values, strict=True)
    ]
    marks = _marks(board)

    def draw(width: int) -> Any:
        x = alt.X("norm:Q", title=say("figure.norm"), scale=_norms(board))
        y = alt.Y("density:Q", title=None, axis=None)
        colour = alt.Color(
            "kind:N", title=None, legend=alt.Legend(orient="top"),
            scale=alt.Scale(domain=[human, bell], range=[DAY["accent"], DAY["second"]]),
        )  # fmt: skip
        curves = alt.Chart(_data(rows)).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour)
        rules = alt.Chart(_data(marks)).mark_rule(color=DAY["muted"], strokeDash=[2, 3]).encode(x=x)
        return alt.layer(curves, rules).properties(width=width - 30, height=180)

    return Figure("density", say("figure.density"), say("figure.density_say"), Vega(draw))


def _curve(board: Board, say: Labels) -> Figure:
    scale = _norms(board)
    low, high = scale.domain
    grid = np.linspace(low, high, 200)
    curve = [{"norm": float(x), "percentile": board.reference.percentile(float(x))} for x in grid]
    marks = _marks(board)
    tall = max(300, round(300 * _NAMES_APART * len(marks) / 95))

    def draw(width: int) -> Any:
        inner = width - 60
        x = alt.X("norm:Q", title=say("figure.norm"), scale=scale)
        y = alt.Y(
            "percentile:Q", title=say("figure.percentile"), scale=alt.Scale(domain=[0, 105], nice=False),
            axis=alt.Axis(tickCount=6),
        )  # fmt: skip
        line = alt.Chart(_data(curve)).mark_line(color=DAY["band"], strokeWidth=3).encode(x=x, y=y)
        room = min(0.4 * inner, 210.0)
        column = low + (high - low) * room / inner
        named = alt.Chart(_data(_spaced(marks, column, 300 / tall)))
        leaders = named.mark_rule(color=DAY["muted"], strokeWidth=0.7).encode(
            x=alt.X("column:Q", scale=scale), x2=alt.X2("norm:Q"), y="at:Q", y2=alt.Y2("percentile:Q")
        )
        text = named.mark_text(align="right", dx=-4, fontSize=11, color=DAY["ink"], limit=room - 8).encode(
            x=alt.X("column:Q", scale=scale), y="at:Q", text="writer:N" if width > PHONE else "short:N"
        )
        base = alt.Chart(_data(marks))
        points = base.mark_point(filled=True, size=60, color=DAY["accent"], opacity=1).encode(x=x, y=y)
        rules = base.mark_rule(color=DAY["accent"], strokeWidth=1.5).encode(
            x=x, y="low:Q", y2=alt.Y2("high:Q")
        )
        return alt.layer(line, leaders, rules, points, text).properties(width=inner, height=tall)

    described = ", ".join(f"{mark['writer']} {mark['percentile']:.1f}" for mark in marks)
    return Figure("place", say("figure.place"), described, Vega(draw))


def _repeats(board: Board, say: Labels) -> Figure:
    by_round: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for score in board.scores:
        if score.score is not None:
            by_round[(score.judge, score.story, score.replicate)].append(score.score)
    rows = [
        {"judge": judge, "round": str(replicate + 1), "score": float(np.mean(own))}
        for (judge, _, replicate), own in sorted(by_round.items())
    ]

    def draw(width: int) -> Any:
        x = alt.X("round:O", title=None, axis=alt.Axis(labelAngle=0))
        y = alt.Y("score:Q", title=say("figure.score"), scale=alt.Scale(zero=False))
        box = (
            alt.Chart(_data(rows))
            .mark_boxplot(color=DAY["accent"], size=18)
            .encode(x=x, y=y, column=alt.Column("judge:N", title=None))
        )
        count = len({row["judge"] for row in rows})
        return box.properties(width=max(90, (width - 60) // count - 30), height=190)

    text = ", ".join(f"{row['judge']} {row['round']}: {row['score']:.2f}" for row in rows[:40])
    return Figure("repeats", say("figure.repeats"), text, Vega(draw))


def _lengths(board: Board, say: Labels) -> Figure:
    rows = [_box(row.writer, row.words) for row in board.rows if row.words]
    order = [row.writer for row in board.rows]

    def draw(width: int) -> Any:
        labels = 230 if width > PHONE else 120
        short: dict[str, Any] = {} if width > PHONE else {"labelExpr": "replace(datum.label, /^.*[/]/, '')"}
        y = alt.Y(
            "writer:N",
            sort=order,
            title=None,
            axis=alt.Axis(labelLimit=labels, minExtent=labels, maxExtent=labels, **short),
        )
        x = alt.X("low:Q", title=say("figure.words"), scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=5))
        asked = alt.Chart(_data([{"low": LEAST_WORDS, "end": MOST_WORDS}])).mark_rect(color=DAY["mark"])
        base = alt.Chart(_data(rows))
        reach = base.mark_rule(color=DAY["accent"]).encode(x=x, x2=alt.X2("high:Q"), y=y)
        half = base.mark_bar(color=DAY["accent"], size=14).encode(
            x="quarter:Q", x2=alt.X2("three_quarters:Q"), y=y
        )
        middle = base.mark_tick(color=DAY["ground"], size=14, thickness=2).encode(x="median:Q", y=y)
        return alt.layer(asked.encode(x=x, x2=alt.X2("end:Q")), reach, half, middle).properties(
            width=width - labels - 30, height=max(60, 34 * len(order))
        )

    text = ", ".join(f"{row.writer} {min(row.words)} to {max(row.words)}" for row in board.rows if row.words)
    return Figure("lengths", say("figure.lengths"), text, Vega(draw))


def _box(writer: str, words: Sequence[int]) -> dict[str, Any]:
    """The box plot of many lengths as minimum, quartiles and maximum, so that large boards are drawn quickly."""
    low, quarter, median, three_quarters, high = np.quantile(words, (0, 0.25, 0.5, 0.75, 1)).tolist()
    return {
        "writer": writer, "low": low, "quarter": quarter, "median": median,
        "three_quarters": three_quarters, "high": high,
    }  # fmt: skip


def _marks(board: Board) -> list[dict[str, Any]]:
    return [
        {
            "writer": row.writer, "norm": row.normalised, "percentile": row.centre,
            "low": row.percentile.low if row.percentile else row.centre,
            "high": row.percentile.high if row.percentile else row.centre,
        }
        for row in board.rows
        if row.normalised is not None
    ]  # fmt: skip


def _spaced(marks: Sequence[Mapping[str, Any]], column: float, squeeze: float) -> list[dict[str, Any]]:
    """A position for each name in a column beside the curve, in the writers' order and without overlap."""
    step = _NAMES_APART * squeeze
    rows = sorted(marks, key=lambda mark: (-mark["percentile"], -mark["norm"]))
    places = [min(float(row["percentile"]), 104 - step * index) for index, row in enumerate(rows)]
    for index in range(1, len(places)):
        places[index] = min(places[index], places[index - 1] - step)
    least = 6.0
    for index in reversed(range(len(places))):
        places[index] = max(places[index], least)
        least = places[index] + step
    return [
        {**row, "at": at, "column": column, "short": row["writer"].rpartition("/")[2]}
        for row, at in zip(rows, places, strict=True)
    ]


def _norms(board: Board) -> Any:
    known = [row.normalised for row in board.rows if row.normalised is not None]
    return alt.Scale(domain=[min([-0.05, *known]) - 0.02, max([1.05, *known]) + 0.02], nice=False)


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    return alt.InlineData(values=[dict(row) for row in rows])
