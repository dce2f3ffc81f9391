"""fabula demo: a sample story judged, so that a newcomer sees a report before they have a book at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.outputs import Overwrite
from fabula.cli.terminal import stdout
from fabula.errors import FabulaError, UsageError

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def demo(
    out: Annotated[Path, typer.Option("--out", help="The folder for the story and its report.")] = Path(
        "fabula-demo"
    ),
    lang: Annotated[
        str, typer.Option("--lang", help="The language of the story and its report: en or zh.")
    ] = "en",
    overwrite: Overwrite = False,
) -> None:
    """Judge a sample story: no model, no key, no network. It takes a few seconds."""
    from fabula.cli import app as commands
    from fabula.cli.outputs import check_folder
    from fabula.languages import Language
    from fabula.notices import Notice, worded
    from fabula.samples import STORIES, sample

    if lang not in STORIES:
        raise UsageError(f"--lang {lang}: there are samples in {' and '.join(STORIES)}")
    check_folder(out)
    book = out / STORIES[lang]
    try:
        out.mkdir(parents=True, exist_ok=True)
        book.write_bytes(sample(STORIES[lang]))
    except OSError as error:
        raise FabulaError(f"cannot write to {out}: {error.strerror}; --out names another folder") from None
    again = ["--overwrite"] if overwrite else []
    commands(["evaluate", str(book), "--out", str(out), *again], standalone_mode=False)
    after = worded(Notice.of("demo.next", report=str(out / "report.html")), Language(lang))
    stdout().print(
        f"\n{after}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
