"""The paper's tables in the paper's layout: systems as rows, aspects as columns, its own rows beside ours."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.benchmarks.longstoryeval_result import Agreement, BenchLongStoryEvalResult, SystemAbout

ASPECTS = (
    "plot",
    "characters",
    "writing",
    "world",
    "themes",
    "emotion",
    "enjoyment",
    "expectation",
    "overall",
)
"""The columns in the order of the paper."""
HEADS = ("PLOT", "CHA", "WRI", "WOR", "THE", "EMO", "ENJ", "EXP", "Overall")
SIGNIFICANT = 0.05
_PARTS = {
    "one-pass": "One-Pass",
    "aggregation": "Aggregation-Based",
    "incremental": "Incremental-Updated",
    "summary": "Summary-Based",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell: Kendall's tau x100, and whether it is beyond chance after correction for the whole table."""

    value: float | None
    starred: bool = False

    def __str__(self) -> str:
        return "" if self.value is None else f"{self.value:.1f}{'*' if self.starred else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    """One system. `ours` is False for a row that the paper printed, on its 150 books."""

    part: str
    name: str
    figures: tuple[Figure, ...]
    ours: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """One table of the paper, with its rows and ours."""

    number: int
    title: str
    rows: tuple[Row, ...]


_TITLES = {
    2: "Agreement with readers, by strategy and aspect",
    6: "With and without definitions of the aspects",
    7: "By the summaries that the judge saw",
}


@cache
def published(number: int) -> tuple[Row, ...]:
    """The rows of one of the paper's tables."""
    source = resources.files("fabula.benchmarks").joinpath("longstoryeval_published.toml")
    tables = tomllib.loads(source.read_text(encoding="utf-8"))["tables"]
    (rows,) = (each["rows"] for each in tables if each["number"] == number)
    return tuple(
        Row(each["part"], each["name"], tuple(map(Figure, each["tau"])), ours=False) for each in rows
    )


def grids(result: BenchLongStoryEvalResult) -> list[Grid]:
    """The paper's tables for which this result has rows of its own."""
    found = []
    for number, title in _TITLES.items():
        own = tuple(_own(result, number))
        if own:
            found.append(Grid(number, title, (*published(number), *own)))
    return found


def as_csv(found: Sequence[Grid]) -> str:
    """All tables as one CSV: a row for each system, `*` kept in a column of its own."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("table", "part", "system", "source", *HEADS, "significant"))
    for grid in found:
        for row in grid.rows:
            starred = " ".join(head for head, each in zip(HEADS, row.figures, strict=True) if each.starred)
            values = ("" if each.value is None else f"{each.value:.1f}" for each in row.figures)
            writer.writerow(
                (grid.number, row.part, row.name, "ours" if row.ours else "paper", *values, starred)
            )
    return text.getvalue()


def as_latex(found: Sequence[Grid]) -> str:
    """All tables as LaTeX, with booktabs. Our rows are below the paper's."""
    return "\n\n".join(map(_latex, found)) + "\n"


def _own(result: BenchLongStoryEvalResult, number: int) -> Iterator[Row]:
    """The rows of this result that belong into one of the paper's tables."""
    about = result.systems
    for name, aspects in result.table.items():
        placed = _placed(name, about[name], number, about)
        if placed is not None:
            figures = tuple(_figure(aspects[aspect].kendall) for aspect in ASPECTS)
            yield Row(*placed, figures, ours=True)


def _placed(
    name: str, own: SystemAbout, number: int, every: Mapping[str, SystemAbout]
) -> tuple[str, str] | None:
    """Part and name of a system in a table; None if it has no place there."""
    model = own.model or name.split(":")[0]
    plain = own.definitions is not False and own.source != "chapters"
    alike = [each for each in every.values() if each.model == own.model and each.method == "summary"]
    if number == 2:
        return (_PARTS.get(own.method, own.method), model) if plain else None
    if own.method != "summary" or own.model is None:
        return None
    if number == 6:
        compared = {each.definitions for each in alike} == {True, False} and own.source == "overall"
        return (model, "w/ definitions" if own.definitions else "w/o definitions") if compared else None
    compared = {each.source for each in alike} == {"overall", "chapters"} and own.definitions is not False
    kind = "Chapter Summaries" if own.source == "chapters" else "Overall Summary"
    return (model, kind) if compared else None


def _figure(found: Agreement) -> Figure:
    p = found.p if found.p_holm is None else found.p_holm
    value = None if found.value is None else 100 * found.value
    return Figure(value, p is not None and p < SIGNIFICANT)


def _latex(grid: Grid) -> str:
    lines = [r"\begin{table*}", r"\centering", r"\begin{tabular}{ll" + "r" * len(HEADS) + "}", r"\toprule"]
    lines.append(" & & " + " & ".join(HEADS) + r" \\")
    part, ours = None, None
    for row in grid.rows:
        if (row.part, row.ours) != (part, ours):
            lines.append(r"\midrule")
        shown = _escaped(row.part) if (row.part, row.ours) != (part, ours) else ""
        part, ours = row.part, row.ours
        cells = " & ".join(str(each).replace("*", r"$^{*}$") for each in row.figures)
        lines.append(f"{shown} & {_escaped(row.name)}{' (ours)' if row.ours else ''} & {cells} " + r"\\")
    caption = f"{grid.title}: Kendall's $\\tau \\times 100$. Stars: $p < {SIGNIFICANT}$ after Holm's correction; the paper's rows have none."
    lines += [r"\bottomrule", r"\end{tabular}", rf"\caption{{{caption}}}", r"\end{table*}"]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    for mark in "&%$#_{}":
        text = text.replace(mark, "\\" + mark)
    return text.replace("×", r"$\times$")
