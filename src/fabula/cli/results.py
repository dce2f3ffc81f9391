"""fabula results: finished runs as one table, to filter, compare and export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import plain_table, print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.reports.finished import Table

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

_SHOWN = "title, method, model, score, stars, low, high, why"

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
    columns = wanted or list(found.columns)
    table = plain_table(None, *columns)
    for document in found.documents[:limit]:
        table.add_row(*(_cell(document[name]) for name in columns))
    stdout().print(table)
    if len(found.rows) > limit:
        stderr().print(f"{len(found.rows) - limit} more rows: --limit, or --out FILE")


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)
