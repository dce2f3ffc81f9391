"""fabula results: finished runs as one table, to filter, compare and export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import plain_table, print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabula.reports.finished import Table

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

_SHOWN = "title, method, model, score, stars, low, high"

Places = Annotated[
    list[Path],
    typer.Argument(
        metavar="PLACE...",
        help="Folders of reports, report.json files, and the tables or folders that `evaluate --results` wrote.",
    ),
]
Where = Annotated[
    str | None, typer.Option("--where", help="An SQL condition, such as \"language = 'en' AND stars > 3.9\".")
]
Compare = Annotated[
    str | None,
    typer.Option(
        "--compare",
        help="Compare pairs of models, methods, rubrics, signatures or files over the books that both judged (model, method, rubric, signature, file).",
    ),
]
Sql = Annotated[
    str | None, typer.Option("--sql", help="Your own SELECT over the tables `verdicts` and `aspects`.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Write what was found, with all columns, to this .csv or .parquet file."
    ),
]
Limit = Annotated[int, typer.Option("--limit", min=1, help="The most rows to print.")]


@app.command()
def results(
    places: Places,
    where: Where = None,
    compare: Compare = None,
    sql: Sql = None,
    out: Out = None,
    limit: Limit = 40,
    as_json: AsJson = False,
) -> None:
    """Query finished runs: one row for each verdict with its signature. Needs the extra `results` (DuckDB)."""
    from fabula.reports.finished import Finished, comparison

    if sql and (where or compare):
        raise UsageError("--sql is a whole query: leave out --where and --compare")
    asked = sql or (comparison(compare, where) if compare else _selecting(where))
    with Finished(places) as finished:
        found = finished.query(asked, out)
    if as_json:
        print_json(found.documents)
        return
    if out is not None:
        stdout().print(f"{len(found.rows)} rows: {out}", markup=False)
        return
    _show(found, limit, None if sql or compare else _SHOWN.split(", "))


def _selecting(where: str | None) -> str:
    return f"SELECT * FROM verdicts WHERE {where or 'true'} ORDER BY score DESC, stars DESC, title, signature"


def _show(found: Table, limit: int, wanted: list[str] | None) -> None:
    if wanted:
        _show_verdicts(found.documents[:limit], wanted)
    else:
        _show_rows(found.documents[:limit], found.columns)
    if len(found.rows) > limit:
        stderr().print(f"{len(found.rows) - limit} more rows: --limit, or --out FILE")


def _show_verdicts(documents: Sequence[dict[str, Any]], columns: list[str]) -> None:
    """The judged books as a table; below it the others, each with the reason on a line of its own."""
    judged = [each for each in documents if each["why"] is None]
    _show_rows([{**each, "title": each["title"] or each["book"]} for each in judged], columns)
    failed = [each for each in documents if each["why"] is not None]
    if failed:
        stdout().print(f"\n{len(failed)} without figures")
    for each in failed:
        stdout().print(f"{each['title'] or each['book']}: {each['why']}", markup=False, soft_wrap=True)


def _show_rows(documents: Iterable[dict[str, Any]], columns: Sequence[str]) -> None:
    table = plain_table(None, *columns)
    for document in documents:
        table.add_row(*(_cell(document[name]) for name in columns))
    stdout().print(table)


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)
