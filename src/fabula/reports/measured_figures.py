"""Figures of the measurements. The book runs from left to right; a chapter's width is its length."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import altair as alt

from fabula.reports.figure import PHONE, SANS, Figure, fitted, inline_data
from fabula.reports.network import PAGE_FRAME, PHONE_FRAME, network
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels

PEOPLE_SHOWN = 12
TELLING = 300
"""In a chapter with fewer words, the mood is mostly chance. It is drawn, but clipped to the range of the others."""
LEAST_SHARE = 0.005
"""A smaller share would be written as 0 %."""


def _extents(measured: Measured) -> list[tuple[float, float]]:
    """Where each chapter begins and ends, as shares of the book."""
    sizes = [max(1, chapter.words) for chapter in measured.craft_by_chapter]
    ends = [end / sum(sizes) for end in accumulate(sizes)]
    return list(zip([0.0, *ends[:-1]], ends, strict=True))


def _gap(measured: Measured, width: int) -> float:
    """The gap between two chapters. It is thinner if there are many chapters, so that they stay visible."""
    return min(1.0, width / len(measured.craft_by_chapter) / 16)


def _along(measured: Measured, say: Labels, width: int, *, titled: bool = True) -> alt.X:
    """The axis of the book, labelled with chapter numbers if there is room."""
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


def mood_figure(measured: Measured, say: Labels) -> Figure:
    """The mood of each chapter and, as a line, of the whole book."""
    arc = measured.mood
    chapters: list[dict[str, Any]] = [
        {"start": start, "end": end, "mood": mood, "words": craft.words, "chapter": craft.chapter}
        for (start, end), mood, craft in zip(
            _extents(measured), arc.by_chapter, measured.craft_by_chapter, strict=True
        )
        if mood is not None
    ]
    curve = [
        {"start": (step + 0.5) / len(arc.smoothed), "mood": mood} for step, mood in enumerate(arc.smoothed)
    ]
    reliable = [row for row in chapters if row["words"] >= TELLING]
    reach = max([0.05, *(abs(row["mood"]) for row in reliable + curve)]) * 1.15

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
        zero = alt.Chart(inline_data([{"mood": 0}])).mark_rule(color=DAY["rule"]).encode(y=y)
        bars = (
            alt.Chart(inline_data(chapters))
            .mark_bar(
                clip=True,
                color=DAY["band"],
                opacity=0.75,
                stroke=DAY["ground"],
                strokeWidth=_gap(measured, width),
            )
            .encode(x=x, x2=alt.X2("end:Q"), y=y, y2=alt.Y2Datum(0))
        )
        line = (
            alt.Chart(inline_data(curve))
            .mark_line(color=DAY["accent"], strokeWidth=2.2, interpolate="monotone")
            .encode(x=x, y=y)
        )
        return alt.layer(bars, zero, line).properties(**fitted(width, 170))

    dark = min(chapters, key=lambda row: row["mood"], default=None)
    text = "" if dark is None else say("course.darkest", n=dark["chapter"])
    return Figure("mood", say("course.mood"), text, draw)


def pace_figure(measured: Measured, say: Labels) -> Figure:
    """Dialogue and sentence length by chapter."""
    rows = [
        {"start": start, "end": end, "talk": chapter.exchange_share, "sentence": chapter.sentence_words}
        for (start, end), chapter in zip(_extents(measured), measured.craft_by_chapter, strict=True)
    ]

    def panel(field: str, colour: str, form: str, width: int, title: str, *, last: bool) -> Any:
        y = alt.Y(
            f"{field}:Q", title=None, axis=alt.Axis(format=form, tickCount=3, minExtent=34, maxExtent=34)
        )
        return (
            alt.Chart(inline_data(rows), title=alt.TitleParams(title, anchor="start", font=SANS, fontSize=12, fontWeight="normal", color=DAY["muted"], offset=6))
            .mark_bar(color=colour, opacity=0.85, stroke=DAY["ground"], strokeWidth=_gap(measured, width))
            .encode(x=_along(measured, say, width, titled=last), x2=alt.X2("end:Q"), y=y, y2=alt.Y2Datum(0))
            .properties(width=width - 52, height=84)
        )  # fmt: skip

    def draw(width: int) -> Any:
        talk = panel("talk", DAY["accent"], ".0%", width, say("course.talk"), last=False)
        sentence = panel("sentence", DAY["second"], ".0f", width, say("course.sentence"), last=True)
        return alt.vconcat(talk, sentence, spacing=14)

    whole = measured.craft
    text = f"{say('course.talk')} {whole.exchange_share:.0%}, {say('course.sentence')} {whole.sentence_words:.1f}"
    return Figure("pace", say("course.pace"), text, draw)


def presence_figure(measured: Measured, say: Labels) -> Figure:
    """Who is named in which chapter."""
    people = measured.cast.characters[:PEOPLE_SHOWN]
    rows = [
        {"start": start, "end": end, "name": person.name, "rate": 1000 * count / max(300, chapter.words)}
        for person in people
        for (start, end), count, chapter in zip(
            _extents(measured), person.mentions_by_chapter, measured.craft_by_chapter, strict=True
        )
        if count
    ]

    names = [person.name for person in people]

    def draw(width: int) -> Any:
        return _strips(measured, say, rows, names, width)

    return Figure("presence", say("people.presence"), ", ".join(names), draw)


def arcs_figure(measured: Measured, say: Labels) -> Figure:
    """Who speaks how much in which chapter."""
    rows = [
        {"start": start, "end": end, "name": arc.name, "rate": share}
        for arc in measured.arcs
        for (start, end), share in zip(_extents(measured), arc.speech, strict=True)
        if share >= LEAST_SHARE
    ]
    names = [arc.name for arc in measured.arcs if any(arc.speech)]

    def draw(width: int) -> Any:
        return _strips(measured, say, rows, names, width)

    return Figure("arcs", say("people.arcs"), ", ".join(names), draw)


def _strips(measured: Measured, say: Labels, rows: list[dict[str, Any]], names: list[str], width: int) -> Any:
    """One strip per person along the book. The stronger the colour, the larger the rate."""
    labels = 154 if width > PHONE else 112
    y = alt.Y(
        "name:N",
        sort=names,
        title=None,
        axis=alt.Axis(labelLimit=labels - 6, labelColor=DAY["ink"], domain=False, ticks=False, minExtent=labels, maxExtent=labels, grid=True),
        scale=alt.Scale(paddingInner=0.25),
    )  # fmt: skip
    opacity = alt.Opacity("rate:Q", legend=None, scale=alt.Scale(type="sqrt", range=[0.18, 1], zero=True))
    chart = alt.Chart(inline_data(rows)).mark_bar(
        color=DAY["accent"], stroke=DAY["ground"], strokeWidth=_gap(measured, width)
    )
    return chart.encode(x=_along(measured, say, width), x2=alt.X2("end:Q"), y=y, opacity=opacity).properties(
        width=width - labels - 18, height=22 * len(names)
    )


def network_figure(measured: Measured, say: Labels) -> Figure:
    """Who meets whom."""

    def draw(width: int) -> Any:
        frame = PAGE_FRAME if width > PHONE else PHONE_FRAME
        people, lines = network(measured, frame)
        hidden: dict[str, Any] = {"axis": None}
        x = alt.X("x:Q", scale=alt.Scale(domain=[0, frame.width], nice=False), **hidden)
        y = alt.Y("y:Q", scale=alt.Scale(domain=[0, frame.height], nice=False), **hidden)
        rules = alt.Chart(inline_data(lines)).mark_rule(color=DAY["band"]).encode(
            x=x, y=y, x2=alt.X2("x2:Q"), y2=alt.Y2("y2:Q"),
            strokeWidth=alt.StrokeWidth("weight:Q", legend=None, scale=alt.Scale(type="sqrt", range=[0.6, 6])),
        )  # fmt: skip
        base = alt.Chart(inline_data(people))
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


def voices_figure(measured: Measured, say: Labels) -> Figure:
    """Each person's share of the spoken words."""
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
        base = alt.Chart(inline_data(rows)).encode(y=y, x=x)
        colour = alt.condition("datum.named", alt.value(DAY["accent"]), alt.value(DAY["band"]))
        bars = base.mark_bar(height=12).encode(color=colour)
        text = base.mark_text(align="left", dx=6, color=DAY["muted"]).encode(
            text=alt.Text("share:Q", format=".0%")
        )
        return alt.layer(bars, text).properties(width=width - labels - 60, height=24 * len(rows))

    described = ", ".join(f"{row['name']} {row['share']:.0%}" for row in rows)
    return Figure("voices", say("people.voices"), described, draw)
