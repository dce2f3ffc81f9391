"""What is asked of a summary and its story, and all that is put together to answer it: the same for every face."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_cache_path

from fabula.errors import UsageError
from fabula.facts.check import Check, check
from fabula.facts.document import check_document, refinement_document
from fabula.facts.embedded import EmbeddedChecker
from fabula.facts.evidence import SCENES, Evidence
from fabula.facts.facts import By
from fabula.facts.refine import ROUNDS as MENDINGS
from fabula.facts.refine import Refinement, refine
from fabula.facts.summaries import CHUNK_TOKENS, Summary, given_text, hierarchical, read_summary, textrank
from fabula.reading.extraction import ROUNDS, extract_graph
from fabula.reading.graph import Graph, met
from fabula.reading.quotations import QuoteFinder
from fabula.reading.scenelist import scenes
from fabula.signature import Signature

if TYPE_CHECKING:
    from fabula.facts.facts import Checker
    from fabula.models.chat import Embedder, Tally
    from fabula.models.door import Door
    from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Asked:
    """How a summary is to be checked; with the book and the summary it decides every question."""

    by: By = By.EMBEDDED
    runs: int = 1
    temperature: float = 0.0
    scenes: int = SCENES
    with_graph: bool = True
    """Relations beside the scenes; only a model is shown them."""
    graph: Graph | None = None
    """One made before, in place of a new one."""
    graph_rounds: int = ROUNDS
    min_support: int | None = None
    embedder: Embedder | None = None
    chunk_tokens: int = CHUNK_TOKENS
    nli_model: Path | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A summary checked, or mended, and how that was done."""

    book: Book
    by: By
    check: Check
    """Of the best round, where it was mended."""
    refinement: Refinement | None
    signature: str
    usage: Tally | None

    @property
    def document(self) -> dict[str, Any]:
        """What `--json` prints and a page shows."""
        if self.refinement is None:
            return check_document(self.check, self.by.value, self.signature, self.usage)
        return refinement_document(self.refinement, self.by.value, self.signature, self.usage)


def chosen(by: By | None, *, with_model: bool, nli_model: Path | None = None) -> By:
    """Who rules: whom the user named, where that can be; else the model where there is one."""
    if by is By.MODEL and not with_model:
        raise UsageError(
            "--checker model: name one with --model, or use --checker embedded, which needs none"
        )
    if by is By.NLI and nli_model is None:
        raise UsageError("--checker nli: give the folder of a local entailment model with --nli-model")
    return by or (By.MODEL if with_model else By.EMBEDDED)


def asks_a_model(asked: Asked, given: Path | str | None, *, with_model: bool) -> bool:
    """Has a model any part in it: as the judge, or as the writer of a summary that nobody gave?"""
    return asked.by is By.MODEL or (given is None and with_model)


async def checked(book: Book, given: Path | str | None, asked: Asked, door: Door | None) -> Answered:
    """A summary (a file, a text, or none: then one is made) checked against its story."""
    summary = await summarised(book, given, door, asked.chunk_tokens)
    found = await check(summary, await make_checker(book, asked, door))
    return Answered(book, asked.by, found, None, signature(book, asked, door), door.tally if door else None)


async def refined(
    book: Book, given: Path | str | None, asked: Asked, door: Door, rounds: int = MENDINGS
) -> Answered:
    """The same, and its faulty sentences mended in at most `rounds` rounds."""
    summary = await summarised(book, given, door, asked.chunk_tokens)
    made = await refine(summary, book, await make_checker(book, asked, door), door, rounds)
    return Answered(book, asked.by, made.best.check, made, signature(book, asked, door), door.tally)


async def summarised(
    book: Book, given: Path | str | None, door: Door | None, chunk_tokens: int = CHUNK_TOKENS
) -> Summary:
    """The summary in a file or a text; without either a model's behind a door, else the book's own sentences."""
    if isinstance(given, Path):
        return read_summary(given, book)
    if given is not None:
        return given_text(given, book)
    return textrank(book) if door is None else await hierarchical(book, door, chunk_tokens)


async def make_checker(book: Book, asked: Asked, door: Door | None) -> Checker:
    """Whoever rules, with the book's evidence before him; a model has its graph made first."""
    if asked.by is By.EMBEDDED:
        return EmbeddedChecker(_evidence(book, asked, None))
    if asked.by is By.NLI:
        from fabula.facts.nli import NliChecker

        assert asked.nli_model is not None
        return NliChecker(_evidence(book, asked, None), asked.nli_model)
    from fabula.facts.by_model import ModelChecker

    assert door is not None
    graph = None
    if asked.with_graph:
        graph = asked.graph or await make_graph(
            book, door, asked.embedder, asked.graph_rounds, asked.min_support
        )
    evidence = _evidence(book, asked, graph)
    return ModelChecker(door, evidence, QuoteFinder(book), asked.runs, asked.temperature, asked.scenes)


async def make_graph(
    book: Book,
    door: Door | None,
    embedder: Embedder | None = None,
    rounds: int = ROUNDS,
    min_support: int | None = None,
) -> Graph:
    """Who is tied to whom by what: by a model, scene by scene, or without one who meets whom."""
    listed = scenes(book)
    if door is None:
        return met(book, listed, min_support or 1)
    return await extract_graph(book, listed, door, embedder, rounds, min_support)


def signature(book: Book, asked: Asked, door: Door | None) -> str:
    """How the score was made, in one line."""
    if asked.by is not By.MODEL or door is None:
        model = asked.nli_model.name if asked.nli_model else None
        return str(Signature(f"facts.{asked.by.value}", model=model, text=book.text_hash))
    method = "facts.model" if asked.with_graph else "facts.model.nograph"
    return str(door.signature(method, n=asked.runs, temperature=asked.temperature, text=book.text_hash))


def _evidence(book: Book, asked: Asked, graph: Graph | None) -> Evidence:
    return Evidence(book, asked.embedder, graph, user_cache_path("fabula") / "vectors")
