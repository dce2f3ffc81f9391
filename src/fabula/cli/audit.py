"""fabula audit: can this judge be trusted?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from fabula.audits.request import (
    AuditAllRequest,
    AuditAuthorRequest,
    AuditCopyingRequest,
    AuditFormattingRequest,
    AuditInjectionRequest,
    AuditLanguageRequest,
    AuditLengthRequest,
    AuditMemoryRequest,
    AuditOrderRequest,
    AuditOwnRequest,
    AuditPositionRequest,
    AuditReaderRequest,
    AuditRepeatRequest,
    AuditRequest,
    AuditStoryRequest,
)
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import dollars, print_result, stderr, stdout

if TYPE_CHECKING:
    from fabula.audits.results import AuditAllResult, AuditResult, Part
    from fabula.notices import Notice

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
    """Does it prefer longer texts? Compares stories with copies padded with neutral sentences, and with shortened ones."""
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


@app.command()
@asks_a_model
def story(request: AuditStoryRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it read the story? Replaces the story with another one under the same profile."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def reader(request: AuditReaderRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it read this reader? Replaces the reader with another one from the profile file."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def copying(request: AuditCopyingRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it copy past scores? Shows past scores with telling decimals and looks for them in its answers."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def author(request: AuditAuthorRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does the author's name move the score? Puts the names of women, men and famous authors over each story."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def language(request: AuditLanguageRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does the language move the score? Asks about the same stories in two languages (a column `translation`)."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def formatting(request: AuditFormattingRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does Markdown move the score? Asks about each story as plain text and with headings and bold type."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def position(request: AuditPositionRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does the place of a flaw matter? Plants the same flaw early, in the middle and late in a long text."""
    _run(request, asking, as_json)


@app.command()
@asks_a_model
def own(request: AuditOwnRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Does it prefer its own model's prose? Needs texts by several writers for the same premises (columns writer, premise, score)."""
    _run(request, asking, as_json)


@app.command("all")
@asks_a_model
def every(
    request: AuditAllRequest,
    page: Annotated[
        Path, typer.Option("--page", help="Where to write the page. The JSON is written beside it.")
    ] = Path("passport.html"),
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Everything at once: the judge's passport, a page with effects, intervals and cost. --against compares two judges."""
    from fabula.audits.passport import run
    from fabula.reports.passport import write_page

    whole = request.for_model(asking.named())
    about = {"stories": _names(whole), "seed": whole.seed}
    result = asking.run_several(whole, lambda doors: run(whole, doors), as_json=as_json, about=about).result
    _show_notes(result.troubles)
    write_page(result, page)
    print_result(result, lambda: _show_passports(result), as_json=as_json)
    stderr().print(f"page: {page}", markup=False)


def _run(request: AuditRequest, asking: Asking, as_json: bool) -> None:
    from fabula.audits.run import run

    request.validate()
    about = {"stories": _names(request), "seed": request.seed}
    result = asking.run(lambda door: run(request, door), as_json=as_json, about=about).result
    _show_notes(result.troubles)
    print_result(result, lambda: _show(result), as_json=as_json)


def _names(request: AuditRequest) -> list[str]:
    return [Path(str(path)).name for path in request.paths]


def _show(result: AuditResult) -> None:
    stdout().print(Text(f"audit {result.audit}, in the place of {result.reader}\n"))
    _show_part(result)
    stdout().print(result.signature, style="dim", markup=False, soft_wrap=True)


def _show_part(part: AuditResult | Part) -> None:
    for finding in part.findings:
        stdout().print(Text(f"- {finding}"))
    for figure in part.figures:
        stdout().print(Text(f"  {figure.label}: {figure.text} (n {figure.n})", style="dim"))
    _show_notes(part.notes)


def _show_notes(notes: Iterable[Notice]) -> None:
    for note in notes:
        stderr().print(f"note: {note}", markup=False)


def _show_passports(result: AuditAllResult) -> None:
    out = stdout()
    for passport in result.passports:
        out.print(
            Text(f"{passport.model}: {passport.biases} of {passport.tested} effects are a bias", style="bold")
        )
        for part in passport.parts:
            out.print(Text(f"\n{part.audit} ({part.calls} calls, {dollars(part.cost)})"))
            _show_part(part)
        for each in passport.skipped:
            out.print(Text(f"\n{each.audit}: not asked: {each.why}", style="dim"))
        out.print()
    for versus in result.against:
        out.print(Text(f"{versus.what}: {versus.value:+.2f} more than the other judge, p {versus.p:.3f}"))
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)
