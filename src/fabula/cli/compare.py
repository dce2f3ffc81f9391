"""fabula compare: two drafts, or two reports, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.outputs import Overwrite, check_report
from fabula.cli.terminal import print_json, stdout, waited_for
from fabula.comparison.request import CompareRequest

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def compare(
    request: CompareRequest,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for compare.html and compare.json.")
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Compare two drafts or two reports: what changed beyond noise, and which findings and chapters are new or gone."""
    from fabula.comparison.run import run
    from fabula.reports.comparison_views import print_comparison, write_comparison

    request.validate()
    asks = request.asks_a_model(with_model=asking.named() is not None)
    if out is not None:
        model = asking.named() if asks else None
        check_report(out / "compare.json", request, model, overwrite=overwrite)
    if asks:
        about = {"old": str(request.old), "new": str(request.new), "method": request.method}
        answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    else:
        answer = waited_for(run(request, None))
    if out is not None:
        write_comparison(answer.result, out)
    if as_json:
        print_json(answer.result.json_document)
        return
    print_comparison(answer.result, stdout())
    if out is not None:
        stdout().print(f"  → {out / 'compare.html'}", soft_wrap=True)
