"""`fabula outline`: what fabula sees in a book before judging it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import waited_for
from fabula.reading.outline_request import OutlineRequest

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@spread_options
def outline(
    *,
    request: OutlineRequest,
    every: Annotated[
        bool, typer.Option("--all", help="List every chapter of a long book on its own line.")
    ] = False,
    people_out: Annotated[
        Path | None,
        typer.Option(
            "--people-out", dir_okay=False, help="Write everyone to this file, to correct it for --people."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a book's chapters, length, language, encoding, cast, and what was left out."""
    from fabula.cli.outline_tables import show
    from fabula.cli.terminal import print_result, stderr
    from fabula.notices import worded
    from fabula.reading.corrections import check_new, write_roster
    from fabula.reading.outline import run

    if people_out is not None:
        check_new(people_out)
    answer = waited_for(run(request))
    if people_out is not None:
        people = answer.cast.characters if answer.cast else ()
        write_roster(people_out, answer.result.title, people)
        stderr().print(f"people: {people_out}", markup=False, soft_wrap=True)
    for notice in answer.notices:
        stderr().print(worded(notice, answer.result.language), markup=False)
    print_result(answer.result, lambda: show(answer.result, every), as_json=as_json)
