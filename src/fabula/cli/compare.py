"""fabula compare: two drafts, or two reports, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import print_json, stdout

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.command()
def compare(
    old: Annotated[Path, typer.Argument(help="A book, a report folder or a report.json.")],
    new: Annotated[Path, typer.Argument(help="The same, of the later draft.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for compare.html and compare.json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Set two drafts or two reports side by side: what moved beyond the noise, findings gone and new, chapters added or cut."""
    import json

    from fabula.comparison.comparison import compare as set_side_by_side
    from fabula.comparison.comparison import comparison_document
    from fabula.comparison.sides import read_side
    from fabula.comparison.views import comparison_page, print_comparison
    from fabula.reports.files import write_folder

    found = set_side_by_side(read_side(old), read_side(new))
    document = comparison_document(found)
    if out is not None:
        data = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
        write_folder(out, {"compare.json": data, "compare.html": comparison_page(found)})
    if as_json:
        print_json(document)
        return
    print_comparison(found, stdout())
    if out is not None:
        stdout().print(f"  → {out / 'compare.html'}", soft_wrap=True)
