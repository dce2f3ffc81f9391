"""`fabula pitch`: what a query letter needs, checked against the book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.outputs import Overwrite
from fabula.editing.pitch_request import PitchRequest

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def pitch(
    request: PitchRequest,
    out: Annotated[
        Path | None, typer.Option("--out", file_okay=False, help="A folder for pitch.md and pitch.json.")
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Write a logline, a synopsis of one page and of three, and comparable titles. Every sentence is checked."""
    from fabula.cli.outputs import check_report
    from fabula.cli.pitch_tables import show
    from fabula.cli.terminal import print_result, stderr
    from fabula.editing.pitch import run_pitch
    from fabula.reports.folder import write_folder
    from fabula.reports.pitch import pitch_markdown

    request.validate()
    model = asking.required()
    if out is not None and not asking.dry_run:
        check_report(out / "pitch.json", request, model, overwrite=overwrite)
    about = {"book": str(request.book)}
    answer = asking.run(lambda door: run_pitch(request, door), as_json=as_json, about=about)
    if out is not None:
        document = answer.result.model_dump_json(indent=1)
        write_folder(out, {"pitch.json": document, "pitch.md": pitch_markdown(answer.result)})
    for notice in answer.notices:
        stderr().print(f"note: {notice}", markup=False)
    print_result(answer.result, lambda: show(answer.result), as_json=as_json)
