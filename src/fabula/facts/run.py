"""Runs the three requests of this package: check a summary, correct it, and draw the character graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_cache_path

from fabula.digests import digest, digest_of_path
from fabula.errors import FabulaError
from fabula.facts import result as parts
from fabula.facts.check import Check, caveats, check
from fabula.facts.embedded import EmbeddedChecker
from fabula.facts.evidence import Evidence
from fabula.facts.facts import CheckerKind, named_checker
from fabula.facts.refine import Refinement, refine
from fabula.facts.result import FactCheckResult, GraphResult, RefineResult
from fabula.facts.summaries import Summary, given_text, hierarchical, of_parts, read_summary, textrank
from fabula.facts.summary_language import language_notice
from fabula.models.replicates import temperature_for
from fabula.models.vectors.engines import search_engine
from fabula.notices import Notice
from fabula.reading.corrections import with_corrections
from fabula.reading.extraction import extract_graph
from fabula.reading.graph import Graph, met
from fabula.reading.quotations import QuoteFinder
from fabula.reading.saved import load_reading
from fabula.reading.scenelist import scenes
from fabula.request import document
from fabula.signature import sign
from fabula.text.book import Book

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.facts.by_passages import Scorer
    from fabula.facts.facts import Checker
    from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
    from fabula.models.chat import Embedder
    from fabula.models.door import Door
    from fabula.request import Request

Watch = Callable[["Embedder"], "Embedder"]
"""Wraps an embedder so that an interface can show progress over a whole book."""


@dataclass(frozen=True, slots=True)
class FactCheckAnswer:
    """A summary checked against its story."""

    book: Book
    check: Check
    result: FactCheckResult


@dataclass(frozen=True, slots=True)
class RefineAnswer:
    """A corrected summary. `check` is the check of the best round."""

    book: Book
    check: Check
    refinement: Refinement
    result: RefineResult


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """The character graph of a story."""

    book: Book
    graph: Graph
    result: GraphResult


@dataclass(frozen=True, slots=True)
class Search:
    """The passage finder, its name in signatures, and what the reader should know about it."""

    embedder: Embedder | None
    engine: str | None
    """None if nothing is searched for."""
    notice: Notice | None


async def run_check(
    request: FactCheckRequest, door: Door | None, watch: Watch | None = None
) -> FactCheckAnswer:
    """Check a summary against its story. Without a summary, one is made. Without a door, no model is asked."""
    request.validate()
    book, asked_door = opened(request.book), _door_for(request, door)
    summary = await summarise(book, request, asked_door)
    kind = request.checked_by(with_model=door is not None)
    language = language_notice(summary, book, kind)
    search = search_of(request, kind, book, door, watch)
    found = await check(summary, await make_checker(book, request, kind, search, asked_door))
    made = _common(request, f"facts.{kind}", kind, found, language, book, search, asked_door)
    return FactCheckAnswer(book, found, FactCheckResult(kind=FactCheckResult.KIND, **_fields(found), **made))


async def run_refine(request: RefineRequest, door: Door | None, watch: Watch | None = None) -> RefineAnswer:
    """Correct the wrong sentences of a summary in rounds."""
    request.validate()
    if door is None:
        request.asks_a_model(with_model=False)
        raise AssertionError("refining without a model is refused above")
    book = opened(request.book)
    summary = await summarise(book, request, door)
    kind = request.checked_by(with_model=True)
    language = language_notice(summary, book, kind)
    search = search_of(request, kind, book, door, watch)
    checker = await make_checker(book, request, kind, search, door)
    made = await refine(summary, checker, door, request.rounds)
    best = made.best
    result = RefineResult(
        kind=RefineResult.KIND,
        rounds=parts.refinement_rounds(made),
        best=best.number,
        left_to_mend=len(best.check.faulty_sentences),
        **_fields(best.check),
        **_common(request, f"facts.refine.{kind}", kind, best.check, language, book, search, door),
    )
    return RefineAnswer(book, best.check, made, result)


async def run_graph(request: GraphRequest, door: Door | None, watch: Watch | None = None) -> GraphAnswer:
    """Draw the character graph of a story."""
    request.validate()
    book = with_corrections(opened(request.book), request.people)
    search = Search(None, "bm25", None) if door is None else search_for(request.embedder, book, door, watch)
    graph = await make_graph(book, door, search.embedder, request.rounds, request.min_support)
    engine = "none" if search.embedder is None else str(search.engine).removeprefix("bm25+")
    asked: dict[str, object] = {"search": None, "rounds": None}
    if door is not None:
        asked = {"search": None, "rounds": request.rounds, "merged-by": engine}
    method = "facts.graph.model" if door is not None else "facts.graph.co-occurrence"
    nodes, edges = parts.graph_fields(graph)
    result = GraphResult(
        kind=GraphResult.KIND,
        nodes=nodes,
        edges=edges,
        method=graph.method,
        kept_apart=tuple(parts.SharedName(name=one.name, could_be=one.bearers) for one in graph.shared),
        left_out=parts.LeftOutOfGraph(
            without_named_subject=graph.unplaced, extracted_too_rarely=graph.unsupported
        ),
        unread_scenes=graph.unread,
        notices=tuple(one for one in (search.notice,) if one is not None),
        **_made(request, method, door, asked, {"text": book.text_hash}),
    )
    return GraphAnswer(book, graph, result)


def opened(book: Path | Book) -> Book:
    """The story of a request, read from its file if needed."""
    if isinstance(book, Book):
        return book
    from fabula.text.files import read

    return read(book)


async def summarise(book: Book, request: FactCheckRequest, door: Door | None) -> Summary:
    """The given summary. Without one, a model writes it; without a model, it is made of the story's own sentences."""
    if request.summary is not None:
        return read_summary(request.summary, book)
    if request.summary_text is not None:
        return given_text(request.summary_text, book)
    if request.reading is not None:
        said = load_reading(request.reading, book).reading.statements
        return of_parts([one.text for one in said], book.language, "reading")
    return textrank(book) if door is None else await hierarchical(book, door, request.chunk_tokens)


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
        from fabula.facts.onnx_classifier import OnnxClassifier

        return OnnxClassifier(Path(named), request.labels)
    if kind is CheckerKind.COMMAND:
        from fabula.facts.command_checker import CommandChecker

        return CommandChecker(named)
    if kind is CheckerKind.NLI:
        from fabula.facts.nli import NliScorer

        assert request.nli_model is not None
        return NliScorer(request.nli_model, request.labels)
    from fabula.facts.yes_no import YesNoScorer

    if door is None:
        raise FabulaError("the yes-no checker needs an open door to a model")
    return YesNoScorer(door, book.language)


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


def _door_for(request: FactCheckRequest, door: Door | None) -> Door | None:
    """The door, if this request asks a model."""
    return door if request.asks_a_model(with_model=door is not None) else None


def _fields(found: Check) -> dict[str, Any]:
    """The fields of a result that come from the check itself."""
    score = found.score
    return {
        "score": score.value,
        "low": score.low,
        "high": score.high,
        "interval_over": score.over or None,
        "facts": parts.checked_facts(found),
        "sentences": parts.checked_sentences(found),
        "counts": parts.counts(found),
        "baselines": parts.baselines(found),
        "summary": parts.summary_text(found),
    }


def _common(
    request: FactCheckRequest,
    method: str,
    kind: CheckerKind,
    found: Check,
    language: Notice | None,
    book: Book,
    search: Search,
    door: Door | None,
) -> dict[str, Any]:
    """The fields that checks and refinements share: how the number was made, and what to know of it."""
    summary = found.summary
    blind = Notice.of("facts.by-words") if kind is CheckerKind.EMBEDDED else None
    repeated = door.one_answer_repeated if door is not None else ()
    notices = (blind, *caveats(found), language, search.notice, *repeated)
    if kind is CheckerKind.MODEL and request.no_graph:
        method += ".nograph"
    digests = {"summary": digest(summary.text), "text": book.text_hash}
    return {
        "checker": kind,
        "notices": tuple(one for one in notices if one is not None),
        **_made(request, method, door, _settled(request, kind, summary, search), digests),
    }


def _settled(
    request: FactCheckRequest, kind: CheckerKind, summary: Summary, search: Search
) -> dict[str, object]:
    """The options for the signature. None for those that the method implies or that have no effect."""
    asked: dict[str, object] = {
        "search": search.engine,
        "checker": checker_digest(request.checker),
        "no-graph": None,
    }
    if kind is CheckerKind.MODEL:
        asked |= {
            "n": request.runs,
            "T": temperature_for(request.runs, request.temperature),
            "labels": None,
            "threshold": None,
        }
        if request.no_graph:
            asked["graph"] = None
        if request.no_graph or request.graph_file is not None:
            asked |= {"graph-rounds": None, "min-support": None}
    else:
        asked |= dict.fromkeys(("n", "T", "graph", "graph-rounds", "min-support"))
        if kind is not CheckerKind.YES_NO:
            asked["scenes"] = None
    if kind is CheckerKind.EMBEDDED:
        asked |= {"labels": None, "threshold": None}
    if kind is not CheckerKind.NLI:
        asked["nli"] = None
    if summary.source != "hierarchical merging":
        asked["chunk-tokens"] = None
    return asked


def checker_digest(checker: str | None) -> str | None:
    """The files of a classifier or the words of a command. The method names the other checkers."""
    if checker is None:
        return None
    _, named = named_checker(checker)
    if not named:
        return None
    folder = Path(named)
    return digest_of_path(folder) if folder.is_dir() else digest(named)


def shown_request(request: Request) -> dict[str, Any]:
    """The request as it is saved: without paths of this machine, and without a program that `rerun` would start."""
    shown = document(request)
    kind, colon, named = str(shown.get("checker") or "").partition(":")
    if colon:
        shown["checker"] = kind if kind == CheckerKind.COMMAND else f"{kind}:{Path(named).name}"
    return shown


def _made(
    request: Request,
    method: str,
    door: Door | None,
    asked: Mapping[str, object],
    digests: Mapping[str, str | None],
) -> dict[str, Any]:
    """The fields of every result: the request, the model, the signature and what it cost."""
    if door is None:
        signature = sign(request, method, asked=asked, digests=digests)
    else:
        signature = door.sign(request, method, asked=asked, digests=digests)
    return {
        "request": shown_request(request),
        "model": door.model_used if door is not None else None,
        "signature": signature,
        "usage": parts.usage_of(door.tally if door is not None else None),
    }
