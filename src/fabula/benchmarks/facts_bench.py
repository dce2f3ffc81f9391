"""Runs the benchmark of fact checkers: agreement with people, refinement of script summaries, annotated graphs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.benchmarks.facts_published import published
from fabula.benchmarks.facts_request import RECORDED, BenchFactsRequest, Dataset
from fabula.benchmarks.facts_result import BenchFactsResult
from fabula.errors import UsageError
from fabula.facts.check_result import usage_of
from fabula.facts.checker import CheckerKind, named_checker
from fabula.facts.checkers import make_checker, make_graph, search_for
from fabula.facts.request import FactCheckRequest
from fabula.models.replicates import temperature_for
from fabula.models.vectors.engines import search_engine
from fabula.request import document
from fabula.signature import sign

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.benchmarks.faithfulness import CheckerScores, Labelled, Released
    from fabula.benchmarks.scripts import Scorers
    from fabula.facts.checker import Checker
    from fabula.models.door import Door
    from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class BenchFactsAnswer:
    """The benchmark's result."""

    result: BenchFactsResult


async def run_bench_facts(request: BenchFactsRequest, door: Door | None) -> BenchFactsAnswer:
    """Measure checkers, refinement or graphs on a data set."""
    request.validate()
    asked_door = door if request.asks_a_model(with_model=door is not None) else None
    if request.dataset is Dataset.FABLES:
        fields = await _fables(request, asked_door)
    elif request.dataset is Dataset.STORYSUMM:
        fields = await _storysumm(request, asked_door)
    elif request.dataset is Dataset.CONAN:
        fields = await _conan(request, asked_door)
    else:
        fields = await _scripts(request, asked_door)
    result = BenchFactsResult(
        kind=BenchFactsResult.KIND,
        dataset=request.dataset,
        published=published(request.dataset),
        **fields,
        **_made(request, asked_door),
    )
    return BenchFactsAnswer(result)


async def _storysumm(request: BenchFactsRequest, door: Door | None) -> Mapping[str, Any]:
    from fabula.benchmarks.faithfulness import recorded, recorded_names, storysumm
    from fabula.benchmarks.narrativefactscore import overlap, row, words

    released = storysumm(request.data)
    items = released.items[: request.limit]
    checkers: list[CheckerScores] = [words(items), *overlap(items), *_by_learned_measures(request, items)]
    every = (CheckerKind.EMBEDDED.value, *(f"{RECORDED}{name}" for name in recorded_names(request.data)))
    for name in request.checker or every:
        if name.startswith(RECORDED):
            checkers.append(recorded(request.data, name.removeprefix(RECORDED), items))
        else:
            checkers.append(await _checked(name, items, request, door))
    return {**_about(released, len(items)), "rows": tuple(row(one, items, request.seed) for one in checkers)}


async def _fables(request: BenchFactsRequest, door: Door | None) -> Mapping[str, Any]:
    from fabula.benchmarks.faithfulness import fables
    from fabula.benchmarks.narrativefactscore import claims_by, row, words

    released = fables(request.data)
    items = released.items
    rows = [row(words(items), items, request.seed)]
    books = _books_of(request.books, {item.title for item in items}) if request.books else {}
    for typed in (request.checker or (CheckerKind.EMBEDDED.value,)) if books else ():

        async def checker_for(book: Book, typed: str = typed) -> Checker:
            return await _checker(typed, book, request, door)

        scores = await claims_by(_name(typed, request, door), items, books, checker_for)
        rows.append(row(scores, items, request.seed))
    return {**_about(released, len(items)), "rows": tuple(rows)}


def _books_of(folder: Path, titles: set[str]) -> dict[str, Book]:
    """The user's copies, each named as its title: `Title of the Book.epub`; capitals and signs do not matter."""
    from fabula.text.files import read

    files = {_bare(path.stem): path for path in sorted(folder.iterdir()) if path.is_file()}
    found = {title: read(files[_bare(title)]) for title in sorted(titles) if _bare(title) in files}
    if not found:
        raise UsageError(
            f"--books {folder}: no file is named as a book of the data, such as {min(titles)}.epub"
        )
    return found


def _bare(title: str) -> str:
    return "".join(letter for letter in title.lower() if letter.isalnum())


async def _scripts(request: BenchFactsRequest, door: Door | None) -> Mapping[str, Any]:
    from fabula.benchmarks.scripts import by_textrank, given_summaries, refined, scripts, system_row
    from fabula.facts.pairs import paired_tests

    found = scripts(request.data)[: request.limit]
    scorers = _scorers(request, door)
    systems = {"TextRank": by_textrank(found)}
    if request.summaries is not None:
        systems |= given_summaries(request.summaries, found)
    rows = [await system_row(name, texts, found, scorers, request.bert) for name, texts in systems.items()]
    if door is not None:
        tokens = FactCheckRequest(book=found[0].book).chunk_tokens
        rows += await refined(found, door, scorers, request.rounds, tokens, request.bert)
    scores = {
        (str(row.fields["summary"]), story): score for row in rows for story, score in row.scores.items()
    }
    return {
        "n": len(found),
        "rows": tuple(row.fields for row in rows),
        "tests": paired_tests(scores, request.seed),
    }


def _scorers(request: BenchFactsRequest, door: Door | None) -> Scorers:
    """With a model, its checker and, if asked for, the same without relations; otherwise the one that is named."""
    from fabula.benchmarks.scripts import Scorers

    plain = replace(request, no_graph=True)
    typed = CheckerKind.MODEL.value if door is not None else next(iter(request.checker), None)
    if typed is None:
        return Scorers()
    return Scorers(
        lambda book: _checker(typed, book, request, door),
        (lambda book: _checker(typed, book, plain, door)) if request.factscore and door is not None else None,
    )


async def _conan(request: BenchFactsRequest, door: Door | None) -> Mapping[str, Any]:
    from fabula.benchmarks.conan import annotated, matched, mean

    stories = annotated(request.data)[: request.limit]
    rows = []
    for rounds in dict.fromkeys((1, request.graph_rounds)):
        found = []
        for story in stories:
            search = search_for(request.embedder, story.book, door)
            graph = await make_graph(story.book, door, search.embedder, rounds)
            found.append(matched(graph, story.relations, search.embedder, request.bert))
        rows.append({"rounds": rounds, **mean(found)})
    return {"n": len(stories), "rows": tuple(rows)}


def _by_learned_measures(request: BenchFactsRequest, items: Sequence[Labelled]) -> Sequence[CheckerScores]:
    if not (request.bert or request.bart):
        return ()
    from fabula.benchmarks.learned import by_learned_measures
    from fabula.benchmarks.narrativefactscore import story_book

    return by_learned_measures(
        items, request.bert, request.bart, search_for(request.embedder, story_book(items[0]), None).embedder
    )


async def _checked(
    typed: str, items: Sequence[Labelled], request: BenchFactsRequest, door: Door | None
) -> CheckerScores:
    from fabula.benchmarks.narrativefactscore import scores_by

    scored, _ = await scores_by(
        _name(typed, request, door), items, lambda book: _checker(typed, book, request, door)
    )
    return scored


def _name(typed: str, request: BenchFactsRequest, door: Door | None) -> str:
    """A checker as the table names it."""
    kind, named = named_checker(typed)
    name = f"{kind}:{Path(named).name}" if named else kind.value
    if kind is CheckerKind.YES_NO and door is not None:
        name = f"yes-no:{door.model}"
    if kind is CheckerKind.MODEL and door is not None:
        name = f"{door.model}{', no graph' if request.no_graph else ''}"
    return name


async def _checker(typed: str, book: Book, request: BenchFactsRequest, door: Door | None) -> Checker:
    """Only the model's checker finds passages by meaning. For the others, words are enough."""
    asked = FactCheckRequest(
        book=book,
        checker=typed,
        labels=request.labels,
        runs=request.runs,
        no_graph=request.no_graph,
        graph_rounds=request.graph_rounds,
        embedder=request.embedder or (None if typed == CheckerKind.MODEL else "none"),
        nli_model=request.nli_model,
    )
    return await make_checker(
        book, asked, named_checker(typed)[0], search_for(asked.embedder, book, door), door
    )


def _about(released: Released, n: int) -> dict[str, Any]:
    counts = {"counts": dict(released.counts)} if released.counts else {}
    return {"n": n, "notes": tuple(released.notes), **counts}


def _made(request: BenchFactsRequest, door: Door | None) -> dict[str, Any]:
    """The fields that every result has: the request, the model, the signature and the cost."""
    from fabula.models.vectors.embeddings import default_embedder

    uses_vectors = request.embedder is None and (door is not None or request.bart is not None)
    engine = search_engine(default_embedder("en")[0] if uses_vectors else None)
    asked: dict[str, object] = {"search": engine}
    method = "bench-narrativefactscore"
    if door is None:
        signature = sign(request, method, asked=asked)
    else:
        signature = door.sign(
            request, method, asked=asked | {"n": request.runs, "T": temperature_for(request.runs, None)}
        )
    return {
        "request": document(request),
        "model": door.model_used if door is not None else None,
        "signature": signature,
        "usage": usage_of(door.tally if door is not None else None),
    }
