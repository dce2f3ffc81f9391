"""fabula facts: is a summary true to its story?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model, engaged
from fabula.cli.terminal import beside_the_model, print_json, stderr, stdout, waited_for
from fabula.facts.pairs_request import FactPairsRequest
from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
from fabula.jsonl import check_writable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabula.facts.run import FactCheckAnswer, GraphAnswer, RefineAnswer
    from fabula.models.chat import Embedder
    from fabula.notices import Notice

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Is a summary true to its story? Draw the character graph, check facts one by one, refine the summary.",
)

Page = Annotated[
    Path | None, typer.Option("--page", dir_okay=False, help="Write the marked summary as HTML.")
]


@app.command()
@asks_a_model
def graph(
    request: GraphRequest,
    graphml: Annotated[
        Path | None, typer.Option("--graphml", dir_okay=False, help="Write the graph for Gephi and yEd.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", dir_okay=False, help="Write a drawing.")] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Show how characters are related. A model extracts relations scene by scene; without a model, shows who meets whom."""
    from fabula.facts.run import run_graph

    if asking.named() is None:
        _plan_nothing(asking)
        answer = waited_for(run_graph(request, None))
    else:
        answer = asking.run(
            lambda door: run_graph(request, door),
            as_json=as_json,
            about={"book": _name(request.book), "rounds": request.rounds},
        )
    _show_graph(answer, graphml, svg, as_json)


@app.command()
@asks_a_model
def check(
    request: FactCheckRequest, page_file: Page = None, as_json: AsJson = False, *, asking: Asking
) -> None:
    """Check a summary against its story, fact by fact, with evidence."""
    from fabula.facts.run import run_check

    request.validate()
    if request.asks_a_model(with_model=asking.named() is not None):
        answer = asking.run(
            lambda door: run_check(request, door, _watched), as_json=as_json, about=_about(request)
        )
    else:
        _plan_nothing(asking)
        answer = asyncio.run(run_check(request, None, _watched))
    _show_check(answer, page_file, as_json)


@app.command()
@asks_a_model
def refine(
    request: RefineRequest,
    page_file: Page = None,
    out: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write the refined summary.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Correct the wrong sentences of a summary and leave the rest unchanged."""
    from fabula.facts.run import run_refine

    request.validate()
    if out is not None:
        check_writable(out)
    request.asks_a_model(with_model=asking.named() is not None)
    answer = asking.run(
        lambda door: run_refine(request, door, _watched), as_json=as_json, about=_about(request)
    )
    if out is not None:
        out.write_text(answer.check.summary.text + "\n", encoding="utf-8")
    _show_check(answer, page_file, as_json)


@app.command()
@engaged
@asks_a_model
def pairs(request: FactPairsRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Check the summaries of several systems: a score for each system, and paired tests between them."""
    from fabula.facts.pairs import run_pairs

    request.validate()
    if request.asks_a_model(with_model=asking.named() is not None):
        about = {"pairs": request.pairs.name}
        answer = asking.run(lambda door: run_pairs(request, door), as_json=as_json, about=about)
    else:
        _plan_nothing(asking)
        answer = waited_for(run_pairs(request, None))
    _show_notices(answer.result.notices)
    if as_json:
        print_json(answer.result.json_document)
        return
    from fabula.cli.facts_tables import print_systems

    print_systems(answer.result, stdout())


def _watched(embedder: Embedder) -> Embedder:
    """Say on stderr how far the first search of a book has come."""
    from fabula.facts.watching import WatchedEmbedder

    def report(done: int, of: int) -> None:
        stderr().print(f"Reading passages of the book: {done:,} of {of:,}", markup=False)

    return WatchedEmbedder(embedder, report)


def _about(request: FactCheckRequest) -> dict[str, str | None]:
    """The options to save in the record of the run."""
    return {
        "book": _name(request.book),
        "summary": request.summary.name if request.summary else None,
        "checker": request.checked_by(with_model=True).value,
    }


def _name(book: object) -> str:
    return book.name if isinstance(book, Path) else str(getattr(book, "id", book))


def _plan_nothing(asking: Asking) -> None:
    if asking.dry_run:
        stdout().print("No calls would be made: this needs no model.")
        raise typer.Exit


def _show_notices(notices: Iterable[Notice]) -> None:
    for one in beside_the_model(notices):
        stderr().print(str(one), markup=False)


def _show_graph(answer: GraphAnswer, graphml: Path | None, svg: Path | None, as_json: bool) -> None:
    from fabula.reading.graph_files import graphml as as_graphml
    from fabula.reports.relations import drawing

    _show_notices(answer.result.notices)
    if graphml is not None:
        graphml.write_text(as_graphml(answer.graph), encoding="utf-8")
    if svg is not None:
        svg.write_text(drawing(answer.graph), encoding="utf-8")
    if as_json:
        print_json(answer.result.json_document)
        return
    from fabula.cli.facts_tables import print_graph

    print_graph(answer, stdout())


def _show_check(answer: FactCheckAnswer | RefineAnswer, page_file: Path | None, as_json: bool) -> None:
    """Show the check. Exit code 1 if no fact could be judged."""
    if page_file is not None:
        from fabula.reports.facts import facts_page

        page_file.write_text(facts_page(answer), encoding="utf-8")
    if as_json:
        _show_notices(answer.result.notices)
        print_json(answer.result.json_document)
    else:
        _print_check(answer)
    if answer.result.score is None:
        raise typer.Exit(1)


def _print_check(answer: FactCheckAnswer | RefineAnswer) -> None:
    from fabula.cli.facts_tables import print_check, print_rounds
    from fabula.facts.run import RefineAnswer
    from fabula.reports.facts import facts_labels

    say = facts_labels(answer.book.language)
    if isinstance(answer, RefineAnswer):
        print_rounds(answer.refinement, say, stdout())
    print_check(answer, say, stdout())
