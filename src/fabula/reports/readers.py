"""The figures of `fabula readers stats`: who rates, what readers mention by genre, and what correlates with the
rating."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import altair as alt

from fabula.reports.drawing import drawn
from fabula.reports.figure import Figure
from fabula.reports.folder import write_folder
from fabula.reports.palette import DAY
from fabula.reports.vega import Vega

PAGE = "statistics.md"
_GENRES = 18
"""How many of the largest genres are shown. All are in the JSON file."""


def write_statistics(document: Mapping[str, Any], folder: Path) -> Path:
    """Write statistics.md with every figure, each figure as SVG and PNG, and statistics.json.

    Returns the path of statistics.md.
    """
    pictures = drawn(figures(document))
    contents: dict[str, str | bytes] = {
        "statistics.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
    contents[PAGE] = f"# {document['reviews']:,} reviews of {document['reviewed_books']:,} books\n" + "".join(
        f"\n## {figure.title}\n\n![{figure.alt}](figures/{figure.name}.svg)\n"
        for figure in (one.figure for one in pictures)
    )
    write_folder(folder, contents)
    return folder / PAGE


def figures(document: Mapping[str, Any]) -> tuple[Figure, ...]:
    """Every figure for which these reviews have data."""
    found = [_ratings(document["scores"]["books"]["bins"])]
    if bias := [row for row in _bias(document["review_bias"]) if row["share"] is not None]:
        found.append(_stars(bias))
    if kinds := _kinds(document["kinds"]):
        found.append(_speech(kinds))
    if aspects := _correlations(document["aspects"]):
        found.append(_aspects(aspects))
    if apart := _apart(document["aspects"], document["sub_aspects"]):
        found.append(_told_apart(apart))
    if document["genres"]:
        found.append(_genres(document["genres"]))
    if spoken := document["distribution"]:
        found += distribution(spoken)
    return tuple(found)


def distribution(spoken: Mapping[str, Any]) -> list[Figure]:
    """LongStoryEval's Figure 4: each aspect's share of all mentions, with its sub-aspects. None for too few books of its genres."""
    rows = [
        {"aspect": aspect, "sub": sub, "share": share}
        for aspect, subs in spoken["aspects"].items()
        for sub, share in subs.items()
        if share
    ]
    if not rows:
        return []
    whole = {aspect: sum(subs.values()) for aspect, subs in spoken["aspects"].items() if any(subs.values())}

    def draw(width: int) -> Any:
        order = sorted(whole, key=lambda aspect: -whole[aspect])
        y = alt.Y("aspect:N", sort=order, title=None)
        x = alt.X("share:Q", title="of all mentions", axis=alt.Axis(format="%", tickCount=5))
        bars = alt.Chart(_data(rows)).mark_bar(color=DAY["accent"], stroke=DAY["ground"])
        totals = [{"aspect": aspect, "whole": share} for aspect, share in whole.items()]
        figures = alt.Chart(_data(totals)).mark_text(align="left", dx=4, color=DAY["ink"])
        return alt.layer(
            bars.encode(x=x, y=y, detail="sub:N", order=alt.Order("share:Q", sort="descending")),
            figures.encode(x="whole:Q", y=y, text=alt.Text("whole:Q", format=".1%")),
        ).properties(width=width - 150, height=22 * len(whole))

    genres = ", ".join(spoken["genres"])
    title = f"Figure 4: what readers name, {spoken['drawn']} books each of {genres}"
    named = ", ".join(f"{aspect} {share:.1%}" for aspect, share in whole.items())
    return [Figure("distribution", title, named, Vega(draw))]


def _ratings(bins: Mapping[str, int]) -> Figure:
    rows = [{"bin": name, "books": count} for name, count in bins.items()]

    def draw(width: int) -> Any:
        x = alt.X("bin:N", sort=None, title="rating of a book", axis=alt.Axis(labelAngle=-40))
        bars = alt.Chart(_data(rows)).mark_bar(color=DAY["accent"])
        return bars.encode(x=x, y=alt.Y("books:Q", title="books")).properties(width=width - 70, height=200)

    return Figure("ratings", "How the books are rated", _described(rows, "bin", "books"), Vega(draw))


def _bias(bias: Mapping[str, Mapping[str, float | None]]) -> list[dict[str, Any]]:
    return [
        {"stars": stars, "of": f"of {side}", "share": entry[side]}
        for stars, entry in sorted(bias.items())
        for side in ("ratings", "reviews")
    ]


def _stars(rows: list[dict[str, Any]]) -> Figure:
    def draw(width: int) -> Any:
        return _paired(rows, ("of ratings", "of reviews"), width)

    title = "Who writes: stars among all ratings and among reviews"
    return Figure("review_bias", title, _described(rows, "stars", "share"), Vega(draw))


def _kinds(kinds: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"stars": stars, "of": kind, "share": entry[kind]}
        for stars, entry in sorted(kinds.items())
        for kind in ("objective", "subjective")
        if stars != "all" and entry[kind] is not None
    ]


def _speech(rows: list[dict[str, Any]]) -> Figure:
    def draw(width: int) -> Any:
        return _paired(rows, ("objective", "subjective"), width)

    title = "What is spoken of, by stars: the book (objective) or what it did to the reader (subjective)"
    return Figure("objective_subjective", title, _described(rows, "stars", "share"), Vega(draw))


def _paired(rows: Sequence[Mapping[str, Any]], pair: tuple[str, str], width: int) -> Any:
    """Two bars for each number of stars."""
    colour = alt.Color(
        "of:N", title=None, legend=alt.Legend(orient="top"),
        scale=alt.Scale(domain=list(pair), range=[DAY["accent"], DAY["second"]]),
    )  # fmt: skip
    bars = alt.Chart(_data(rows)).mark_bar()
    return bars.encode(
        x=alt.X("stars:N", title="stars", axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("of:N", sort=list(pair)),
        y=alt.Y("share:Q", title=None, axis=alt.Axis(format="%", tickCount=5)),
        color=colour,
    ).properties(width=width - 70, height=200)


def _correlations(aspects: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"aspect": name, "kind": entry["kind"], **{key: 100 * entry["pearson"][key] for key in ("value", "low", "high")}}
        for name, entry in aspects.items()
        if entry["pearson"]["value"] is not None
    ]  # fmt: skip


def _aspects(rows: list[dict[str, Any]]) -> Figure:
    def draw(width: int) -> Any:
        y = alt.Y("aspect:N", sort=None, title=None)
        title = "Pearson x 100 with the book's rating, 95% interval"
        x = alt.X("low:Q", title=title, scale=alt.Scale(domain=[min(0, *(row["low"] for row in rows)), 100]))
        spans = alt.Chart(_data(rows)).mark_rule(color=DAY["band"], strokeWidth=6).encode(y=y, x=x, x2=alt.X2("high:Q"))  # fmt: skip
        points = alt.Chart(_data(rows)).mark_point(filled=True, size=60, opacity=1)
        shown = points.encode(
            y=y,
            x="value:Q",
            color=alt.Color(
                "kind:N", title=None, legend=alt.Legend(orient="top"),
                scale=alt.Scale(domain=["objective", "subjective"], range=[DAY["accent"], DAY["second"]]),
            ),
        )  # fmt: skip
        return alt.layer(spans, shown).properties(width=width - 110, height=24 * len(rows))

    title = "The stars of reviews that speak of an aspect, and the rating of their book"
    return Figure("aspects", title, _described(rows, "aspect", "value"), Vega(draw))


def _apart(
    aspects: Mapping[str, Mapping[str, Any]], sub_aspects: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """Each aspect with its sub-aspects below it, where the reviews name some."""
    named = [
        entry
        for aspect, whole in aspects.items()
        for entry in (
            (aspect, whole),
            *((f"{aspect}: {name}", part) for name, part in sub_aspects.get(aspect, {}).items()),
        )
    ]
    return [
        {"named": name, **{key: entry["apart"][key] for key in ("value", "low", "high")}}
        for name, entry in named
        if entry["apart"]["value"] is not None
    ]


def _told_apart(rows: list[dict[str, Any]]) -> Figure:
    def draw(width: int) -> Any:
        y = alt.Y("named:N", sort=None, title=None, axis=alt.Axis(labelLimit=200))
        x = alt.X(
            "low:Q", title="stars more or less than the book's other reviews, mean over books, 95% interval"
        )
        spans = alt.Chart(_data(rows)).mark_rule(color=DAY["band"], strokeWidth=6).encode(y=y, x=x, x2=alt.X2("high:Q"))  # fmt: skip
        points = alt.Chart(_data(rows)).mark_point(filled=True, size=60, opacity=1, color=DAY["accent"])
        none = alt.Chart(_data([{"none": 0}])).mark_rule(color=DAY["muted"]).encode(x="none:Q")
        return alt.layer(none, spans, points.encode(y=y, x="value:Q")).properties(
            width=width - 170, height=22 * len(rows)
        )

    title = "Whether those who name something liked the book more than others did"
    return Figure("stars_apart", title, _described(rows, "named", "value"), Vega(draw))


def _genres(genres: Mapping[str, Mapping[str, Any]]) -> Figure:
    largest = list(genres.items())[:_GENRES]
    rows = [
        {"genre": genre, "aspect": name, "share": share}
        for genre, entry in largest
        for name, share in entry.items()
        if name not in ("books", "drawn")
    ]

    def draw(width: int) -> Any:
        x = alt.X("aspect:N", sort=None, title=None, axis=alt.Axis(labelAngle=-40, orient="top"))
        y = alt.Y("genre:N", sort=None, title=None, axis=alt.Axis(labelLimit=200))
        most = max(row["share"] for row in rows)
        colour = alt.Color(
            "share:Q", legend=None,
            scale=alt.Scale(domain=[0, most], range=[DAY["ground"], DAY["band"]]),
        )  # fmt: skip
        cells = alt.Chart(_data(rows)).mark_rect().encode(x=x, y=y, color=colour)
        figures = alt.Chart(_data(rows)).mark_text(fontSize=11, color=DAY["ink"])
        return alt.layer(cells, figures.encode(x=x, y=y, text=alt.Text("share:Q", format=".0%"))).properties(
            width=width - 200, height=22 * len(largest)
        )

    text = "; ".join(
        f"{genre}: most of {max((row for row in rows if row['genre'] == genre), key=lambda row: row['share'])['aspect']}"
        for genre, _ in largest
    )
    return Figure("genres", "What is spoken of in each genre, with equal books a genre", text, Vega(draw))


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    return alt.InlineData(values=list(rows))


def _described(rows: Sequence[Mapping[str, Any]], name: str, value: str) -> str:
    return ", ".join(f"{row[name]}{' ' + row['of'] if 'of' in row else ''} {row[value]:.3g}" for row in rows)
