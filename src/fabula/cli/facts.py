"""fabula facts: is a summary true to its story?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError
from fabula.facts.facts import By

if TYPE_CHECKING:
    from fabula.facts.asked import Answered, Asked
    from fabula.models.chat import Embedder
    from fabula.reading.graph import Graph
    from fabula.text.book import Book

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Is a summary true to its story? Character graph, facts one by one, and mending.",
)


SummaryFile = Annotated[
    Path | None,
    typer.Argument(
        help="Text, Markdown or DOCX. Without one: by hierarchical merging with a model, by TextRank without."
    ),
]
GraphFile = Annotated[
    Path | None,
    typer.Option("--graph", dir_okay=False, help="A graph made before, as JSON, in place of a new one."),
]
Support = Annotated[
    int | None,
    typer.Option(
        "--min-support", min=1, help="How often a relation must be told; default 2 with several rounds."
    ),
]
EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", help="minilm, none, hub/OWNER/NAME or PROVIDER/NAME, for retrieval."),
]
Page = Annotated[
    Path | None, typer.Option("--page", dir_okay=False, help="Write the marked summary as HTML.")
]


@dataclass(frozen=True, slots=True)
class Checking:
    """What `check` and `refine` are told alike."""

    summary: SummaryFile = None
    book: Annotated[Path, typer.Option("--book", help="The story.")] = ...  # type: ignore[assignment]
    checker: Annotated[
        By | None,
        typer.Option("--checker", help="Default: model where one is named, else embedded."),
    ] = None
    runs: Annotated[
        int, typer.Option("--runs", min=1, help="Rulings of each fact; the score's range is over them.")
    ] = 1
    temperature: Annotated[float, typer.Option("--temperature", min=0, max=2)] = 0.0
    scenes: Annotated[int, typer.Option("--scenes", min=1, help="Scenes shown for each fact.")] = 3
    no_graph: Annotated[
        bool, typer.Option("--no-graph", help="Scenes alone as evidence, as FActScore does it.")
    ] = False
    graph_file: GraphFile = None
    graph_rounds: Annotated[
        int, typer.Option("--graph-rounds", min=1, help="Extractions of each scene for the graph.")
    ] = 3
    min_support: Support = None
    embedder: EmbedderName = None
    chunk_tokens: Annotated[
        int, typer.Option("--chunk-tokens", min=200, help="What one summary of the lowest level tells.")
    ] = 1_024
    nli_model: Annotated[
        Path | None,
        typer.Option("--nli-model", file_okay=False, help="The folder of a local entailment model."),
    ] = None

    def read(self, asking: Asking) -> tuple[Book, Asked]:
        """The story, and what is asked of the summary."""
        from fabula.facts.asked import Asked, chosen
        from fabula.reading.graph_files import load
        from fabula.text.files import read

        by = chosen(self.checker, with_model=asking.named() is not None, nli_model=self.nli_model)
        book = read(self.book)
        with_graph = not self.no_graph
        return book, Asked(
            by=by,
            runs=self.runs,
            temperature=self.temperature,
            scenes=self.scenes,
            with_graph=with_graph,
            graph=load(self.graph_file) if self.graph_file and with_graph and by is By.MODEL else None,
            graph_rounds=self.graph_rounds,
            min_support=self.min_support,
            embedder=_embedder(self.embedder, book),
            chunk_tokens=self.chunk_tokens,
            nli_model=self.nli_model,
        )

    def about(self, asked: Asked) -> dict[str, Any]:
        """For the record of the run."""
        return {
            "book": self.book.name,
            "summary": self.summary.name if self.summary else None,
            "checker": asked.by.value,
        }


@app.command()
@asks_a_model
def graph(
    book: Annotated[Path, typer.Argument(help="The story.")],
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Extractions of each scene.")] = 3,
    min_support: Support = None,
    embedder: EmbedderName = None,
    graphml: Annotated[
        Path | None, typer.Option("--graphml", dir_okay=False, help="Write it for Gephi and yEd.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", dir_okay=False, help="Write a drawing.")] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Who is tied to whom by what: by a model, scene by scene, or without one who meets whom."""
    import asyncio

    from fabula.facts.asked import make_graph
    from fabula.text.files import read

    read_book = read(book)
    if asking.named() is None:
        _plan_nothing(asking)
        made = asyncio.run(make_graph(read_book, None, min_support=min_support))
    else:
        vectors = _embedder(embedder, read_book)
        made = asking.run(
            lambda door: make_graph(read_book, door, vectors, rounds, min_support),
            as_json=as_json,
            about={"book": book.name, "rounds": rounds},
        )
    _write_graph(made, read_book, graphml, svg, as_json)


@app.command()
@asks_a_model
def check(checking: Checking, page_file: Page = None, as_json: AsJson = False, *, asking: Asking) -> None:
    """Check a summary against its story, fact by fact, with evidence."""
    import asyncio

    from fabula.facts.asked import asks_a_model as asks
    from fabula.facts.asked import checked

    book, asked = checking.read(asking)
    if asks(asked, checking.summary, with_model=asking.named() is not None):
        found = asking.run(
            lambda door: checked(book, checking.summary, asked, door),
            as_json=as_json,
            about=checking.about(asked),
        )
    else:
        _plan_nothing(asking)
        found = asyncio.run(checked(book, checking.summary, asked, None))
    _show(found, page_file, as_json)


@app.command()
@asks_a_model
def refine(
    checking: Checking,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="At most so many times over the summary.")
    ] = 3,
    page_file: Page = None,
    out: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write the mended summary.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Mend the faulty sentences of a summary from what was found against them; leave the rest alone."""
    from fabula.facts.asked import refined

    if asking.named() is None:
        raise UsageError(
            "facts refine writes sentences anew: name a model with --model, such as openai/gpt-4o"
        )
    book, asked = checking.read(asking)
    made = asking.run(
        lambda door: refined(book, checking.summary, asked, door, rounds),
        as_json=as_json,
        about=checking.about(asked),
    )
    if out is not None:
        out.write_text(made.check.summary.text + "\n", encoding="utf-8")
    _show(made, page_file, as_json)


def _embedder(name: str | None, book: Book) -> Embedder | None:
    from fabula.models.embeddings import default_embedder, embedder

    if name is not None:
        return embedder(name)
    found, warning = default_embedder(book.language)
    if warning:
        stderr().print(str(warning), markup=False)
    return found


def _plan_nothing(asking: Asking) -> None:
    if asking.dry_run:
        stdout().print("Nothing would be asked: this needs no model.")
        raise typer.Exit


def _write_graph(made: Graph, book: Book, graphml: Path | None, svg: Path | None, as_json: bool) -> None:
    from fabula.reading.graph_files import document
    from fabula.reading.graph_files import graphml as as_graphml
    from fabula.reports.relations import drawing

    if graphml is not None:
        graphml.write_text(as_graphml(made), encoding="utf-8")
    if svg is not None:
        svg.write_text(drawing(made), encoding="utf-8")
    if as_json:
        print_json(document(made))
        return
    from fabula.cli.facts_tables import print_graph

    print_graph(made, book, stdout())


def _show(answered: Answered, page_file: Path | None, as_json: bool) -> None:
    book, by, signature = answered.book, answered.by, answered.signature
    if page_file is not None:
        from fabula.reports.facts import facts_page

        page_file.write_text(facts_page(answered.check, book, by, signature), encoding="utf-8")
    if as_json:
        print_json(answered.document)
        return
    from fabula.cli.facts_tables import print_check, print_rounds
    from fabula.reports.facts import facts_wording

    if answered.refinement is not None:
        print_rounds(answered.refinement, stdout())
    print_check(answered.check, by, facts_wording(book.language), signature, stdout())
