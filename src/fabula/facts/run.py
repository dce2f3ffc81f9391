"""Runs the three requests of this package: check a summary, correct it, and draw the character graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.digests import digest
from fabula.facts.check import Check, caveats, check
from fabula.facts.check_result import (
    FactCheckResult,
    baselines,
    checked_facts,
    checked_sentences,
    counts,
    summary_text,
    usage_of,
)
from fabula.facts.checker import CheckerKind
from fabula.facts.checkers import (
    Search,
    Watch,
    checker_digest,
    make_checker,
    make_graph,
    search_for,
    search_of,
)
from fabula.facts.graph_result import GraphResult, LeftOutOfGraph, SharedName, graph_fields
from fabula.facts.refine import Refinement, refine
from fabula.facts.refine_result import RefineResult, refinement_rounds
from fabula.facts.summaries import Summary, given_text, hierarchical, of_parts, read_summary, textrank
from fabula.facts.summary_language import language_notice
from fabula.models.replicates import temperature_for
from fabula.notices import Notice
from fabula.reading.corrections import with_corrections
from fabula.reading.graph import Graph
from fabula.reading.saved import load_reading
from fabula.request import document
from fabula.signature import sign
from fabula.text.book import Book
from fabula.text.guard.finding import MASK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
    from fabula.models.door import Door
    from fabula.request import Request


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
        rounds=refinement_rounds(made),
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
    nodes, edges = graph_fields(graph)
    result = GraphResult(
        kind=GraphResult.KIND,
        nodes=nodes,
        edges=edges,
        method=graph.method,
        kept_apart=tuple(SharedName(name=one.name, could_be=one.bearers) for one in graph.shared),
        left_out=LeftOutOfGraph(without_named_subject=graph.unplaced, extracted_too_rarely=graph.unsupported),
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
        saved = load_reading(request.reading, book)
        said = [one.text for one in saved.reading.statements if one.text != MASK]
        return replace(of_parts(said, book.language, "reading"), notices=saved.notices)
    return textrank(book) if door is None else await hierarchical(book, door, request.chunk_tokens)


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
        "facts": checked_facts(found),
        "sentences": checked_sentences(found),
        "counts": counts(found),
        "baselines": baselines(found),
        "summary": summary_text(found),
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
    notices = (blind, *caveats(found), language, search.notice, *summary.notices, *repeated)
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
        "usage": usage_of(door.tally if door is not None else None),
    }
