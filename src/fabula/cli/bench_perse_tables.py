"""Prints PerSE's tables, with the paper's own rows beside. At 80 columns no figure is cut: names are folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.benchmarks.perse_published import rows_of
from fabula.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from fabula.benchmarks.perse_result import (
        BenchPerseResult,
        ChoiceRow,
        Curve,
        Described,
        Measured,
        PairedRow,
        ReviewRow,
        ScoreRow,
        UnseenRow,
        VersionRow,
    )

_SHORT = {"interestingness": "interest", "adaptability": "adapt", "character_development": "character"}


def show(result: BenchPerseResult) -> None:
    """Every table for which the result has rows."""
    out = stdout()
    out.print(f"{result.questions} questions about {result.readers} test readers")
    _show_described(result.described)
    if result.scores:
        _show_scores(result.scores)
    if result.unseen_stories:
        _show_unseen(result.unseen_stories)
    if result.choices:
        _show_choices(result.choices)
    if result.curves:
        _show_curves(result.curves)
    for order in result.orders:
        line = f"{order.name}, {order.orders} orders: {order.measure} {order.mean:.3f}, sd {order.sd:.3f}"
        out.print(line, markup=False)
    if result.versions:
        _show_versions(result.versions)
    _show_paired(result.paired)
    if result.reviews:
        _show_reviews(result.reviews)
    if not result.factorised:
        stderr().print("this data has no training readers, so there is no matrix factorisation")
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)


def _table(title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _show_described(found: Described) -> None:
    table = _table(
        "The data (Tables 1 and 10)", "readers", "questions", "stories", "words", "a story", "mean", "sd"
    )
    for part in found.parts:
        figures = (part.scores_of_story, part.score_mean, part.score_spread)
        shown = [f"{count:,}" for count in (part.readers, part.questions, part.stories)]
        table.add_row(part.name, *shown, _plain(part.words, 0), *(_plain(each) for each in figures))
        if part.by_aspect:
            table.add_row(", ".join(f"{_SHORT.get(name, name)} {n:,}" for name, n in part.by_aspect.items()))
    stdout().print(table)
    shared = f"{found.shared_readers} readers, {found.shared_stories} stories"
    stdout().print(
        f"Both parts share {shared}; {found.stories_in_pasts} stories asked about stand in a past."
    )


def _show_scores(rows: Sequence[ScoreRow]) -> None:
    out = stdout()
    table = _table(
        f"Scores of (story, reader) pairs, n {rows[0].n} (Table 2)",
        *("Pearson", "", "Spearman", "Kendall", "centred*", "within*"),
    )
    for row in rows:
        interval = "" if row.pearson.value is None else f"{row.pearson.low:.2f} to {row.pearson.high:.2f}"
        rest = (row.spearman, row.kendall, row.centred_pearson, row.by_reader)
        table.add_row(row.name, _number(row.pearson), interval, *map(_number, rest))
    published = rows_of("scores")
    if any("scores alone" in row.name for row in rows):
        published = published | rows_of("without_reviews")
    for name, own in published.items():
        table.add_row(_of_paper(name), *(f"{own[each]:.3f}" if each else "" for each in ("pearson", "", "spearman", "kendall")))  # fmt: skip
    out.print(table)
    out.print(
        "* centred: Pearson with each reader's own mean subtracted; within: mean Kendall within a reader"
    )
    out.print("The paper's rows are of its own data, with three past reviews.")
    if missing := sum(row.missing for row in rows):
        out.print(f"{missing} answers were unusable and are missing")
    own_average, last = rows[0], rows[-1]
    another = not last.name.startswith(own_average.name)
    if another and own_average.pearson.value is not None and last.pearson.value is not None:
        out.print(
            f"Each reader's average rating alone gives Pearson {own_average.pearson.value:.2f}; {last.name} has "
            f"{last.pearson.value:.2f}, and {_number(last.centred_pearson)} with every reader's own mean subtracted.",
            markup=False,
        )


def _show_unseen(rows: Sequence[UnseenRow]) -> None:
    title = f"Stories without earlier ratings, {rows[0].n:,} pairs, readers with five other ratings or more"
    table = _table(title, "Pearson", "Spearman", "Kendall", "centred*", "error (of 10)")
    for row in rows:
        figures = (row.pearson, row.spearman, row.kendall, row.centred_pearson)
        table.add_row(row.name, *map(_number, figures), f"{row.error:.2f}")
    stdout().print(table)


def _show_choices(rows: Sequence[ChoiceRow]) -> None:
    out = stdout()
    out.print("Choices that match people's: in the order given (a coin: .50), in both orders (.25), flipped")
    for row in rows:
        out.print(row.name, markup=False)
        table = _table("", "given", "", "both", "flipped", "n")
        for aspect, each in row.aspects.items():
            given = "-" if each.value is None else f"{each.value:.3f}"
            between = "" if each.low is None else f"{each.low:.2f} to {each.high:.2f}"
            both, flipped = ("", "") if each.both is None else (f"{each.both:.3f}", f"{each.flipped}")
            table.add_row(f"  {aspect}", given, between, both, flipped, f"{each.n}")
        out.print(table)
    aspects = list(next(iter(rows_of("choices").values())))
    table = _table(
        "Choices in the order given (Table 4)", *(_SHORT.get(each, each) for each in aspects), "average"
    )
    own = {row.name: {name: each.value for name, each in row.aspects.items()} for row in rows}
    for name, found in (
        own | {_of_paper(name): dict(each) for name, each in rows_of("choices").items()}
    ).items():
        known = [value for each in aspects if (value := found.get(each)) is not None]
        mean = f"{sum(known) / len(known):.3f}" if known else "-"
        table.add_row(name, *(_plain(found.get(each), 3) for each in aspects), mean)
    out.print(table)


def _show_curves(curves: Sequence[Curve]) -> None:
    out = stdout()
    out.print("Kendall by past judgements k, with sd over orders (Figures 3 and 4)")
    for curve in curves:
        points = (
            f"k={each.past} {each.kendall:.3f}{'' if each.sd is None else f' ±{each.sd:.3f}'}"
            for each in curve.points
        )
        out.print(f"  {curve.name}: {', '.join(points)}", markup=False)


def _show_versions(rows: Sequence[VersionRow]) -> None:
    versions = list(dict.fromkeys(row.version for row in rows))
    table = _table("Kendall by version of the stories (Figure 8)", *versions)
    for name, past in dict.fromkeys((row.name, row.past) for row in rows):
        own = {row.version: row.kendall for row in rows if (row.name, row.past) == (name, past)}
        table.add_row(f"{name}, k = {past}", *(_number(own[each]) for each in versions))
    stdout().print(table)


def _show_paired(rows: Sequence[PairedRow]) -> None:
    for row in rows:
        between = "" if row.low is None else f" ({row.low:+.3f} to {row.high:+.3f})"
        line = (
            f"{row.first} less {row.second}: {row.measure} {row.difference:+.3f}{between}, p {row.p_holm:.3f}"
        )
        stdout().print(line, markup=False)


def _show_reviews(rows: Sequence[ReviewRow]) -> None:
    table = _table(
        "Generated reviews against real ones (Table 3)", "BLEU", "ROUGE-1", "BERTScore", "BARTScore", "n"
    )
    for row in rows:
        figures = (row.bleu, row.rouge1, row.bertscore, row.bartscore)
        table.add_row(row.name, *(_plain(each, 3) for each in figures), f"{row.n}")
        if row.why:
            table.add_row(f"  {row.why}")
    for name, own in rows_of("reviews").items():
        table.add_row(_of_paper(name), *(f"{value:.3f}" for value in own.values()), "")
    stdout().print(table)


def _of_paper(name: str) -> str:
    return f"{name} (paper)"


def _plain(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def _number(figure: Measured) -> str:
    return _plain(figure.value, 3)
