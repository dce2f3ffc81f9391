"""Figures of a judge's scores: by aspect and through the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from fabula.reports.figure import PHONE, Figure, fitted, inline_data
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels


def aspects_figure(evaluation: Evaluation, say: Labels) -> Figure:
    """Each aspect with its mean, its interval and the single answers."""
    rows: list[dict[str, Any]] = [
        {
            "label": aspect.label,
            "score": aspect.estimate.score,
            "low": aspect.estimate.low,
            "high": aspect.estimate.high,
            "text": f"{aspect.estimate.score:.1f}",
            "single": [score for score in aspect.replicates if score is not None],
        }
        for aspect in evaluation.aspects
        if aspect.estimate
    ]
    low, high = _zoomed(rows, evaluation)
    described = ", ".join(f"{row['label']} {row['text']}" for row in rows)

    def draw(width: int) -> Any:
        labels = 220 if width > PHONE else 180
        y = alt.Y(
            "label:N",
            sort=None,
            title=None,
            axis=alt.Axis(
                labelLimit=labels,
                labelColor=DAY["ink"],
                labelFontSize=13 if width > PHONE else 12,
                domain=False,
                ticks=False,
            ),
        )
        x = alt.X(
            "score:Q", scale=alt.Scale(domain=[low, high], nice=False), title=None, axis=alt.Axis(tickCount=6)
        )
        base = alt.Chart(inline_data(rows))
        single = (
            alt.Chart(
                inline_data([{"label": row["label"], "score": one} for row in rows for one in row["single"]])
            )
            .mark_tick(thickness=1.5, size=13, color=DAY["band"])
            .encode(y=y, x=x)
        )
        bounded = [
            {"label": row["label"], "score": row["low"], "high": row["high"]}
            for row in rows
            if row["low"] is not None
        ]
        interval = (
            alt.Chart(inline_data(bounded))
            .mark_rule(strokeWidth=3, color=DAY["band"])
            .encode(y=y, x=x, x2=alt.X2("high:Q"))
        )
        point = base.mark_point(filled=True, size=80, opacity=1, color=DAY["accent"]).encode(y=y, x=x)
        text = base.mark_text(align="left", dx=8, fontWeight="bold", fontSize=13, color=DAY["ink"]).encode(
            y=y, x=alt.value("width"), text="text:N"
        )
        chart = alt.layer(interval, single, point, text)
        return chart.properties(width=width - labels - 56, height=31 * len(rows))

    return Figure("aspects", say("nav.aspects"), described, draw)


def _zoomed(rows: Sequence[dict[str, Any]], evaluation: Evaluation) -> tuple[float, float]:
    """The part of the scale where the scores lie, never less than a third of it, so that small gaps stay small."""
    scale = evaluation.rubric.scale
    span = scale.high - scale.low
    ends = [
        end
        for row in rows
        for end in (row["score"], row["low"], row["high"], *row["single"])
        if end is not None
    ]
    low, high, third = min(ends) - 0.03 * span, max(ends) + 0.03 * span, span / 3
    if high - low < third:
        middle = (low + high) / 2
        low, high = middle - third / 2, middle + third / 2
    if high > scale.high:
        low, high = min(low, scale.high - third), scale.high
    if low < scale.low:
        low, high = scale.low, max(high, scale.low + third)
    step = span / 20
    return scale.low + step * int((low - scale.low) / step), min(
        scale.high, scale.low + step * -int(-(high - scale.low) // step)
    )


def pieces_figure(evaluation: Evaluation, say: Labels) -> Figure:
    """The scores of the parts of a book, one line for each repeat."""
    rows = [
        {"part": piece.segment, "score": piece.verdict.overall, "run": piece.verdict.replicate}
        for piece in evaluation.pieces
        if piece.verdict.overall is not None
    ]
    scale = evaluation.rubric.scale

    def draw(width: int) -> Any:
        x = alt.X("part:O", title=say("course.part"), axis=alt.Axis(labelAngle=0, labelOverlap=True))
        y = alt.Y(
            "score:Q",
            title=None,
            scale=alt.Scale(zero=False, nice=True, padding=8, domainMax=scale.high),
            axis=alt.Axis(tickCount=4),
        )
        base = alt.Chart(inline_data(rows))
        single = base.mark_line(color=DAY["band"], strokeWidth=1).encode(x=x, y=y, detail="run:N")
        mean = base.mark_line(
            color=DAY["accent"], strokeWidth=2.2, point=alt.OverlayMarkDef(size=36, color=DAY["accent"])
        ).encode(x=x, y=alt.Y("mean(score):Q"))
        return alt.layer(single, mean).properties(**fitted(width, 150))

    text = ", ".join(f"{row['part']}: {row['score']:g}" for row in rows if row["run"] == 0)
    return Figure("scores", say("course.scores"), text, draw)
