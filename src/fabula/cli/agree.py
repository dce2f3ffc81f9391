"""`fabula agree`: how well scores agree with what people said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_SHOWN_GROUPS = 12


@app.command()
def agree(
    scores: Annotated[Path, typer.Argument(help="Scores: JSONL or CSV, a row an item, with an id.")],
    truth: Annotated[Path, typer.Argument(help="What people said: JSONL or CSV with the same ids.")],
    group: Annotated[
        str | None,
        typer.Option(help="Also within groups: a column of labels (genre) or of numbers (length)."),
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="Scores of another system, compared pair by pair.")
    ] = None,
    round_truth: Annotated[int | None, typer.Option(help="Round the truth to so many places first.")] = None,
    baseline: Annotated[
        list[str] | None, typer.Option(help="A dull column to beat: length, genre, ... (repeat, or a,b).")
    ] = None,
    column: Annotated[list[str] | None, typer.Option(help="Score columns to use (repeat); else all.")] = None,
    truth_column: Annotated[str | None, typer.Option(help="The column that is the truth.")] = None,
    resamples: Annotated[int, typer.Option(min=100, help="Bootstrap resamples and shuffles.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same intervals.")] = 0,
    as_json: AsJson = False,
) -> None:
    """How well scores agree with people, with intervals, groups and baselines."""
    from fabula.measures.comparison import Question, compare
    from fabula.measures.scorefile import read

    if round_truth is not None and not -6 <= round_truth <= 12:
        raise UsageError("--round-truth takes a number of decimal places, such as 1")
    question = Question(
        columns=tuple(column or ()),
        truth_column=truth_column,
        round_truth=round_truth,
        group=group,
        baselines=tuple(name for given in baseline or () for name in given.split(",") if name),
        resamples=resamples,
        seed=seed,
    )
    found = compare(read(scores), read(truth), question, read(against) if against else None)
    for note in found.notes:
        stderr().print(f"note: {note}", markup=False)
    if as_json:
        print_json(found.document)
    else:
        _show(found.document, resamples)


def _show(document: dict[str, Any], resamples: int) -> None:
    out = stdout()
    truth = document["truth"]
    rounded = "" if truth["rounded"] is None else f", rounded to {truth['rounded']} places"
    out.print(f"Agreement on {document['n']} items with {truth['column']}{rounded}", markup=False)
    if document["unmatched"]:
        out.print(f"in one file only: {_listed(document['unmatched'])}", markup=False)
    table = _table("", "n", "Kendall", "95 % interval", "p", "Spearman", "Pearson", "loses to")
    for name, entry in document["scores"].items():
        table.add_row(*_row(name, entry, entry["kendall"].get("p_holm"), ", ".join(entry["loses_to"])))
    for name, entry in document["baselines"].items():
        table.add_row(*_row(f"{name} alone", entry, entry["kendall"]["p"], ""))
    out.print(table)
    out.print(
        f"* beyond chance at 5 %, p by shuffling, corrected for the table by Holm; {resamples} resamples",
        markup=False,
    )
    for name, entry in document["scores"].items():
        if "why" in entry["kendall"]:
            out.print(f"{name}: no number, {entry['kendall']['why']}", markup=False)
    if document["against"]:
        _show_against(document["against"])
    if document["groups"]:
        _show_groups(document)
    for name, entry in document.get("replicates", {}).items():
        if "why" not in entry:
            icc = "none" if entry["icc"] is None else f"{entry['icc']:.2f}"
            out.print(
                f"{name} repeated {entry['replicates']} times: spread {entry['spread']:.3f}, "
                f"interquartile range {entry['iqr']:.3f}, intraclass correlation {icc}",
                markup=False,
            )


def _row(name: str, entry: dict[str, Any], p: float | None, losses: str) -> tuple[str, ...]:
    tau = entry["kendall"]
    if tau["value"] is None:
        return name, str(entry["n"]), tau["why"].partition(":")[0], "", "", "", "", ""
    mark = "*" if p is not None and p < 0.05 else " "
    interval = f"{tau['low']:.2f} to {tau['high']:.2f}"
    rest = [f"{entry[kind]['value']:.2f}" for kind in ("spearman", "pearson")]
    return name, str(entry["n"]), _figure(tau["value"]) + mark, interval, _p(p), *rest, losses


def _show_against(against: dict[str, Any]) -> None:
    table = _table("against the other", "n", "difference", "95 % interval", "p")
    for name, entry in against["scores"].items():
        if entry["difference"] is None:
            table.add_row(name, str(entry["n"]), entry["why"].partition(":")[0], "", "")
            continue
        mark = "*" if entry["p_holm"] < 0.05 else " "
        interval = f"{entry['low']:+.2f} to {entry['high']:+.2f}"
        table.add_row(
            name, str(entry["n"]), f"{entry['difference']:+.3f}{mark}", interval, _p(entry["p_holm"])
        )
    stdout().print(table)


def _show_groups(document: dict[str, Any]) -> None:
    within = document["within_groups"]
    first = next(iter(document["scores"]))
    mean = within[first]["kendall"]
    if mean["value"] is not None:
        stdout().print(
            f"Within {within['by']}, mean Kendall of {first}: {mean['value']:.3f}, {mean['low']:.3f} to {mean['high']:.3f}",
            markup=False,
        )
    told = {
        name: entry
        for name, entry in document["groups"].items()
        if entry[first]["kendall"]["value"] is not None
    }
    table = _table(within["by"], "n", "Kendall", "95 % interval")
    for name, entry in list(told.items())[:_SHOWN_GROUPS]:
        tau = entry[first]["kendall"]
        table.add_row(name, str(entry["n"]), _figure(tau["value"]), f"{tau['low']:.3f} to {tau['high']:.3f}")
    stdout().print(table)
    rest = len(document["groups"]) - min(len(told), _SHOWN_GROUPS)
    if rest:
        stdout().print(f"{rest} smaller groups are in --json", markup=False)


def _table(*headings: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="right" if heading == "n" else "left")
    return table


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _p(p: float | None) -> str:
    if p is None:
        return ""
    return "<.001" if p < 0.001 else f"{p:.3f}"


def _listed(ids: list[str]) -> str:
    shown = ", ".join(ids[:5])
    return shown if len(ids) <= 5 else f"{shown} and {len(ids) - 5} more"
