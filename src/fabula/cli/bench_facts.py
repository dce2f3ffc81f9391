"""fabula bench narrativefactscore: agreement with people, refinement of script summaries, annotated graphs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.benchmarks.facts_request import BenchFactsRequest
from fabula.benchmarks.facts_sentences_request import BenchSentencesRequest
from fabula.cli.options import AsJson, Asking, asks_a_model, spread_options
from fabula.cli.terminal import plain_table, print_json, stderr, stdout, waited_for

if TYPE_CHECKING:
    from fabula.benchmarks.facts_sentences import BenchSentencesResult, BookRow, LanguageRow

_HEADINGS = {
    "spearman": "rho",
    "kendall": "tau",
    "balanced_accuracy": "bal.acc",
    "auc": "AUC",
    "partial_spearman": "rho|words",
    "rouge1": "R-1",
    "rouge2": "R-2",
    "rougeL": "R-L",
    "bertscore_p": "BSp",
    "bertscore_r": "BSr",
    "bertscore": "BSf1",
    "score": "NFS",
    "factscore": "FActScore",
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
        answer = waited_for(run_bench_facts(request, None))
    document: dict[str, Any] = answer.result.json_document
    if as_json:
        print_json(document)
    else:
        _show(document)


@spread_options
def facts(
    request: BenchSentencesRequest,
    write_scales: Annotated[
        Path | None,
        typer.Option("--write-scales", dir_okay=False, help="Write the scales in the package's own format."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The check without a model: true and false sentences of known books, with one book left out at a time."""
    from fabula.benchmarks.facts_sentences import run

    result = waited_for(run(request)).result
    if write_scales is not None:
        write_scales.write_text(result.scales, encoding="utf-8")
    if as_json:
        print_json(result.json_document)
        return
    for name in result.missing:
        stderr().print(f"{name}: no such book in {request.books.name}", markup=False)
    for name in result.other_editions:
        stderr().print(f"{name}: another edition than the sentences were written for", markup=False)
    _show_sentences(result)


def _show_sentences(result: BenchSentencesResult) -> None:
    from rich.table import Table

    table = Table("book", "language", "n", "AUC", "false caught", "true doubted", "contradicted", box=None)
    for one in result.books:
        table.add_row(one.book + _held(one.held_out), one.language, *_figures(one))
    for many in result.languages:
        table.add_row(f"all {many.books}{_held(many.held_out)}", many.language, *_figures(many))
    stdout().print(table)
    by_kind = ", ".join(f"{kind} {share:.0%}" for kind, share in result.caught_by_kind.items())
    stdout().print(f"False sentences caught, by kind: {by_kind}", markup=False)
    stdout().print(result.signature, style="dim", markup=False)


def _held(out: bool) -> str:
    return " (held out)" if out else ""


def _figures(row: BookRow | LanguageRow) -> list[str]:
    area = "–" if row.auc is None else f"{row.auc:.2f}"
    contradicted = f"{row.contradicted_false} of {row.contradicted} false" if row.contradicted else "none"
    return [str(row.n), area, f"{row.caught:.0%}", f"{row.doubted:.0%}", contradicted]


def _show(document: dict[str, Any]) -> None:
    for note in document.get("notes", ()):
        stderr().print(note, markup=False)
    if document["counts"]:
        stdout().print(", ".join(f"{label} {count:,}" for label, count in document["counts"].items()))
    show_rows(document)
    for row in document["rows"]:
        _show_beside(row)
    for one in document["tests"]:
        stdout().print(
            f"{one['first']} against {one['second']}: {one['difference']:+.3f}, p {one['p']:.3f}, {one['n']} stories",
            markup=False,
        )
    _show_published(document["published"])
    if document.get("signature"):
        stdout().print(document["signature"], style="dim", markup=False)


def show_rows(document: dict[str, Any]) -> None:
    """The table of a benchmark: names fold, and no figure is cut."""
    from rich.table import Table
    from rich.text import Text

    rows = [
        {key: value for key, value in row.items() if not isinstance(value, dict | list)} | _flat(row)
        for row in document["rows"]
    ]
    known = dict.fromkeys(name for row in rows for name, value in row.items() if value is not None)
    names = [name for name in known if name != "threshold"]
    title = f"NarrativeFactScore on {document['dataset']}, n {document['n']}"
    table = Table(title=title, box=None, title_justify="left")
    for name in names:
        first = name == names[0]
        heading = Text(_HEADINGS.get(name, name))
        table.add_column(heading, justify="left" if first else "right", no_wrap=not first, overflow="fold")
    for row in rows:
        table.add_row(*(_figure(row.get(name)) for name in names))
    stdout().print(table)


def _show_published(rows: list[dict[str, Any]]) -> None:
    """The paper's tables, as printed there."""
    for number in dict.fromkeys(row["table"] for row in rows):
        own = [row for row in rows if row["table"] == number]
        names = list(own[0]["figures"])
        title = f"The paper's Table {number}"
        table = plain_table(title, "", *(_HEADINGS.get(name, name) for name in names))
        for row in own:
            table.add_row(row["row"], *(f"{row['figures'][name]:.2f}" for name in names))
        stdout().print(table)


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


def _show_beside(row: dict[str, Any]) -> None:
    """What does not fit in the table: single sentences, and what was left out."""
    if alone := row.get("by_sentence"):
        stdout().print(
            f"{row['checker']}: on single sentences AUC {_figure(alone['auc'])}, balanced accuracy"
            f" {_figure(alone['balanced_accuracy'])} at --threshold {_figure(alone['threshold'])}"
            f" (fitted on the validation half), n {alone['n']}",
            markup=False,
        )
    if row.get("left_out"):
        stdout().print(f"{row['checker']}: left out {', '.join(row['left_out'])}", markup=False)
