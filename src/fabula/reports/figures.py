"""The figures of a report as altair charts, each in a width for a page and one for a phone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import altair as alt

from fabula.reports.network import PAGE_FRAME, PHONE_FRAME, network
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels

PAGE, PHONE = 704, 340
"""Widths in pixels, axes and all."""
NAMES = ("aspects", "scores", "mood", "pace", "presence", "network", "voices")
"""Files that a report may have: those of an earlier report that are not drawn again are deleted."""
PEOPLE_SHOWN = 12
TELLING = 300
"""Below this many words a chapter's mood is chance: it is drawn, and clipped where it leaves the range of the others."""
LEAST_SHARE = 0.005
"""A share that would be written as 0 %."""
SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its file's name, what it shows in words, and how altair draws it at a width."""

    name: str
    title: str
    alt: str
    draw: Callable[[int], Any]


def figures(evaluation: Evaluation, say: Labels) -> tuple[Figure, ...]:
    """Every figure that this evaluation has something to show in."""
    found: list[Figure] = []
    if any(aspect.estimate for aspect in evaluation.aspects):
        found.append(_aspects(evaluation, say))
    if evaluation.pieces:
        found.append(_pieces(evaluation, say))
    measured = evaluation.measured
    if measured is None:
        return tuple(found)
    if len(measured.craft_by_chapter) > 1:
        found += [_mood(measured, say)] if measured.mood.smoothed else []
        found.append(_pace(measured, say))
    if len(measured.craft_by_chapter) > 1 and measured.cast.characters:
        found.append(_presence(measured, say))
    if measured.ties:
        found.append(_network(measured, say))
    if any(voice.name and voice.share >= LEAST_SHARE for voice in measured.voices):
        found.append(_voices(measured, say))
    return tuple(found)


def spec(figure: Figure, width: int) -> dict[str, Any]:
    """The Vega-Lite specification of a figure at a width, in the report's style."""
    chart: Any = figure.draw(width)
    text: dict[str, Any] = {"font": SANS, "fontSize": 12, "color": DAY["ink"]}
    axis: dict[str, Any] = {
        "labelFont": SANS, "titleFont": SANS, "labelFontSize": 12, "titleFontSize": 12, "labelColor": DAY["muted"],
        "titleColor": DAY["muted"], "titleFontWeight": "normal", "gridColor": DAY["rule"], "domainColor": DAY["rule"],
        "tickColor": DAY["rule"], "tickSize": 4, "labelPadding": 4,
    }  # fmt: skip
    dressed = chart.configure(
        aria=False,
        background=DAY["ground"],
        font=SANS,
        axis=alt.AxisConfig(**axis),
        legend=alt.LegendConfig(
            labelFont=SANS, labelFontSize=12, labelColor=DAY["ink"], titleColor=DAY["muted"]
        ),
        header=alt.HeaderConfig(
            labelFont=SANS, labelFontSize=12, labelColor=DAY["ink"], labelLimit=width // 2
        ),
        view=alt.ViewConfig(stroke=None),
        text=alt.MarkConfig(**text),
        padding={"left": 2, "right": 8, "top": 4, "bottom": 4},
    )
    return dict(dressed.to_dict(validate=False))


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    return alt.InlineData(values=list(rows))


def _fitted(width: int, height: int) -> dict[str, Any]:
    """The whole figure, with its axes, has this width."""
    return {
        "width": width,
        "height": height,
        "autosize": alt.AutoSizeParams(type="fit-x", contains="padding"),
    }


# What was judged


def _aspects(evaluation: Evaluation, say: Labels) -> Figure:
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
    said = ", ".join(f"{row['label']} {row['text']}" for row in rows)

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
        base = alt.Chart(_data(rows))
        single = (
            alt.Chart(_data([{"label": row["label"], "score": one} for row in rows for one in row["single"]]))
            .mark_tick(thickness=1.5, size=13, color=DAY["band"])
            .encode(y=y, x=x)
        )
        bounded = [
            {"label": row["label"], "score": row["low"], "high": row["high"]}
            for row in rows
            if row["low"] is not None
        ]
        interval = (
            alt.Chart(_data(bounded))
            .mark_rule(strokeWidth=3, color=DAY["band"])
            .encode(y=y, x=x, x2="high:Q")
        )
        point = base.mark_point(filled=True, size=80, opacity=1, color=DAY["accent"]).encode(y=y, x=x)
        text = base.mark_text(align="left", dx=8, fontWeight="bold", fontSize=13, color=DAY["ink"]).encode(
            y=y, x=alt.value("width"), text="text:N"
        )
        chart = alt.layer(interval, single, point, text)
        return chart.properties(width=width - labels - 56, height=31 * len(rows))

    return Figure("aspects", say("nav.aspects"), said, draw)


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


def _pieces(evaluation: Evaluation, say: Labels) -> Figure:
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
        base = alt.Chart(_data(rows))
        single = base.mark_line(color=DAY["band"], strokeWidth=1).encode(x=x, y=y, detail="run:N")
        mean = base.mark_line(
            color=DAY["accent"], strokeWidth=2.2, point=alt.OverlayMarkDef(size=36, color=DAY["accent"])
        ).encode(x=x, y=alt.Y("mean(score):Q"))
        return alt.layer(single, mean).properties(**_fitted(width, 150))

    said = ", ".join(f"{row['part']}: {row['score']:g}" for row in rows if row["run"] == 0)
    return Figure("scores", say("course.scores"), said, draw)


# What was measured: the book from left to right, a chapter as wide as it is long


def _extents(measured: Measured) -> list[tuple[float, float]]:
    """Where each chapter begins and ends, as shares of the book."""
    sizes = [max(1, chapter.words) for chapter in measured.craft_by_chapter]
    ends = [end / sum(sizes) for end in accumulate(sizes)]
    return list(zip([0.0, *ends[:-1]], ends, strict=True))


def _gap(measured: Measured, width: int) -> float:
    """The line of ground between two chapters: thinner where chapters are many, so that it does not eat them."""
    return min(1.0, width / len(measured.craft_by_chapter) / 16)


def _along(measured: Measured, say: Labels, width: int, *, titled: bool = True) -> alt.X:
    """The axis of the book, labelled with chapter numbers where there is room for them."""
    extents = _extents(measured)
    room = 26 / width
    shown: list[tuple[float, int]] = []
    for chapter, (start, end) in enumerate(extents, start=1):
        middle = (start + end) / 2
        if not shown or middle - shown[-1][0] >= room:
            shown.append((middle, chapter))
    places = [round(middle, 5) for middle, _ in shown]
    names = [str(chapter) for _, chapter in shown]
    return alt.X(
        "start:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        title=say("course.chapter_axis") if titled else None,
        axis=alt.Axis(
            values=places, labelExpr=f"{names}[indexof({places}, datum.value)]", grid=False, ticks=False
        ),
    )


def _mood(measured: Measured, say: Labels) -> Figure:
    arc = measured.mood
    chapters = [
        {"start": start, "end": end, "mood": mood, "words": craft.words}
        for (start, end), mood, craft in zip(
            _extents(measured), arc.by_chapter, measured.craft_by_chapter, strict=True
        )
        if mood is not None
    ]
    curve = [
        {"start": (step + 0.5) / len(arc.smoothed), "mood": mood} for step, mood in enumerate(arc.smoothed)
    ]
    told = [row for row in chapters if row["words"] >= TELLING]
    reach = max([0.05, *(abs(row["mood"]) for row in told + curve)]) * 1.15

    def draw(width: int) -> Any:
        y = alt.Y(
            "mood:Q",
            title=None,
            scale=alt.Scale(domain=[-reach, reach], nice=False),
            axis=alt.Axis(
                values=[-reach * 0.8, 0, reach * 0.8],
                labelExpr=f"datum.value > 0 ? '{say('course.bright')}' : datum.value < 0 ? '{say('course.dark')}' : '0'",
                grid=False, ticks=False, domain=False,
            ),
        )  # fmt: skip
        x = _along(measured, say, width)
        zero = alt.Chart(_data([{"mood": 0}])).mark_rule(color=DAY["rule"]).encode(y=y)
        bars = (
            alt.Chart(_data(chapters))
            .mark_bar(
                clip=True,
                color=DAY["band"],
                opacity=0.75,
                stroke=DAY["ground"],
                strokeWidth=_gap(measured, width),
            )
            .encode(x=x, x2="end:Q", y=y, y2=alt.datum(0))
        )
        line = (
            alt.Chart(_data(curve))
            .mark_line(color=DAY["accent"], strokeWidth=2.2, interpolate="monotone")
            .encode(x=x, y=y)
        )
        return alt.layer(bars, zero, line).properties(**_fitted(width, 170))

    dark = min(chapters, key=lambda row: row["mood"], default=None)
    said = say("course.mood") + ("" if dark is None else f": {say('course.dark')} {chapters.index(dark) + 1}")
    return Figure("mood", say("course.mood"), said, draw)


def _pace(measured: Measured, say: Labels) -> Figure:
    rows = [
        {"start": start, "end": end, "talk": chapter.dialogue_share, "sentence": chapter.sentence_words}
        for (start, end), chapter in zip(_extents(measured), measured.craft_by_chapter, strict=True)
    ]

    def panel(field: str, colour: str, form: str, width: int, title: str, *, last: bool) -> Any:
        y = alt.Y(
            f"{field}:Q", title=None, axis=alt.Axis(format=form, tickCount=3, minExtent=34, maxExtent=34)
        )
        return (
            alt.Chart(_data(rows), title=alt.TitleParams(title, anchor="start", font=SANS, fontSize=12, fontWeight="normal", color=DAY["muted"], offset=6))
            .mark_bar(color=colour, opacity=0.85, stroke=DAY["ground"], strokeWidth=_gap(measured, width))
            .encode(x=_along(measured, say, width, titled=last), x2="end:Q", y=y, y2=alt.datum(0))
            .properties(width=width - 52, height=84)
        )  # fmt: skip

    def draw(width: int) -> Any:
        talk = panel("talk", DAY["accent"], ".0%", width, say("course.talk"), last=False)
        sentence = panel("sentence", DAY["second"], ".0f", width, say("course.sentence"), last=True)
        return alt.vconcat(talk, sentence, spacing=14)

    whole = measured.craft
    said = f"{say('course.talk')} {whole.dialogue_share:.0%}, {say('course.sentence')} {whole.sentence_words:.1f}"
    return Figure("pace", say("course.pace"), said, draw)


def _presence(measured: Measured, say: Labels) -> Figure:
    people = measured.cast.characters[:PEOPLE_SHOWN]
    rows = [
        {"start": start, "end": end, "name": person.name, "rate": 1000 * count / max(300, chapter.words)}
        for person in people
        for (start, end), count, chapter in zip(
            _extents(measured), person.mentions_by_chapter, measured.craft_by_chapter, strict=True
        )
        if count
    ]

    def draw(width: int) -> Any:
        labels = 154 if width > PHONE else 112
        y = alt.Y(
            "name:N",
            sort=[person.name for person in people],
            title=None,
            axis=alt.Axis(labelLimit=labels - 6, labelColor=DAY["ink"], domain=False, ticks=False, minExtent=labels, maxExtent=labels, grid=True),
            scale=alt.Scale(paddingInner=0.25),
        )  # fmt: skip
        opacity = alt.Opacity("rate:Q", legend=None, scale=alt.Scale(type="sqrt", range=[0.18, 1], zero=True))
        chart = alt.Chart(_data(rows)).mark_bar(
            color=DAY["accent"], stroke=DAY["ground"], strokeWidth=_gap(measured, width)
        )
        return chart.encode(x=_along(measured, say, width), x2="end:Q", y=y, opacity=opacity).properties(
            width=width - labels - 18, height=22 * len(people)
        )

    return Figure("presence", say("people.presence"), ", ".join(person.name for person in people), draw)


def _network(measured: Measured, say: Labels) -> Figure:
    def draw(width: int) -> Any:
        frame = PAGE_FRAME if width > PHONE else PHONE_FRAME
        people, lines = network(measured, frame)
        hidden: dict[str, Any] = {"axis": None}
        x = alt.X("x:Q", scale=alt.Scale(domain=[0, frame.width], nice=False), **hidden)
        y = alt.Y("y:Q", scale=alt.Scale(domain=[0, frame.height], nice=False), **hidden)
        rules = alt.Chart(_data(lines)).mark_rule(color=DAY["band"]).encode(
            x=x, y=y, x2="x2:Q", y2="y2:Q",
            strokeWidth=alt.StrokeWidth("weight:Q", legend=None, scale=alt.Scale(type="sqrt", range=[0.6, 6])),
        )  # fmt: skip
        base = alt.Chart(_data(people))
        size = alt.Size("mentions:Q", legend=None, scale=alt.Scale(range=[50, 620], zero=True))
        points = base.mark_circle(color=DAY["accent"], opacity=1, stroke=DAY["ground"], strokeWidth=2).encode(
            x=x, y=y, size=size
        )
        at = {"x": x, "y": alt.Y("label_y:Q", **hidden), "text": alt.Text("name:N")}
        halo = base.mark_text(
            fontSize=13, baseline="top", color=DAY["ground"], stroke=DAY["ground"], strokeWidth=4
        )
        names = base.mark_text(fontSize=13, baseline="top", color=DAY["ink"])
        return alt.layer(rules, halo.encode(**at), points, names.encode(**at)).properties(
            width=frame.width, height=frame.height
        )

    strongest = measured.ties[0]
    return Figure(
        "network", say("people.network"), f"{strongest.one} – {strongest.other}: {strongest.weight}", draw
    )


def _voices(measured: Measured, say: Labels) -> Figure:
    named = [voice for voice in measured.voices if voice.name and voice.share >= LEAST_SHARE][:10]
    nobody = sum(voice.share for voice in measured.voices) - sum(voice.share for voice in named)
    rows = [{"name": voice.name, "share": voice.share, "named": True} for voice in named]
    if nobody >= LEAST_SHARE:
        rows.append({"name": say("people.unattributed"), "share": nobody, "named": False})

    def draw(width: int) -> Any:
        labels = 154 if width > PHONE else 112
        y = alt.Y(
            "name:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=labels - 6, labelColor=DAY["ink"], domain=False, ticks=False, minExtent=labels, maxExtent=labels),
        )  # fmt: skip
        x = alt.X("share:Q", title=None, axis=None)
        base = alt.Chart(_data(rows)).encode(y=y, x=x)
        colour = alt.condition("datum.named", alt.value(DAY["accent"]), alt.value(DAY["band"]))
        bars = base.mark_bar(height=12).encode(color=colour)
        text = base.mark_text(align="left", dx=6, color=DAY["muted"]).encode(
            text=alt.Text("share:Q", format=".0%")
        )
        return alt.layer(bars, text).properties(width=width - labels - 60, height=24 * len(rows))

    said = ", ".join(f"{row['name']} {row['share']:.0%}" for row in rows)
    return Figure("voices", say("people.voices"), said, draw)
