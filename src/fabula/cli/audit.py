"""fabula audit: can this judge be trusted?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from fabula.audits.request import (
    AuditInjectionRequest,
    AuditLengthRequest,
    AuditMemoryRequest,
    AuditOrderRequest,
    AuditRepeatRequest,
    AuditRequest,
)
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_result, stderr, stdout

if TYPE_CHECKING:
    from fabula.audits.results import AuditResult

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Can this judge be trusted? What it remembers, and what influences it.",
)


@app.command()
@asks_a_model
def memory(request: AuditMemoryRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does the judge know the stories? It guesses titles and makes choices on raw, anonymised and summarised versions."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def order(request: AuditOrderRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does the order decide? Shows pairs in both orders, and the reader's history in three orders."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def length(request: AuditLengthRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it prefer longer texts? Compares stories and reviews with padded copies that say nothing new."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def injection(request: AuditInjectionRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it obey the manuscript? Plants an instruction in each story and asks with the guard off and on."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def repeat(request: AuditRepeatRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it give the same answer again? Shows spread, drift, and how much of a score depends on the story."""
    _run(request, asking, as_json)


def _run(request: AuditRequest, asking: Asking, as_json: bool) -> None:
    from fabula.audits.run import run

    request.validate()
    about = {"stories": [path.name for path in request.paths], "seed": request.seed}
    result = asking.run(lambda door: run(request, door), as_json=as_json, about=about).result
    print_result(result, lambda: _show(result), as_json=as_json)


def _show(result: AuditResult) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(Text(f"audit {result.audit}, in the place of {result.reader}"))
    table.add_column("measured (95 % interval)")
    table.add_column("n", justify="right")
    for figure in result.figures:
        table.add_row(figure.label, figure.text, str(figure.n))
    stdout().print(table)
    stdout().print(Text(f"\n{result.verdict}\n"))
    for note in result.notes:
        stderr().print(f"note: {note}", markup=False)
    stdout().print(result.signature, style="dim", markup=False, soft_wrap=True)
