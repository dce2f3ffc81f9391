"""The figures of a leaderboard: weights, scree, densities, the human curve, repeated judging, lengths."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from fabula.novelists.place import density
from fabula.novelists.writing import LEAST_WORDS, MOST_WORDS
from fabula.reports.figures import PHONE, Figure
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from fabula.novelists.board import Board
    from fabula.reports.wording import Wording


def board_figures(board: Board, labels: Sequence[str], say: Wording) -> tuple[Figure, ...]:
    """Every figure that this board has something to show in."""
    found = [_radar(board.reference.weights, labels, say)]
    if board.reference.explained:
        found.append(_scree(board.reference.explained, say))
    found.append(_density(board, say))
    if any(row.normalised is not None for row in board.rows):
        found.append(_curve(board, say))
    if any(score.replicate for score in board.scores):
        found.append(_repeats(board, say))
    if any(row.words for row in board.rows):
        found.append(_lengths(board, say))
    return tuple(found)


def _radar(weights: Sequence[float], labels: Sequence[str], say: Wording) -> Figure:
    reach = max(*weights, 1 / len(weights)) * 1.1

    def at(index: float, radius: float) -> dict[str, float]:
        turn = 2 * math.pi * index / len(weights)
        return {"x": radius * math.sin(turn), "y": radius * math.cos(turn)}

    def ring(values: Sequence[float]) -> list[dict[str, Any]]:
        corners = [*values, values[0]]
        return [{**at(index, value), "order": index} for index, value in enumerate(corners)]

    def draw(width: int) -> Any:
        size = min(width - 20, 420 if width > PHONE else 300)
        domain = [-1.5 * reach, 1.5 * reach]
        scale = alt.Scale(domain=domain, nice=False)
        x, y = alt.X("x:Q", axis=None, scale=scale), alt.Y("y:Q", axis=None, scale=scale)
        even = _line(ring([1 / len(weights)] * len(weights)), x, y, DAY["rule"], dash=[4, 3])
        own = _line(ring(weights), x, y, DAY["accent"])
        rows = [
            {**at(index, 1.25 * reach), "text": f"{label} {weight:.3f}"}
            for index, (label, weight) in enumerate(zip(labels, weights, strict=True))
        ]
        text = (
            alt.Chart(_data(rows))
            .mark_text(fontSize=11, color=DAY["ink"], limit=150)
            .encode(x=x, y=y, text="text:N")
        )
        points = alt.Chart(_data(ring(weights))).mark_point(
            filled=True, size=40, color=DAY["accent"], opacity=1
        )
        return alt.layer(even, own, points.encode(x=x, y=y), text).properties(width=size, height=size)

    told = ", ".join(f"{label} {weight:.4f}" for label, weight in zip(labels, weights, strict=True))
    return Figure("radar", say("figure.radar"), told, draw)


def _line(rows: list[dict[str, Any]], x: Any, y: Any, colour: str, dash: list[int] | None = None) -> Any:
    more: dict[str, Any] = {"strokeDash": dash} if dash else {}
    line = alt.Chart(_data(rows)).mark_line(color=colour, strokeWidth=2, **more)
    return line.encode(x=x, y=y, order="order:Q")


def _scree(explained: Sequence[float], say: Wording) -> Figure:
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

    told = ", ".join(f"{row['component']}: {row['share']:.1%}" for row in rows)
    return Figure("scree", say("figure.scree"), told, draw)


def _density(board: Board, say: Wording) -> Figure:
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

    return Figure("density", say("figure.density"), say("figure.density_say"), draw)


def _curve(board: Board, say: Wording) -> Figure:
    scale = _norms(board)
    low, high = scale.domain
    grid = np.linspace(low, high, 200)
    curve = [{"norm": float(x), "percentile": board.reference.percentile(float(x))} for x in grid]
    marks = _marks(board)

    def draw(width: int) -> Any:
        x = alt.X("norm:Q", title=say("figure.norm"), scale=scale)
        y = alt.Y(
            "percentile:Q", title=say("figure.percentile"), scale=alt.Scale(domain=[0, 105], nice=False)
        )
        line = alt.Chart(_data(curve)).mark_line(color=DAY["band"], strokeWidth=3).encode(x=x, y=y)
        base = alt.Chart(_data(marks))
        points = base.mark_point(filled=True, size=70, color=DAY["accent"], opacity=1).encode(x=x, y=y)
        rules = base.mark_rule(color=DAY["accent"], strokeWidth=1.5).encode(x=x, y="low:Q", y2="high:Q")
        text = base.mark_text(
            align="right", dx=-9, dy=-6, fontSize=11, color=DAY["ink"], limit=width // 2
        ).encode(x=x, y=y, text="writer:N")
        return alt.layer(line, rules, points, text).properties(width=width - 60, height=300)

    told = ", ".join(f"{mark['writer']} {mark['percentile']:.1f}" for mark in marks)
    return Figure("place", say("figure.place"), told, draw)


def _repeats(board: Board, say: Wording) -> Figure:
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

    told = ", ".join(f"{row['judge']} {row['round']}: {row['score']:.2f}" for row in rows[:40])
    return Figure("repeats", say("figure.repeats"), told, draw)


def _lengths(board: Board, say: Wording) -> Figure:
    rows = [{"writer": row.writer, "words": words} for row in board.rows for words in row.words]
    order = [row.writer for row in board.rows]

    def draw(width: int) -> Any:
        labels = 170 if width > PHONE else 100
        y = alt.Y(
            "writer:N",
            sort=order,
            title=None,
            axis=alt.Axis(labelLimit=labels, minExtent=labels, maxExtent=labels),
        )
        x = alt.X("words:Q", title=say("figure.words"), scale=alt.Scale(zero=True))
        asked = alt.Chart(_data([{"words": LEAST_WORDS, "end": MOST_WORDS}])).mark_rect(color=DAY["mark"])
        box = alt.Chart(_data(rows)).mark_boxplot(color=DAY["accent"], size=14).encode(x=x, y=y)
        return alt.layer(asked.encode(x=x, x2="end:Q"), box).properties(
            width=width - labels - 30, height=max(60, 34 * len(order))
        )

    told = ", ".join(f"{row.writer} {min(row.words)} to {max(row.words)}" for row in board.rows if row.words)
    return Figure("lengths", say("figure.lengths"), told, draw)


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


def _norms(board: Board) -> Any:
    told = [row.normalised for row in board.rows if row.normalised is not None]
    return alt.Scale(domain=[min([-0.05, *told]) - 0.02, max([1.05, *told]) + 0.02], nice=False)


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    return alt.InlineData(values=[dict(row) for row in rows])
