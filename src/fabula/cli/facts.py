"""fabula facts: is a summary true to its story?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import margin, page, print_json
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.facts.check import Check
    from fabula.facts.evidence import Evidence
    from fabula.facts.facts import Checker
    from fabula.facts.refine import Refinement
    from fabula.facts.summaries import Summary
    from fabula.models.chat import Embedder, Tally
    from fabula.models.door import Door
    from fabula.reading.graph import Graph
    from fabula.text.book import Book

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Is a summary true to its story? Character graph, facts one by one, and mending.",
)


class CheckerName(StrEnum):
    """Who rules on facts."""

    MODEL = "model"
    EMBEDDED = "embedded"
    NLI = "nli"


BookFile = Annotated[Path, typer.Option("--book", help="The story.")]
SummaryFile = Annotated[
    Path | None,
    typer.Argument(
        help="Text, Markdown or DOCX. Without one: by hierarchical merging with a model, by TextRank without."
    ),
]
Rounds = Annotated[
    int, typer.Option("--graph-rounds", min=1, help="Extractions of each scene for the graph.")
]
Support = Annotated[
    int | None,
    typer.Option(
        "--min-support", min=1, help="How often a relation must be told; default 2 with several rounds."
    ),
]
GraphFile = Annotated[
    Path | None,
    typer.Option("--graph", dir_okay=False, help="A graph made before, as JSON, in place of a new one."),
]
NoGraph = Annotated[bool, typer.Option("--no-graph", help="Scenes alone as evidence, as FActScore does it.")]
Scenes = Annotated[int, typer.Option("--scenes", min=1, help="Scenes shown for each fact.")]
EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", help="minilm, none, hub/OWNER/NAME or PROVIDER/NAME, for retrieval."),
]
Chunk = Annotated[
    int, typer.Option("--chunk-tokens", min=200, help="What one summary of the lowest level tells.")
]
Runs = Annotated[
    int, typer.Option("--runs", min=1, help="Rulings of each fact; the score's range is over them.")
]
Temperature = Annotated[float, typer.Option("--temperature", min=0, max=2)]
By = Annotated[
    CheckerName | None, typer.Option("--checker", help="Default: model where one is named, else embedded.")
]
NliModel = Annotated[
    Path | None, typer.Option("--nli-model", file_okay=False, help="The folder of a local entailment model.")
]
Page = Annotated[
    Path | None, typer.Option("--page", dir_okay=False, help="Write the marked summary as HTML.")
]


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
    from fabula.reading.graph import met
    from fabula.reading.scenelist import scenes
    from fabula.text.files import read

    read_book = read(book)
    listed = scenes(read_book)
    if asking.named() is None:
        _plan_nothing(asking)
        made = met(read_book, listed, min_support or 1)
    else:
        vectors = _embedder(embedder, read_book)

        async def work(door: Door) -> Graph:
            from fabula.reading.extraction import extract_graph

            return await extract_graph(read_book, listed, door, vectors, rounds, min_support)

        made = asking.run(work, as_json=as_json, about={"book": book.name, "rounds": rounds})
    _write_graph(made, read_book, graphml, svg, as_json)


@app.command()
@asks_a_model
def check(
    summary: SummaryFile = None,
    book: BookFile = ...,  # type: ignore[assignment]
    checker: By = None,
    runs: Runs = 1,
    temperature: Temperature = 0.0,
    scenes: Scenes = 3,
    no_graph: NoGraph = False,
    graph_file: GraphFile = None,
    graph_rounds: Rounds = 3,
    min_support: Support = None,
    embedder: EmbedderName = None,
    chunk_tokens: Chunk = 1_024,
    nli_model: NliModel = None,
    page_file: Page = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Check a summary against its story, fact by fact, with evidence."""
    from fabula.facts.check import check as check_summary

    job = _Job(
        book, summary, checker, runs, temperature, scenes, no_graph, graph_file, graph_rounds, min_support, embedder, chunk_tokens, nli_model, asking
    )  # fmt: skip

    async def work(door: Door | None) -> tuple[Check, str, Tally | None]:
        found = await check_summary(await job.summarised(door), await job.checker(door))
        return found, job.signature(door), door.tally if door else None

    found, signature, usage = job.run(work, as_json)
    _show(job, found, None, signature, usage, page_file, as_json)


@app.command()
@asks_a_model
def refine(
    summary: SummaryFile = None,
    book: BookFile = ...,  # type: ignore[assignment]
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="At most so many times over the summary.")
    ] = 3,
    checker: By = None,
    runs: Runs = 1,
    temperature: Temperature = 0.0,
    scenes: Scenes = 3,
    no_graph: NoGraph = False,
    graph_file: GraphFile = None,
    graph_rounds: Rounds = 3,
    min_support: Support = None,
    embedder: EmbedderName = None,
    chunk_tokens: Chunk = 1_024,
    nli_model: NliModel = None,
    page_file: Page = None,
    out: Annotated[
        Path | None, typer.Option("--out", dir_okay=False, help="Write the mended summary.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Mend the faulty sentences of a summary from what was found against them; leave the rest alone."""
    from fabula.facts.refine import refine as refine_summary

    if asking.named() is None:
        raise UsageError(
            "facts refine writes sentences anew: name a model with --model, such as openai/gpt-4o"
        )
    job = _Job(
        book, summary, checker, runs, temperature, scenes, no_graph, graph_file, graph_rounds, min_support, embedder, chunk_tokens, nli_model, asking
    )  # fmt: skip

    async def work(door: Door | None) -> tuple[Refinement, str, Tally | None]:
        assert door is not None
        made = await refine_summary(
            await job.summarised(door), job.book, await job.checker(door), door, rounds
        )
        return made, job.signature(door), door.tally

    made, signature, usage = asking.run(work, as_json=as_json, about=job.about)
    if out is not None:
        out.write_text(made.best.check.summary.text + "\n", encoding="utf-8")
    _show(job, made.best.check, made, signature, usage, page_file, as_json)


class _Job:
    """What `check` and `refine` were asked to do, put together from their options."""

    def __init__(
        self,
        book: Path,
        summary: Path | None,
        by: CheckerName | None,
        runs: int,
        temperature: float,
        scenes: int,
        no_graph: bool,
        graph_file: Path | None,
        graph_rounds: int,
        min_support: int | None,
        embedder: str | None,
        chunk_tokens: int,
        nli_model: Path | None,
        asking: Asking,
    ) -> None:
        from fabula.text.files import read

        self.by = by or (CheckerName.MODEL if asking.named() else CheckerName.EMBEDDED)
        if self.by is CheckerName.MODEL and asking.named() is None:
            raise UsageError(
                "--checker model: name one with --model, or use --checker embedded, which needs none"
            )
        if self.by is CheckerName.NLI and nli_model is None:
            raise UsageError("--checker nli: give the folder of a local entailment model with --nli-model")
        self.book: Book = read(book)
        self.runs, self.temperature, self.scenes = runs, temperature, scenes
        self.graph_file, self.graph_rounds, self.min_support = graph_file, graph_rounds, min_support
        self.with_graph = not no_graph and self.by is CheckerName.MODEL
        self.vectors = _embedder(embedder, self.book)
        self.chunk_tokens, self.nli_model = chunk_tokens, nli_model
        self.summary_file, self.asking = summary, asking
        self.about = {
            "book": book.name,
            "summary": summary.name if summary else None,
            "checker": self.by.value,
        }

    def run(self, work: Any, as_json: bool) -> Any:
        """Behind a door where a model has a part in it, at once where none has."""
        import asyncio

        if self.by is CheckerName.MODEL or (self.summary_file is None and self.asking.named()):
            return self.asking.run(work, as_json=as_json, about=self.about)
        _plan_nothing(self.asking)
        return asyncio.run(work(None))

    async def summarised(self, door: Door | None) -> Summary:
        from fabula.facts.summaries import hierarchical, read_summary, textrank

        if self.summary_file is not None:
            return read_summary(self.summary_file, self.book)
        return textrank(self.book) if door is None else await hierarchical(self.book, door, self.chunk_tokens)

    async def checker(self, door: Door | None) -> Checker:
        from fabula.facts.embedded import EmbeddedChecker
        from fabula.reading.quotations import QuoteFinder

        if self.by is CheckerName.NLI:
            from fabula.facts.nli import NliChecker

            assert self.nli_model is not None
            return NliChecker(self._evidence(None), self.nli_model)
        if self.by is CheckerName.EMBEDDED:
            return EmbeddedChecker(self._evidence(None))
        from fabula.facts.by_model import ModelChecker

        assert door is not None
        evidence = self._evidence(await self._graph(door))
        return ModelChecker(door, evidence, QuoteFinder(self.book), self.runs, self.temperature, self.scenes)

    def _evidence(self, graph: Graph | None) -> Evidence:
        from platformdirs import user_cache_path

        from fabula.facts.evidence import Evidence

        return Evidence(self.book, self.vectors, graph, user_cache_path("fabula") / "vectors")

    async def _graph(self, door: Door) -> Graph | None:
        from fabula.reading.extraction import extract_graph
        from fabula.reading.graph_files import load
        from fabula.reading.scenelist import scenes

        if not self.with_graph:
            return None
        if self.graph_file is not None:
            return load(self.graph_file)
        return await extract_graph(
            self.book, scenes(self.book), door, self.vectors, self.graph_rounds, self.min_support
        )

    def signature(self, door: Door | None) -> str:
        from fabula.models.signature import Signature

        method = f"facts.{self.by.value}" + (
            "" if self.with_graph or self.by is not CheckerName.MODEL else ".nograph"
        )
        if self.by is CheckerName.MODEL and door is not None:
            return str(
                door.signature(method, n=self.runs, temperature=self.temperature, text=self.book.text_hash)
            )
        model = self.nli_model.name if self.nli_model else None
        return str(Signature(method, model=model, text=self.book.text_hash))


def _embedder(name: str | None, book: Book) -> Embedder | None:
    from fabula.models.embeddings import default_embedder, embedder

    if name is not None:
        return embedder(name)
    found, warning = default_embedder(book.language)
    if warning:
        margin().print(warning, markup=False)
    return found


def _plan_nothing(asking: Asking) -> None:
    if asking.dry_run:
        page().print("Nothing would be asked: this needs no model.")
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

    print_graph(made, book, page())


def _show(
    job: _Job,
    found: Check,
    made: Refinement | None,
    signature: str,
    usage: Tally | None,
    page_file: Path | None,
    as_json: bool,
) -> None:
    from fabula.facts.document import check_document, refinement_document

    if page_file is not None:
        from fabula.reports.facts import facts_page

        page_file.write_text(facts_page(found, job.book, job.by.value, signature), encoding="utf-8")
    if as_json:
        if made is None:
            print_json(check_document(found, job.by.value, signature, usage))
        else:
            print_json(refinement_document(made, job.by.value, signature, usage))
        return
    from fabula.cli.facts_tables import print_check, print_rounds

    if made is not None:
        print_rounds(made, page())
    print_check(found, job.by.value, job.book.language, signature, page())
