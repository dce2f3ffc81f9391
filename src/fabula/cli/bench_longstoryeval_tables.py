"""Prints LongStoryEval's comparison: one row per system, one column per aspect, and the baselines below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.table import Table

from fabula.benchmarks.longstoryeval_grid import grids
from fabula.benchmarks.longstoryeval_published import published_written
from fabula.cli.terminal import dollars, plain_table, stdout
from fabula.measures.refusal import FEWEST

if TYPE_CHECKING:
    from fabula.benchmarks.longstoryeval_grid import Grid
    from fabula.benchmarks.longstoryeval_result import (
        AspectAgreement,
        BaselineAgreement,
        BenchLongStoryEvalResult,
    )
    from fabula.measures.result import Coefficient


_WITHOUT_AGREEMENT = (4, 8)
"""Tables that do not compare scores with readers, so that any number of books will do."""


def show(result: BenchLongStoryEvalResult) -> None:
    """Prints the whole result."""
    out = stdout()
    if result.unrated:
        out.print(f"no readers' rating here for {len(result.unrated)} judged books", markup=False)
    for grid in grids(result):
        if result.n >= FEWEST or grid.number in _WITHOUT_AGREEMENT:
            _show_grid(grid)
    if result.systems and result.n < FEWEST:
        out.print(f"{result.n} judged books with a rating: too few for agreement with readers")
    elif result.table:
        out.print(f"{result.n} books; Kendall's tau x100 with readers' ratings, rounded to one place")
        for name, aspects in result.table.items():
            _show_system(name, aspects, result.paper.get(name, {}))
        out.print("* beyond chance at 5%, corrected for the whole table by Holm")
        _show_baselines(result)
    _show_who_writes(result)
    _show_calibration(result)
    _show_strategies(result)
    _show_cost(result)
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)


def _show_grid(grid: Grid) -> None:
    """One table of the paper at 80 columns: its rows, then ours."""
    table = plain_table(f"Table {grid.number}: {grid.title}", "", *grid.heads)
    for column in table.columns:
        column.no_wrap = True
    table.padding = (0, 1, 0, 0)
    part, ours = "", False
    for row in grid.rows:
        if (row.part, row.ours) != (part, ours) and row.part:
            table.add_row(f"{row.part} (here)" if row.ours else row.part, style="dim")
        part, ours = row.part, row.ours
        table.add_row(
            f"{' ' * bool(row.part)}{row.name}"[:26], *map(str, row.figures), style="bold" if row.ours else ""
        )
    stdout().print(table)


def _show_who_writes(result: BenchLongStoryEvalResult) -> None:
    """Appendix B.2, beside the paper's figures."""
    if result.reviews is None:
        return
    bias, paper = result.reviews.review_bias, published_written()
    table = plain_table(
        "Appendix B.2: reviews a rating, mean over books",
        "",
        *(f"{stars} star" + "s" * (stars != "1") for stars in bias),
    )
    table.add_row("paper", *(f"{paper[stars]:.0%}" for stars in bias))
    ours = ("-" if each.written is None else f"{each.written:.1%}" for each in bias.values())
    table.add_row(f"{result.reviews.reviews:,} reviews of {result.reviews.books} books", *ours, style="bold")
    stdout().print(table)


def _show_strategies(result: BenchLongStoryEvalResult) -> None:
    for method, books in result.strategies.items():
        for book, scores in books.items():
            runs = ", ".join("-" if run is None else f"{run:.2f}" for run in scores.runs)
            whole = "-" if scores.overall is None else f"{scores.overall:.3f}"
            readers = f"; readers {scores.readers:.2f}" if scores.readers else ""
            stdout().print(f"{method}: {book}: {whole} of 5 (runs {runs}{readers})", markup=False)


def _show_system(name: str, aspects: Mapping[str, AspectAgreement], paper: Mapping[str, float]) -> None:
    table = Table(title=name, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("", "n", "tau", "95%", "p"):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    if paper:
        table.add_column("150 books", justify="right")
    table.add_column("does no better than")
    for aspect, entry in aspects.items():
        row = [aspect, str(entry.n), *_agreement(entry.kendall)]
        if paper:
            row.append(f"{100 * paper[aspect]:.1f}" if aspect in paper else "")
        table.add_row(*row, ", ".join(entry.loses_to))
    stdout().print(table)


def _show_baselines(result: BenchLongStoryEvalResult) -> None:
    table = Table(
        title="Baselines that do not read the book", title_justify="left", box=None, padding=(0, 2, 0, 0)
    )
    for column in ("", "n", "tau", "95%", "p", ""):
        table.add_column(column, justify="left" if not column else "right", no_wrap=bool(column))
    for name, entry in result.baselines.items():
        table.add_row(name, str(entry.n), *_agreement(entry.kendall), _about(entry))
    for name, blend in result.blend.items():
        figures = _agreement(blend.kendall)
        table.add_row(f"{name} + reader model", str(blend.n), *figures, "mean of both rankings")
        if blend.one_book:
            alone = _agreement(blend.one_book.kendall)
            table.add_row(
                f"{name} + reader model, one book", str(blend.n), *alone, "stars fitted on other books"
            )
    stdout().print(table)


def _show_calibration(result: BenchLongStoryEvalResult) -> None:
    """Readers' stars from each system's scores, on books that had no part in the map."""
    if not result.calibration:
        return
    columns = ("books", "error in stars", "80% holds", "tau", "mean alone", "score alone")
    table = plain_table("Calibrated to readers' stars, nested cross-validation", "", *columns)
    for name, each in result.calibration.items():
        tau = "-" if each.tau is None else f"{each.tau:.3f}"
        alone = "" if each.alone is None else f"{each.alone.rmse:.3f}"
        shown = f"{name} + {', '.join(each.joined)}" if each.joined else name
        table.add_row(
            shown, str(each.books), f"{each.rmse:.3f}", f"{100 * each.coverage:.0f}%", tau, f"{each.mean_rmse:.3f}", alone
        )  # fmt: skip
    readers = next((each for each in result.calibration.values() if each.reader_model_rmse is not None), None)
    if readers is not None and readers.reader_model_coverage is not None:
        held = f"{100 * readers.reader_model_coverage:.0f}%"
        table.add_row(
            "reader model", str(readers.reader_model_books), f"{readers.reader_model_rmse:.3f}", held
        )
    stdout().print(table)
    for why in dict.fromkeys(str(each.why) for each in result.calibration.values() if each.why):
        stdout().print(why, markup=False)


def _about(entry: BaselineAgreement) -> str:
    if not entry.n and entry.learned_from is None:
        return "the data lack it for these books"
    if entry.kendall.value is None:
        if entry.learned_from:
            return f"it was trained on {entry.learned_from} of these books"
        return str(entry.kendall.why or "")
    if entry.fitted:
        return f"fitted {entry.fitted}"
    return f"from {', '.join(entry.inputs)}" if entry.inputs else ""


def _show_cost(result: BenchLongStoryEvalResult) -> None:
    used = {
        **{f"{name}: reading": each for name, each in result.reading.items()},
        **{name: about.usage for name, about in result.systems.items() if about.usage is not None},
    }
    if not used:
        return
    columns = ("calls", "in the ledger", "tokens in", "tokens out", "seconds", "cost")
    table = plain_table("What it took", "", *columns)
    for name, each in used.items():
        counts = (each.calls, each.cached, each.input_tokens, each.output_tokens)
        table.add_row(name, *(f"{n:,}" for n in counts), f"{each.seconds:,.0f}", dollars(each.cost))
    stdout().print(table)


def _agreement(figure: Coefficient) -> tuple[str, str, str]:
    if figure.value is None:
        return "-", "", ""
    p = figure.p if figure.p_holm is None else figure.p_holm
    mark = "*" if p is not None and p < 0.05 else ""
    return (
        f"{100 * figure.value:.1f}{mark}",
        f"{100 * (figure.low or 0):.0f} to {100 * (figure.high or 0):.0f}",
        "" if p is None else f"{p:.4f}",
    )
