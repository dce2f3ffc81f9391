"""LongStoryEval's comparison for people: a row a system, a column an aspect, and below what it has to beat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from fabula.cli.terminal import dollars, stdout
from fabula.measures.refusal import FEWEST


def show(document: Mapping[str, Any]) -> None:
    """Everything that the document holds."""
    out = stdout()
    if document["unrated"]:
        out.print(f"no readers' rating here for {len(document['unrated'])} judged books", markup=False)
    if document["n"] < FEWEST:
        out.print(f"{document['n']} judged books with a rating: too few for agreement with readers")
    elif document["table"]:
        out.print(f"{document['n']} books; Kendall's tau x100 with readers' ratings, rounded to one place")
        for name, aspects in document["table"].items():
            _show_system(name, aspects, document["paper"].get(name, {}))
        out.print("* beyond chance at 5 %, corrected for the whole table by Holm")
        _show_baselines(document)
    for method, books in document.get("strategies", {}).items():
        for book, scores in books.items():
            runs = ", ".join("-" if run is None else f"{run:.2f}" for run in scores["runs"])
            whole = "-" if scores["overall"] is None else f"{scores['overall']:.3f}"
            readers = f"; readers {scores['readers']:.2f}" if scores["readers"] else ""
            out.print(f"{method}: {book}: {whole} of 5 (runs {runs}{readers})", markup=False)
    _show_cost(document)


def _show_system(name: str, aspects: Mapping[str, Any], paper: Mapping[str, float]) -> None:
    table = Table(title=name, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("", "n", "tau", "95 %", "p"):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    if paper:
        table.add_column("150 books", justify="right")
    table.add_column("does no better than")
    for aspect, entry in aspects.items():
        row = [aspect, str(entry["n"]), *_agreement(entry["kendall"])]
        if paper:
            row.append(f"{100 * paper[aspect]:.1f}" if aspect in paper else "")
        table.add_row(*row, ", ".join(entry["loses_to"]))
    stdout().print(table)


def _show_baselines(document: Mapping[str, Any]) -> None:
    table = Table(title="What has not read the book", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("", "n", "tau", "95 %", "p", ""):
        table.add_column(column, justify="left" if not column else "right", no_wrap=bool(column))
    for name, entry in document["baselines"].items():
        table.add_row(name, str(entry["n"]), *_agreement(entry["kendall"]), _about(entry))
    for name, entry in document["blend"].items():
        row = (
            f"{name} + reader model",
            str(entry["n"]),
            *_agreement(entry["kendall"]),
            "mean of both rankings",
        )
        table.add_row(*row)
    stdout().print(table)


def _about(entry: Mapping[str, Any]) -> str:
    if not entry["n"] and "learned_from" not in entry:
        return "the data do not tell it of these books"
    if entry["kendall"]["value"] is None:
        learned = entry.get("learned_from")
        return f"{learned} of these books taught it" if learned else str(entry["kendall"]["why"])
    if "fitted" in entry:
        return f"fitted {entry['fitted']}"
    return f"from {', '.join(entry['inputs'])}" if entry.get("inputs") else ""


def _show_cost(document: Mapping[str, Any]) -> None:
    used = {
        **{f"{name}: reading": each for name, each in document["reading"].items()},
        **{name: about["usage"] for name, about in document["systems"].items() if "usage" in about},
    }
    if not used:
        return
    table = Table(title="What it took", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("", "calls", "in the ledger", "tokens in", "tokens out", "seconds", "cost"):
        table.add_column(column, justify="left" if not column else "right")
    for name, each in used.items():
        counts = (f"{each[key]:,}" for key in ("calls", "cached", "input_tokens", "output_tokens"))
        table.add_row(name, *counts, f"{each['seconds']:,.0f}", dollars(each["cost"]))
    stdout().print(table)


def _agreement(figure: Mapping[str, Any]) -> tuple[str, str, str]:
    if figure["value"] is None:
        return "-", "", ""
    p = figure.get("p_holm", figure["p"])
    mark = "*" if p < 0.05 else ""
    return (
        f"{100 * figure['value']:.1f}{mark}",
        f"{100 * figure['low']:.0f} to {100 * figure['high']:.0f}",
        f"{p:.4f}",
    )
