"""`fabula agree`: how well scores agree with people's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import print_result, stderr, stdout, waited_for
from fabula.measures.request import AgreeRequest

if TYPE_CHECKING:
    from rich.table import Table

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_SHOWN_GROUPS = 12


@app.command()
@spread_options
def agree(*, request: AgreeRequest, as_json: AsJson = False) -> None:
    """How well scores agree with people, with intervals, groups and baselines."""
    from fabula.measures.run import run

    answer = waited_for(run(request))
    for notice in answer.notices:
        stderr().print(f"note: {notice}", markup=False)
    print_result(
        answer.result, lambda: _show(answer.result.json_document, request.resamples), as_json=as_json
    )


def _show(document: dict[str, Any], resamples: int) -> None:
    out = stdout()
    truth = document["truth"]
    rounded = "" if truth["rounded"] is None else f", rounded to {truth['rounded']} places"
    out.print(f"Agreement on {document['n']} items with {truth['column']}{rounded}", markup=False)
    if document["unmatched"]:
        out.print(f"in one file only: {_listed(document['unmatched'])}", markup=False)
    table = _table("", "n", "Kendall", "95% interval", "p", "Spearman", "Pearson", "loses to")
    for name, entry in document["scores"].items():
        table.add_row(*_row(name, entry, entry["kendall"].get("p_holm"), ", ".join(entry["loses_to"])))
    for name, entry in document["baselines"].items():
        table.add_row(*_row(f"{name} alone", entry, entry["kendall"]["p"], ""))
    out.print(table)
    out.print(
        f"* beyond chance at 5%, p by shuffling, corrected for the table by Holm; {resamples} resamples",
        markup=False,
    )
    for name, entry in document["scores"].items():
        if entry["kendall"]["why"]:
            out.print(f"{name}: no figure, {entry['kendall']['why']['text']}", markup=False)
    if document["against"]:
        _show_against(document["against"])
    if document["groups"]:
        _show_groups(document)
    for name, entry in document["replicates"].items():
        if not entry["why"]:
            icc = "none" if entry["icc"] is None else f"{entry['icc']:.2f}"
            out.print(
                f"{name} repeated {entry['replicates']} times: spread {entry['spread']:.3f}, "
                f"interquartile range {entry['iqr']:.3f}, intraclass correlation {icc}",
                markup=False,
            )


def _row(name: str, entry: dict[str, Any], p: float | None, losses: str) -> tuple[str, ...]:
    tau = entry["kendall"]
    if tau["value"] is None:
        return name, str(entry["n"]), _reason(tau), "", "", "", "", ""
    mark = "*" if p is not None and p < 0.05 else " "
    interval = f"{tau['low']:.2f} to {tau['high']:.2f}"
    rest = [f"{entry[kind]['value']:.2f}" for kind in ("spearman", "pearson")]
    return name, str(entry["n"]), _figure(tau["value"]) + mark, interval, _p(p), *rest, losses


def _reason(entry: dict[str, Any]) -> str:
    """Why there is no figure, in two words."""
    reason: str = entry["why"]["fields"]["reason"]["text"]
    return reason


def _show_against(against: dict[str, Any]) -> None:
    table = _table("against the other", "n", "difference", "95% interval", "p")
    for name, entry in against["scores"].items():
        if entry["difference"] is None:
            table.add_row(name, str(entry["n"]), _reason(entry), "", "")
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
    mean = within["scores"][first]["kendall"]
    if mean["value"] is not None:
        stdout().print(
            f"Within {within['by']}, mean Kendall of {first}: {mean['value']:.3f}, {mean['low']:.3f} to {mean['high']:.3f}",
            markup=False,
        )
    shown = {
        name: entry
        for name, entry in document["groups"].items()
        if entry["scores"][first]["kendall"]["value"] is not None
    }
    table = _table(within["by"], "n", "Kendall", "95% interval")
    for name, entry in list(shown.items())[:_SHOWN_GROUPS]:
        tau = entry["scores"][first]["kendall"]
        table.add_row(name, str(entry["n"]), _figure(tau["value"]), f"{tau['low']:.3f} to {tau['high']:.3f}")
    stdout().print(table)
    rest = len(document["groups"]) - min(len(shown), _SHOWN_GROUPS)
    if rest:
        stdout().print(f"{rest} smaller groups: see --json", markup=False)


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
