"""fabula demo: the sample novella judged, so that a newcomer sees a report before they have a book at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.outputs import Overwrite
from fabula.cli.terminal import stdout
from fabula.errors import FabulaError

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def demo(
    out: Annotated[Path, typer.Option("--out", help="The folder for the novella and its report.")] = Path(
        "fabula-demo"
    ),
    overwrite: Overwrite = False,
) -> None:
    """Judge the sample novella: no model, no key, no network. It takes a few seconds."""
    from fabula.cli import app as commands
    from fabula.cli.outputs import check_folder
    from fabula.samples import NOVELLA, sample

    check_folder(out)
    book = out / NOVELLA
    try:
        out.mkdir(parents=True, exist_ok=True)
        book.write_bytes(sample(NOVELLA))
    except OSError as error:
        raise FabulaError(f"cannot write to {out}: {error.strerror}; --out names another folder") from None
    again = ["--overwrite"] if overwrite else []
    commands(["evaluate", str(book), "--out", str(out), *again], standalone_mode=False)
    stdout().print(
        f"\nNext: open {out / 'report.html'} in a browser. Then try your own book:\n  fabula evaluate your-novel.epub",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
