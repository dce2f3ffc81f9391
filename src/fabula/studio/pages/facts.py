"""Is a summary true to its story? The demonstration in steps on one page: graph, summary, score, mending."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from fabula.reports.labels import Labels
from fabula.samples import FAULTY_SYNOPSIS, sample
from fabula.studio.books import ShelfBook, book_of, books_to_choose, sample_id
from fabula.studio.home import keep, store_text
from fabula.studio.jobs import Job
from fabula.studio.labels import studio_labels
from fabula.studio.pages.facts_steps import STEPS, Table, table_of
from fabula.studio.pages.forms import chunks_of, fields_of, models_offered, start
from fabula.studio.pages.option_fields import OptionField, option_fields
from fabula.studio.place import Place
from fabula.studio.refusals import Missing, Refused
from fabula.studio.tasks import task
from fabula.studio.view import Studio, go, language_of, render, studio_of

router = APIRouter(prefix="/facts")
Step = Literal["graph", "summary", "check", "refine"]
_OF_A_MODEL = {
    "model", "max_cost", "rounds", "runs", "temperature", "graph_rounds", "no_graph", "min_support", "chunk_tokens"
}  # fmt: skip
"""What matters only where a model is asked."""
PLACED = ("graph_rounds", "runs", "rounds")
"""Options that stand beside the button of their step; the others are folded away below the model."""


@router.get("")
def choose(request: Request) -> Response:
    """The books, each with what was done for it here."""
    studio = studio_of(request)
    done: dict[str, list[Job]] = {}
    for job in studio.jobs.all():
        if job.kind in STEPS:
            done.setdefault(job.form["book"], []).append(job)
    return render(request, "facts/front.html.j2", books=books_to_choose(studio), done=done)


@router.get("/{book}")
def one(request: Request, book: str) -> Response:
    """The steps for one book; the query says which jobs lie on the table, else the latest do."""
    studio = studio_of(request)
    found = book_of(studio, book)
    return render(
        request,
        "facts/book.html.j2",
        place=Place(found, "facts"),
        book=found,
        table=table_of(studio.jobs, found.id, request.query_params),
        models=models_offered(studio),
        more=_more(studio_labels(language_of(request))),
        is_sample=found.id == sample_id(),
    )


@router.post("/{book}/text")
async def write(request: Request, book: str) -> Response:
    """A summary that was typed or pasted."""
    studio, found = studio_of(request), book_of(studio_of(request), book)
    fields = await fields_of(request)
    kept = store_text(studio.home, "summaries", "summary.txt", str(fields.get("text", "")).strip())
    return _taken(studio, found, kept.id, "written", fields)


@router.post("/{book}/file")
async def hand_in(request: Request, book: str) -> Response:
    """A summary in a file: text, Markdown, DOCX."""
    studio, found = studio_of(request), book_of(studio_of(request), book)
    form = await request.form()
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise Refused("no-summary-file")
    kept = await keep(studio.home, "summaries", upload.filename, chunks_of(upload))
    return _taken(studio, found, kept.id, "given", {name: form[name] for name in STEPS if name in form})


@router.post("/{book}/example")
async def take_example(request: Request, book: str) -> Response:
    """The sample novella's synopsis with eight errors in it."""
    studio, found = studio_of(request), book_of(studio_of(request), book)
    if found.id != sample_id():
        raise Missing("no-example")
    fields = await fields_of(request)
    text = sample(FAULTY_SYNOPSIS).decode()
    kept = store_text(studio.home, "summaries", FAULTY_SYNOPSIS, text)
    return _taken(studio, found, kept.id, "example", fields)


@router.post("/{book}/mended")
async def take_mended(request: Request, book: str) -> Response:
    """What came of a mending, laid on the table as a summary of its own."""
    studio, found = studio_of(request), book_of(studio_of(request), book)
    fields = await fields_of(request)
    mended = table_of(studio.jobs, found.id, fields).result("refine")
    if mended is None:
        raise Refused("nothing-corrected")
    return _taken(studio, found, mended["kept"], "mended", fields)


@router.post("/{book}/{step}")
async def ask(request: Request, book: str, step: Step) -> Response:
    """Start a step; with a model, estimate first what it would cost."""
    studio, found = studio_of(request), book_of(studio_of(request), book)
    fields = await fields_of(request)
    said = _said(step, fields)
    if step in ("check", "refine"):
        said["summary"] = _summary(table_of(studio.jobs, found.id, fields))
    if step == "refine" and "model" not in said:
        raise Refused("correcting-model")
    return _on(found, fields, start(studio, step, {**said, "book": found.id}, found.title))


@router.get("/{book}/between")
def between(
    request: Request, book: str, graph: str, one: str, other: str, first: int = 1, last: int = 10**6
) -> Response:
    """What holds between two people, or of one alone, with the lines of the book that tell it: a part of the page."""
    job = studio_of(request).jobs.job(graph)
    if job.kind != "graph" or job.form["book"] != book or not job.has_result:
        raise Missing("no-graph")
    return render(request, "facts/between.html.j2", **_between(job, one, other, (first, last)))


def _between(job: Job, one: str, other: str, chapters: tuple[int, int]) -> dict[str, Any]:
    from fabula.reading.graph_excerpts import between, shown_relations
    from fabula.reading.graph_files import load
    from fabula.reading.scenelist import Scene
    from fabula.reports.relations import people_and_lines

    graph = load(job.folder / "files" / "graph.json")
    people = {node.id: node for node in graph.nodes}
    if one not in people or other not in people:
        raise Missing("no-name-in-graph")
    raw = json.loads((job.folder / "files" / "scenes.json").read_text(encoding="utf-8"))
    listed = [Scene(number, chapter, 0, text) for number, (chapter, text) in enumerate(raw, 1)]
    lines = people_and_lines(graph)[1] if one == other else []
    language = job.result()["language"]
    return {
        "people": people,
        "pair": (people[one], people[other]),
        "rows": shown_relations(graph, between(graph, one, other), listed, language, chapters),
        "lines": [line for line in lines if one in (line.one, line.other)],
        "method": graph.method,
        "language": language,
    }


def _more(say: Labels) -> list[OptionField]:
    """The options of all steps, each once: the page has one form, and a step takes what it knows."""
    fields = [field for kind in STEPS for field in option_fields(task(kind).Form, say, PLACED, _OF_A_MODEL)]
    return list({field.name: field for field in fields}.values())


def _said(step: Step, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What the page's one form says for this step; without a model, only what matters without one."""
    given = {**fields, "rounds": fields.get("graph_rounds")} if step == "graph" else fields
    ignored = set() if fields.get("model") else _OF_A_MODEL
    form = task(step).Form
    return {
        name: given[name]
        for name in form.model_fields
        if name in given and name not in ignored and name not in STEPS
    }


def _summary(table: Table) -> str:
    if table.kept is None:
        raise Refused("no-summary")
    return table.kept


def _taken(studio: Studio, book: ShelfBook, kept: str, source: str, fields: Mapping[str, Any]) -> Response:
    given = {"book": book.id, "summary": kept, "source": source}
    job = start(studio, "summary", given, book.title)
    return _on(book, fields, job)


def _on(book: ShelfBook, fields: Mapping[str, Any], job: Job) -> Response:
    """Back to the page, at the step that was taken, with everything else as it was. The page's script may come late, so the model is said, too."""
    lying = {name: str(fields[name]) for name in (*STEPS, "model") if fields.get(name)} | {job.kind: job.id}
    return go(f"/facts/{book.id}?{urlencode(lying)}#step-{job.kind}")
