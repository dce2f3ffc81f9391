"""fabula bench narrativefactscore: agreement with people, refinement of script summaries, annotated graphs."""

from __future__ import annotations

import asyncio
from typing import Any

from fabula.benchmarks.facts_request import BenchFactsRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout

_HEADINGS = {
    "spearman": "rho",
    "kendall": "tau",
    "balanced_accuracy": "bal.acc",
    "auc": "AUC",
    "partial_spearman": "rho|words",
}
"""Short headings, so that every figure fits in 80 columns."""


@asks_a_model
def narrativefactscore(request: BenchFactsRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """NarrativeFactScore: do checkers agree with people about which summaries are faithful to their stories?"""
    from fabula.benchmarks.facts_bench import run_bench_facts

    request.validate()
    if request.asks_a_model(with_model=asking.named() is not None):
        about = {"data": request.data.name, "dataset": request.dataset.value}
        answer = asking.run(lambda door: run_bench_facts(request, door), as_json=as_json, about=about)
    else:
        answer = asyncio.run(run_bench_facts(request, None))
    document: dict[str, Any] = answer.result.json_document
    if as_json:
        print_json(document)
    else:
        _show(document)


def _show(document: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    for note in document.get("notes", ()):
        stderr().print(note, markup=False)
    if document["counts"]:
        stdout().print(", ".join(f"{label} {count:,}" for label, count in document["counts"].items()))
    rows = [
        {key: value for key, value in row.items() if not isinstance(value, dict | list)}
        for row in document["rows"]
    ]
    rows = [row | _flat(full) for row, full in zip(rows, document["rows"], strict=True)]
    known = dict.fromkeys(name for row in rows for name, value in row.items() if value is not None)
    names = [name for name in known if name != "threshold"]
    table = Table(
        title=f"NarrativeFactScore on {document['dataset']}, n {document['n']}",
        box=None,
        title_justify="left",
    )
    for name in names:
        first = name == names[0]
        table.add_column(
            Text(_HEADINGS.get(name, name)),
            justify="left" if first else "right",
            no_wrap=not first,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(_figure(row.get(name)) for name in names))
    stdout().print(table)
    for row in document["rows"]:
        if row.get("left_out"):
            stdout().print(f"{row['checker']}: left out {', '.join(row['left_out'])}", markup=False)
    if document.get("signature"):
        stdout().print(document["signature"], style="dim", markup=False)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """F1 by kind of match, for the table in the terminal."""
    return {
        kind: row[kind]["f1"]
        for kind in ("exact", "pairs", "embedding", "bertscore")
        if isinstance(row.get(kind), dict)
    }


def _figure(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
