"""fabula bench perse: a model that predicts particular readers, beside baselines that know only their ratings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_result, stderr, stdout

if TYPE_CHECKING:
    from fabula.benchmarks.perse_result import (
        BenchPerseResult,
        ChoiceRow,
        Measured,
        PairedRow,
        ReviewRow,
        ScoreRow,
        UnseenRow,
    )


@asks_a_model
def perse(request: BenchPerseRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """PerSE: predict a particular reader's scores, choices and reviews, beside baselines that know only their ratings.

    Without --model, or with --model embedded, computes only the baselines.
    """
    from fabula.benchmarks.perse import run

    request = request.for_model(asking.named())
    if not request.asks_model:
        result = asyncio.run(run(request, None)).result
    else:
        about = {"data": request.data.name, "questions": request.questions, "seed": request.seed}
        result = asking.run_several(
            request, lambda doors: run(request, doors), as_json=as_json, about=about
        ).result
    print_result(result, lambda: _show(result), as_json=as_json)


def _show(result: BenchPerseResult) -> None:
    out = stdout()
    out.print(f"{result.questions} questions about {result.readers} test readers")
    if result.scores:
        _show_scores(result.scores)
    if result.unseen_stories:
        _show_unseen(result.unseen_stories)
    if result.choices:
        _show_choices(result.choices)
    for order in result.orders:
        line = f"{order.name}, {order.orders} orders: {order.measure} {order.mean:.3f}, sd {order.sd:.3f}"
        out.print(line, markup=False)
    _show_paired(result.paired)
    for row in result.reviews:
        out.print(f"reviews, {row.name}: {_likeness(row) or row.why or ''} (n {row.n})", markup=False)
    if not result.factorised:
        stderr().print("this data has no training readers, so there is no matrix factorisation")
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)


def _likeness(row: ReviewRow) -> str:
    measured = {
        "bleu": row.bleu,
        "rouge1": row.rouge1,
        "bertscore": row.bertscore,
        "bartscore": row.bartscore,
    }
    return ", ".join(f"{name} {value:.3f}" for name, value in measured.items() if value is not None)


def _show_scores(rows: tuple[ScoreRow, ...]) -> None:
    from rich.table import Table

    table = Table(
        title=f"Scores of (story, reader) pairs, n {rows[0].n}",
        title_justify="left",
        box=None,
        padding=(0, 1, 0, 0),
    )
    table.add_column("", overflow="fold")
    for name in ("Pearson", "", "Spearman", "Kendall", "centred*", "within*"):
        table.add_column(name, no_wrap=True)
    for row in rows:
        interval = "" if row.pearson.value is None else f"{row.pearson.low:.2f} to {row.pearson.high:.2f}"
        rest = (row.spearman, row.kendall, row.centred_pearson, row.by_reader)
        table.add_row(row.name, _number(row.pearson), interval, *map(_number, rest))
    stdout().print(table)
    stdout().print(
        "* centred: Pearson with each reader's own mean subtracted; within: mean Kendall within a reader"
    )
    if missing := sum(row.missing for row in rows):
        stdout().print(f"{missing} answers were unusable and are missing")
    own, last = rows[0], rows[-1]
    if own.pearson.value is not None and last is not own and last.pearson.value is not None:
        stdout().print(
            f"Each reader's average rating alone gives Pearson {own.pearson.value:.2f}; {last.name} has "
            f"{last.pearson.value:.2f}, and {_number(last.centred_pearson)} with every reader's own mean subtracted.",
            markup=False,
        )


def _show_unseen(rows: tuple[UnseenRow, ...]) -> None:
    from rich.table import Table

    title = f"Stories without earlier ratings, {rows[0].n:,} pairs, readers with at least five other ratings"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in ("", "Pearson", "Spearman", "Kendall", "centred*", "error (of 10)"):
        table.add_column(name, no_wrap=True)
    for row in rows:
        figures = (row.pearson, row.spearman, row.kendall, row.centred_pearson)
        table.add_row(row.name, *map(_number, figures), f"{row.error:.2f}")
    stdout().print(table)


def _show_choices(rows: tuple[ChoiceRow, ...]) -> None:
    from rich.table import Table

    out = stdout()
    out.print("Choices that match people's: in the order given (a coin: .50), in both orders (.25), flipped")
    for row in rows:
        out.print(row.name, markup=False)
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for aspect, each in row.aspects.items():
            given = "-" if each.value is None else f"{each.value:.3f}"
            between = "" if each.low is None else f"{each.low:.2f} to {each.high:.2f}"
            both = "" if each.both is None else f"both {each.both:.3f}"
            flipped = f"{each.flipped} flipped" if each.both is not None else ""
            table.add_row(aspect, given, between, both, flipped, f"n {each.n}")
        out.print(table)


def _show_paired(rows: tuple[PairedRow, ...]) -> None:
    for row in rows:
        between = "" if row.low is None else f" ({row.low:+.3f} to {row.high:+.3f})"
        line = (
            f"{row.first} less {row.second}: {row.measure} {row.difference:+.3f}{between}, p {row.p_holm:.3f}"
        )
        stdout().print(line, markup=False)


def _number(figure: Measured) -> str:
    return "-" if figure.value is None else f"{figure.value:.3f}"
