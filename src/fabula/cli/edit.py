"""`fabula edit`: what to change in a book, what to keep, and a letter to its author."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.outputs import Overwrite
from fabula.cli.terminal import waited_for
from fabula.editing.request import EditRequest

app = typer.Typer(add_completion=False, rich_markup_mode=None)


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        file_okay=False,
        help="A folder for manuscript.html (the text with its notes), letter.html, notes.md, notes.csv, an EPUB with the notes, edit.json; for a Word document, also a copy with comments.",
    ),
]
Decisions = Annotated[
    Path | None,
    typer.Option(
        "--decisions",
        help="Your decisions about notes, as the manuscript page saves them. Default: BOOK.notes.json beside the book.",
    ),
]
Pdf = Annotated[
    bool,
    typer.Option("--pdf", help="With --out, also letter.pdf, printed by Chromium, Chrome or Edge."),
]


@app.command()
@asks_a_model
def edit(
    request: EditRequest,
    out: Out = None,
    decisions: Decisions = None,
    every: Annotated[bool, typer.Option("--all", help="Print every note, not only the first ten.")] = False,
    pdf: Pdf = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Edit a book: notes at the line, what to keep, and a letter to the author. Without --model, only what can be measured."""
    from fabula.cli.edit_tables import show
    from fabula.cli.outputs import check_pdf, check_report
    from fabula.cli.terminal import print_result, stderr
    from fabula.editing.decisions import decided, decisions_about
    from fabula.editing.run import run
    from fabula.reports.edit_files import write_edit
    from fabula.reports.page import MANUSCRIPT

    request.validate()
    model = asking.named()
    request.asked_of(with_model=model is not None)
    known = decisions_about(request.book, decisions)
    check_pdf(wanted=pdf and out is not None)
    if out is not None:
        check_report(out / "edit.json", request, model, overwrite=overwrite)
    if model is None:
        answer = waited_for(run(request, None))
    else:
        about = {"book": str(request.book), "depth": request.depth}
        answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    made = decided(answer.result.notes, known)
    written = write_edit(answer, out, made, request.book, pdf=pdf) if out is not None else ()
    for notice in (*answer.notices, *written):
        stderr().print(f"note: {notice}", markup=False)
    page = None if out is None else out / MANUSCRIPT
    print_result(
        answer.result, lambda: show(answer.result, every=every, decided=made, page=page), as_json=as_json
    )
