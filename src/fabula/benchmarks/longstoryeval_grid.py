"""The paper's tables in the paper's layout: systems as rows, aspects as columns, its own rows beside ours."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.benchmarks.longstoryeval_published import ASPECTS, rows_of

if TYPE_CHECKING:
    from fabula.benchmarks.longstoryeval_result import (
        BenchLongStoryEvalResult,
        SystemAbout,
        TrialUsage,
    )
    from fabula.measures.result import Coefficient

HEADS = ("PLOT", "CHA", "WRI", "WOR", "THE", "EMO", "ENJ", "EXP", "Overall")
COSTS = ("Input Tokens", "Runtime", "Cost")
SIGNIFICANT = 0.05
_PARTS = {
    "one-pass": "One-Pass",
    "aggregation": "Aggregation-Based",
    "incremental": "Incremental-Updated",
    "summary": "Summary-Based",
}
_FORMS: Mapping[str, str] = {"Input Tokens": "{:,.0f}K", "Runtime": "{:,.0f}min", "Cost": "${:,.2f}"}


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell, and whether it is beyond chance after correction for the whole table."""

    value: float | None
    starred: bool = False
    form: str = "{:.1f}"

    def __str__(self) -> str:
        return "" if self.value is None else f"{self.form.format(self.value)}{'*' if self.starred else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    """One system. `ours` is False for a row that the paper printed, on its own books."""

    part: str
    name: str
    figures: tuple[Figure, ...]
    ours: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """One table of the paper, with its rows and ours."""

    number: int
    title: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


_TAU = "Kendall's tau x100. Stars: p < 0.05 after Holm's correction; the paper's rows have none."
_TABLES: Mapping[int, tuple[str, str, tuple[str, ...]]] = {
    2: ("Agreement with readers, by strategy and aspect", _TAU, HEADS),
    4: (
        "Mean stars of the reviews that name an aspect, with the book's rating",
        "Pearson's correlation x100 over books.",
        HEADS[:-1],
    ),
    6: ("With and without definitions of the aspects", _TAU, HEADS),
    7: ("By the summaries that the judge saw", _TAU, HEADS),
    8: (
        "What judging took, with the reading of the books",
        "Ours: calls of this run alone. Answers that the ledger already had cost nothing and are counted in the name.",
        COSTS,
    ),
}


def published(number: int) -> tuple[Row, ...]:
    """The rows of one of the paper's tables."""
    heads = _TABLES[number][2]
    return tuple(
        Row(
            part,
            name,
            tuple(
                Figure(value, form=_FORMS.get(head, "{:.1f}"))
                for head, value in zip(heads, figures, strict=True)
            ),
            ours=False,
        )
        for part, name, figures in rows_of(number)
    )


def grids(result: BenchLongStoryEvalResult) -> list[Grid]:
    """The paper's tables for which this result has rows of its own."""
    found = []
    for number, (title, caption, heads) in _TABLES.items():
        own = tuple(_OWN.get(number, _agreeing)(result, number))
        if own:
            found.append(Grid(number, title, caption, heads, (*published(number), *own)))
    return found


def as_csv(found: Sequence[Grid]) -> str:
    """All tables as one CSV: a row for each system, `*` kept in a column of its own.

    Tokens are in thousands, runtime in minutes, cost in US dollars.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("table", "part", "system", "source", *HEADS, *COSTS, "significant"))
    for grid in found:
        for row in grid.rows:
            cells = dict(zip(grid.heads, row.figures, strict=True))
            values = {
                head: "" if each.value is None else f"{each.value:.{2 if head == 'Cost' else 1}f}"
                for head, each in cells.items()
            }
            shown = [values.get(head, "") for head in (*HEADS, *COSTS)]
            starred = " ".join(head for head, each in cells.items() if each.starred)
            writer.writerow(
                (grid.number, row.part, row.name, "ours" if row.ours else "paper", *shown, starred)
            )
    return text.getvalue()


def as_latex(found: Sequence[Grid]) -> str:
    """All tables as LaTeX, with booktabs. Our rows are below the paper's."""
    return "\n\n".join(map(_latex, found)) + "\n"


def _agreeing(result: BenchLongStoryEvalResult, number: int) -> Iterator[Row]:
    """The rows of this result that belong into one of the paper's tables of agreement."""
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
    alike = [each for each in every.values() if each.model == own.model and each.method == "summary"]
    if number == 2:
        plain = own.definitions is not False and own.source != "chapters" and not own.another_reader
        return (_PARTS.get(own.method, own.method), model) if plain else None
    if own.method != "summary" or own.model is None:
        return None
    if number == 6:
        compared = {each.definitions for each in alike} == {True, False}
        shown = compared and own.source == "overall" and not own.another_reader
        return (model, "w/ definitions" if own.definitions else "w/o definitions") if shown else None
    if len({(each.source, each.reader) for each in alike}) < 2 or own.definitions is False:
        return None
    kind = "Chapter Summaries" if own.source == "chapters" else "Overall Summary"
    return model, f"{kind} ({own.reader or 'released'})"


def _correlated(result: BenchLongStoryEvalResult, number: int) -> Iterator[Row]:
    """Table 4: raw and corrected reviews."""
    del number
    if result.reviews is None:
        return
    for name, found in result.reviews.ablations.items():
        values = (found.aspects[aspect].value for aspect in ASPECTS[:-1])
        figures = tuple(Figure(None if value is None else 100 * value) for value in values)
        yield Row(f"reviews of {found.books} books", name, figures, ours=True)


def _spent(result: BenchLongStoryEvalResult, number: int) -> Iterator[Row]:
    """Table 8: each method of each model, with the reading that it needs."""
    del number
    for own in result.systems.values():
        if own.usage is None or own.model is None or own.source == "chapters" or own.definitions is False:
            continue
        name = f"{own.model}, read by {own.reader}" if own.another_reader else own.model
        reads = own.method != "one-pass" and name in result.reading
        parts = [own.usage, *([result.reading[name]] if reads else [])]
        cached = sum(each.cached for each in parts)
        told = f" ({cached:,} from the ledger)" if cached else ""
        values = _total(parts)
        figures = (Figure(value, form=_FORMS[head]) for head, value in zip(COSTS, values, strict=True))
        yield Row(
            f"{name}, {result.n} books", _PARTS.get(own.method, own.method) + told, tuple(figures), ours=True
        )


def _total(parts: Sequence[TrialUsage]) -> tuple[float, float, float | None]:
    """Thousands of input tokens, minutes and dollars."""
    known = [each.cost for each in parts if each.cost is not None]
    cost = sum(known) if len(known) == len(parts) else None
    return sum(each.input_tokens for each in parts) / 1000, sum(each.seconds for each in parts) / 60, cost


_OWN: Mapping[int, Callable[[BenchLongStoryEvalResult, int], Iterator[Row]]] = {4: _correlated, 8: _spent}


def _figure(found: Coefficient) -> Figure:
    p = found.p if found.p_holm is None else found.p_holm
    value = None if found.value is None else 100 * found.value
    return Figure(value, p is not None and p < SIGNIFICANT)


def _latex(grid: Grid) -> str:
    columns = "ll" + "r" * len(grid.heads)
    lines = [r"\begin{table*}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines.append(" & & " + " & ".join(grid.heads) + r" \\")
    part, ours = None, None
    for row in grid.rows:
        if (row.part, row.ours) != (part, ours):
            lines.append(r"\midrule")
        shown = _escaped(row.part) if (row.part, row.ours) != (part, ours) else ""
        part, ours = row.part, row.ours
        cells = " & ".join(_escaped(str(each)).replace("*", r"$^{*}$") for each in row.figures)
        lines.append(f"{shown} & {_escaped(row.name)}{' (ours)' if row.ours else ''} & {cells} " + r"\\")
    caption = f"{grid.title}. {grid.caption}".replace("tau x100", r"$\tau \times 100$")
    lines += [r"\bottomrule", r"\end{tabular}", rf"\caption{{{caption}}}", r"\end{table*}"]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    for mark in "&%$#_{}":
        text = text.replace(mark, "\\" + mark)
    return text.replace("×", r"$\times$")
