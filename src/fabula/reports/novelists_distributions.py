"""How the books of a board are distributed: tiers of writers, the human novels in each dimension, and genres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from fabula.novelists.densities import fitted_normal, smoothed
from fabula.reports.figure import PHONE, Figure
from fabula.reports.palette import DAY
from fabula.reports.vega import Vega

if TYPE_CHECKING:
    from fabula.novelists.board import Board, Row
    from fabula.reports.labels import Labels

FEWEST_BOOKS = 8
"""From fewer books the shape of a distribution is not seen."""
_STEPS = 90
_TIERS = 3


def distributions(board: Board, labels: Sequence[str], say: Labels) -> tuple[Figure, ...]:
    """Every figure of this kind for which the board has enough books."""
    found = []
    if len(kinds := _kinds(board, say)) > 1:
        found.append(_tiers(kinds, say))
    if columns := _human_dimensions(board):
        found.append(_dimensions(columns, labels, say))
    if board.genres:
        found.append(_genres(board, say))
    return tuple(found)


def _kinds(board: Board, say: Labels) -> dict[str, np.ndarray[Any, Any]]:
    """Norm scores of books: of each group of human books, and of models in tiers by their place."""
    human = {row.writer: _norms([row]) for row in board.rows if row.setting == "human"}
    models = [row for row in board.rows if row.setting != "human" and row.centre is not None]
    cuts = (
        [len(models) * at // _TIERS for at in range(_TIERS + 1)]
        if len(models) >= _TIERS
        else [0, len(models)]
    )
    tiers = [models[start:end] for start, end in pairwise(cuts)]
    named = {say("figure.tier", n=place): _norms(rows) for place, rows in enumerate(tiers, start=1)}
    if len(tiers) == 1:
        named = {say("figure.models"): _norms(models)}
    return {
        name: norms
        for name, norms in {**human, **named}.items()
        if len(norms) >= FEWEST_BOOKS and norms.std() > 0
    }


def _norms(rows: Sequence[Row]) -> np.ndarray[Any, Any]:
    return np.array([book.placement.normalised for row in rows for book in row.books])


def _tiers(kinds: Mapping[str, np.ndarray[Any, Any]], say: Labels) -> Figure:
    low, high = (float(edge(np.concatenate(list(kinds.values())))) for edge in (np.min, np.max))
    grid = np.linspace(low - 0.15, high + 0.15, _STEPS)
    rows = [
        {"norm": float(at), "density": float(value), "kind": f"{name} ({len(norms)})"}
        for name, norms in kinds.items()
        for at, value in zip(grid, smoothed(norms, grid), strict=True)
    ]

    def draw(width: int) -> Any:
        x = alt.X("norm:Q", title=say("figure.norm"))
        y = alt.Y("density:Q", title=None, axis=None)
        base = alt.Chart(_data(rows)).mark_area(color=DAY["band"], opacity=0.7, line={"color": DAY["accent"]})
        row = alt.Row(
            "kind:N", title=None, spacing=4, sort=[f"{name} ({len(norms)})" for name, norms in kinds.items()],
            header=alt.Header(labelAngle=0, labelAlign="left", labelOrient="top", labelAnchor="start"),
        )  # fmt: skip
        return base.encode(x=x, y=y, row=row).properties(width=width - 40, height=52)

    text = ", ".join(f"{name}: {norms.mean():.2f}" for name, norms in kinds.items())
    return Figure("tiers", say("figure.tiers"), text, Vega(draw))


def _human_dimensions(board: Board) -> list[np.ndarray[Any, Any]]:
    """The human books' scores, a column for each dimension. Empty for too few books."""
    books = [book.scores for row in board.rows if row.setting == "human" for book in row.books]
    if len(books) < FEWEST_BOOKS:
        return []
    columns = list(np.array(books).T)
    return columns if all(column.std() > 0 for column in columns) else []


def _dimensions(columns: Sequence[np.ndarray[Any, Any]], labels: Sequence[str], say: Labels) -> Figure:
    seen, normal = say("figure.density_human"), say("figure.density_normal")
    grid = np.linspace(1, 5, _STEPS)
    rows = [
        {"score": float(at), "density": float(value), "dimension": label, "kind": kind}
        for column, label in zip(columns, labels, strict=True)
        for kind, values in ((seen, smoothed(column, grid)), (normal, fitted_normal(column, grid)))
        for at, value in zip(grid, values, strict=True)
    ]

    def draw(width: int) -> Any:
        across = 2 if width <= PHONE else 4
        x = alt.X("score:Q", title=None, axis=alt.Axis(values=[1, 2, 3, 4, 5]))
        y = alt.Y("density:Q", title=None, axis=None)
        colour = alt.Color(
            "kind:N", title=None, legend=alt.Legend(orient="top"),
            scale=alt.Scale(domain=[seen, normal], range=[DAY["accent"], DAY["second"]]),
        )  # fmt: skip
        base = alt.Chart(_data(rows)).mark_line(strokeWidth=1.6).encode(x=x, y=y, color=colour)
        facet = alt.Facet("dimension:N", title=None, sort=list(labels))
        return base.properties(width=(width - 20) // across - 24, height=90).facet(facet, columns=across)

    text = ", ".join(
        f"{label} {column.mean():.2f} ± {column.std():.2f}"
        for column, label in zip(columns, labels, strict=True)
    )
    return Figure("dimensions", say("figure.dimensions"), text, Vega(draw))


def _genres(board: Board, say: Labels) -> Figure:
    rows = [{"genre": one.genre, "books": one.books} for one in board.genres]

    def draw(width: int) -> Any:
        y = alt.Y(
            "genre:N", title=None, sort=[one.genre for one in board.genres], axis=alt.Axis(labelLimit=160)
        )
        x = alt.X("books:Q", title=say("board.books"), axis=alt.Axis(tickMinStep=1, format="d"))
        bars = alt.Chart(_data(rows)).mark_bar(color=DAY["accent"]).encode(x=x, y=y)
        return bars.properties(width=width - 190, height=max(50, 24 * len(rows)))

    text = ", ".join(f"{one.genre} {one.books}" for one in board.genres)
    return Figure("genres", say("figure.genres"), text, Vega(draw))


def _data(rows: Sequence[Mapping[str, Any]]) -> Any:
    return alt.InlineData(values=[dict(row) for row in rows])
