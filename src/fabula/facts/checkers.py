"""Makes the checker that a request names, with the story's evidence and whatever finds passages in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from fabula.digests import digest, digest_of_path
from fabula.errors import FabulaError
from fabula.extensions import broken, extension, identity
from fabula.facts.checker import CheckerKind, named_checker
from fabula.facts.embedded import EmbeddedChecker
from fabula.facts.evidence import Evidence
from fabula.models.replicates import temperature_for
from fabula.models.vectors.engines import search_engine
from fabula.notices import Notice
from fabula.reading.extraction import extract_graph
from fabula.reading.graph import Graph, met
from fabula.reading.quotations import QuoteFinder
from fabula.reading.scenelist import scenes
from fabula.text.book import Book

if TYPE_CHECKING:
    from fabula.facts.by_passages import Scorer
    from fabula.facts.checker import Checker
    from fabula.facts.request import FactCheckRequest
    from fabula.models.chat import Embedder
    from fabula.models.door import Door

Watch = Callable[["Embedder"], "Embedder"]
"""Wraps an embedder so that an interface can show progress over a whole book."""


@dataclass(frozen=True, slots=True)
class Search:
    """The passage finder, its name in signatures, and what the reader should know about it."""

    embedder: Embedder | None
    engine: str | None
    """None if nothing is searched for."""
    notice: Notice | None


def search_for(name: str | None, book: Book, door: Door | None, watch: Watch | None = None) -> Search:
    """The named embedder, else the default for the story's language."""
    from fabula.models.vectors.embeddings import default_embedder, embedder

    notice = None
    if name is None:
        found, notice = default_embedder(book.language)
    else:
        found = embedder(name) if door is None else door.embedder(name)
    wrapped = watch(found) if watch is not None and found is not None else found
    return Search(wrapped, search_engine(found), notice)


def search_of(
    request: FactCheckRequest, kind: CheckerKind, book: Book, door: Door | None, watch: Watch | None
) -> Search:
    """What finds passages for this checker. The embedded one has an index of its own."""
    if kind is CheckerKind.EMBEDDED:
        return Search(None, None, None)
    return search_for(request.embedder, book, door, watch)


async def make_checker(
    book: Book, request: FactCheckRequest, kind: CheckerKind, search: Search, door: Door | None
) -> Checker:
    """The checker with the story's evidence. If a model checks, the graph is made first."""
    if kind is CheckerKind.EMBEDDED:
        return EmbeddedChecker(_evidence(book, search, None))
    if kind is not CheckerKind.MODEL:
        from fabula.facts.by_passages import PASSAGES, PassageChecker

        passages = request.scenes if kind is CheckerKind.YES_NO else PASSAGES
        scorer = _scorer(request, kind, book, door)
        return PassageChecker(_evidence(book, search, None), scorer, request.threshold, passages)
    from fabula.facts.by_model import ModelChecker

    if door is None:
        raise FabulaError("the model checker needs an open door to a model")
    graph = await _graph_for(book, request, search, door)
    evidence = _evidence(book, search, graph)
    return ModelChecker(
        door,
        evidence,
        QuoteFinder(book),
        request.runs,
        temperature_for(request.runs, request.temperature),
        request.scenes,
    )


def _scorer(request: FactCheckRequest, kind: CheckerKind, book: Book, door: Door | None) -> Scorer:
    """The small checker that a request names."""
    named = named_checker(request.checker)[1] if request.checker else ""
    if kind is CheckerKind.ONNX:
        return _by_onnx(Path(named), request.labels)
    if kind is CheckerKind.COMMAND:
        from fabula.facts.command_checker import CommandChecker

        return CommandChecker(named)
    if kind is CheckerKind.ADDED:
        return _added(named)
    if kind is CheckerKind.NLI:
        from fabula.facts.nli import NliScorer

        assert request.nli_model is not None
        return NliScorer(request.nli_model, request.labels)
    from fabula.facts.yes_no import YesNoScorer

    if door is None:
        raise FabulaError("the yes-no checker needs an open door to a model")
    return YesNoScorer(door, book.language)


def _by_onnx(folder: Path, labels: str | None) -> Scorer:
    from fabula.facts.classifier_labels import writes

    if writes(folder):
        from fabula.facts.onnx_writer import OnnxWriter

        return OnnxWriter(folder)
    from fabula.facts.onnx_classifier import OnnxClassifier

    return OnnxClassifier(folder, labels)


def _added(typed: str) -> Scorer:
    """The scorer that an installed package makes from what was typed after its name."""
    name, _, rest = typed.partition(":")
    try:
        made: Scorer = extension("checkers", name)(rest)  # type: ignore[misc]
    except (TypeError, ValueError) as error:
        raise broken("checkers", name, str(error)) from None
    if not hasattr(made, "score"):
        raise broken("checkers", name, "name a function that returns an object with `async def score(pairs)`")
    return made


async def make_graph(
    book: Book, door: Door | None, embedder: Embedder | None, rounds: int, min_support: int | None = None
) -> Graph:
    """A model extracts relations scene by scene. Without a door, who is mentioned together."""
    listed = scenes(book)
    if door is None:
        return met(book, listed, min_support or 1)
    return await extract_graph(book, listed, door, embedder, rounds, min_support)


async def _graph_for(book: Book, request: FactCheckRequest, search: Search, door: Door) -> Graph | None:
    if request.no_graph:
        return None
    if request.graph_file is not None:
        from fabula.reading.graph_files import load

        return load(request.graph_file)
    return await make_graph(book, door, search.embedder, request.graph_rounds, request.min_support)


def _evidence(book: Book, search: Search, graph: Graph | None) -> Evidence:
    return Evidence(book, search.embedder, graph, user_cache_path("fabula") / "vectors")


def checker_digest(checker: str | None) -> str | None:
    """The files of a classifier, the words of a command, a package and its version. The method names the other checkers."""
    if checker is None:
        return None
    kind, named = named_checker(checker)
    if not named:
        return None
    if kind is CheckerKind.ADDED:
        return digest((named, identity("checkers", named.partition(":")[0])))
    folder = Path(named)
    return digest_of_path(folder) if folder.is_dir() else digest(named)
