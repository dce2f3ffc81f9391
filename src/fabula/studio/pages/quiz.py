"""Does a model know its literature? Results question by question, the checks of a set, and a set put to a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request, UploadFile
from fastapi.responses import Response

from fabula.quiz.choices import MOST_SHOTS
from fabula.quiz.classify import names
from fabula.quiz.files import csv_text, jsonl_text, read_set
from fabula.quiz.results import QuizRunResult
from fabula.quiz.review import CHECKS, Review, checks_for, reviews_file
from fabula.quiz.review import keep as keep_review
from fabula.reports.quiz_tables import examples, notes, quiz_labels, sentences, tables
from fabula.studio.books import at_once, book_of, books_to_choose, shelf_books
from fabula.studio.home import Kind, StoredFile, all_stored, keep, kept, remove_stored, safe_name
from fabula.studio.jobs import Job
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.pages.quiz_questions import Which, cut
from fabula.studio.pages.quiz_result import headline, parsed, read
from fabula.studio.pages.quiz_review import proofs, reviewed
from fabula.studio.refusals import Missing, NotFound, Refused
from fabula.studio.results import on_hand, result_of
from fabula.studio.tasks import draft as drafting
from fabula.studio.tasks import quiz
from fabula.studio.tasks import redraft as redrafting
from fabula.studio.tasks.form import from_form
from fabula.studio.view import Studio, go, language_of, render, studio_of

router = APIRouter(prefix="/quiz")
Reviewer = Annotated[str, Query(max_length=80)]
_LONGEST_NAME, _LONGEST_NOTE = 80, 2_000
PLACED = ("shots", "prompt", "by", "permute")
"""Options that the page places itself; the others are folded away below them."""


@router.get("")
def page(request: Request, book: str = "") -> Response:
    """Results that lie on hand, sets that were handed in, and the job done with them."""
    studio = studio_of(request)
    found = [(each, headline(each.id, each.file)) for each in on_hand(studio.home, studio.results)]
    return render(
        request,
        "quiz/front.html.j2",
        results=[(each, told) for each, told in found if told is not None],
        runs=[job for job in studio.jobs.all() if job.kind == "quiz" and job.form["model"]],
        sets=all_stored(studio.home, "quizzes"),
        books=books_to_choose(studio),
        chosen=book,
        models=models_offered(studio),
        more=option_fields(drafting.Form, studio_labels(language_of(request))),
        drafts=done_before_of(studio, "draft"),
    )


@router.post("/drafts")
async def draft(request: Request) -> Response:
    """Have questions about a book drafted: what it would cost first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    book = book_of(studio, fields.get("book", ""))
    if not fields.get("model"):
        raise Refused("draft-model")
    return on_to(start(studio, "draft", fields, book.title))


@router.post("/results")
async def hand_in_result(request: Request, file: UploadFile) -> Response:
    """Store a result. A file that is not one is refused."""
    found = await _taken(request, file, "results", parsed)
    return go(f"/quiz/results/{found.id}", "added")


@router.get("/results/{identifier}")
def result(
    request: Request,
    identifier: str,
    show: Which = "wrong",
    category: Annotated[str, Query(max_length=200)] = "",
    page: int = 1,
) -> Response:
    """A result: of job done here, handed in, or of the owner's folder."""
    studio = studio_of(request)
    job = _run(studio, identifier)
    found = _of_run(job) if job else _on_hand(studio, identifier)
    say = quiz_labels(language_of(request))
    document = found.json_document if found else {}
    return render(
        request,
        "quiz/result.html.j2",
        identifier=identifier,
        job=job,
        result=found,
        tables=tables(document, say) if found else {},
        notes=notes(document, say) if found else [],
        sentences=sentences(document, say) if found else [],
        kinds=names(say.language) | {"unlabelled": say("unlabelled")},
        told=say,
        examples=examples,
        cut=cut(found, show, category, page) if found else None,
    )


@router.post("/sets")
async def hand_in_set(request: Request, file: UploadFile) -> Response:
    """Store a question set. A file that is not one is refused."""
    found = await _taken(request, file, "quizzes", _read_set)
    return go(f"/quiz/sets/{found.id}", "added")


@router.get("/sets/{identifier}")
def one_set(request: Request, identifier: str) -> Response:
    """What is wrong with a set, looked up at once, and how it can be put to a model."""
    studio = studio_of(request)
    file = kept(studio.home, "quizzes", identifier)
    check = studio.jobs.started("quiz", from_form(quiz.Form, {"file": identifier}), file.name)
    checked = check.result() if check.has_result else None
    return render(
        request,
        "quiz/set.html.j2",
        file=file,
        check=check,
        checked=checked,
        most_shots=min(MOST_SHOTS, len(checked["novels"]) - 1) if checked else MOST_SHOTS,
        models=models_offered(studio),
        more=option_fields(quiz.Form, studio_labels(language_of(request)), PLACED),
        runs=[
            each for each in studio.jobs.all() if each.form.get("file") == identifier and each.form["model"]
        ],
    )


@router.post("/sets/{identifier}")
async def run(request: Request, identifier: str) -> Response:
    """Put the set to a model: what it would cost first."""
    studio = studio_of(request)
    file = kept(studio.home, "quizzes", identifier)
    fields = await fields_of(request)
    shots = fields.get("shots") or []
    fields["shots"] = [shots] if isinstance(shots, str) else sorted(shots)
    if not fields.get("model"):
        raise Refused("quiz-model")
    job = start(studio, "quiz", fields | {"file": identifier}, file.name)
    return go(f"/quiz/results/{job.id}")


@router.get("/sets/{identifier}/review")
async def review(
    request: Request,
    identifier: str,
    reviewer: Reviewer = "",
    row: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """A question for this reviewer; without a name, or when none is left, what came of the reviews."""
    studio = studio_of(request)
    file = kept(studio.home, "quizzes", identifier)
    found = await asyncio.to_thread(reviewed, file)
    name = reviewer.strip()
    question = found.turn(name, row) if name else None
    shown: dict[str, Any] = {"file": file, "found": found, "reviewer": name, "question": question}
    if question is None:
        return render(
            request,
            "quiz/reviews.html.j2",
            **shown,
            books=books_to_choose(studio),
            models=models_offered(studio),
            more=option_fields(redrafting.Form, studio_labels(language_of(request))),
        )
    return render(
        request,
        "quiz/review.html.j2",
        **shown,
        checks=checks_for(question, language_of(request)),
        kind=names(language_of(request)).get(question.category or "", question.category or ""),
        said=found.of(question, name),
        proofs=await proofs(question, shelf_books(studio)),
        left=found.left(name),
    )


@router.post("/sets/{identifier}/review")
async def take_review(request: Request, identifier: str) -> Response:
    """Keep one reviewer's checks of a question, and go on to the next."""
    studio = studio_of(request)
    file = kept(studio.home, "quizzes", identifier)
    fields = await fields_of(request)
    name = str(fields.get("reviewer", "")).strip()[:_LONGEST_NAME]
    checks = {check: fields.get(check) for check in CHECKS}
    if not name or not set(checks.values()) <= {"yes", "no"}:
        raise Refused("review-unfinished")
    quiz = await asyncio.to_thread(read_set, file.file)
    if fields.get("question") not in {each.digest for each in quiz.questions}:
        raise Missing("no-question")
    passed = {check: said == "yes" for check, said in checks.items()}
    note = str(fields.get("note", "")).strip()[:_LONGEST_NOTE]
    keep_review(reviews_file(file.file), Review(name, str(fields["question"]), passed, note))
    return go(f"/quiz/sets/{identifier}/review?{urlencode({'reviewer': name})}")


@router.get("/sets/{identifier}/passed.{form}")
def passed(request: Request, identifier: str, form: Literal["jsonl", "csv"]) -> Response:
    """The questions that two reviewers passed, as a set."""
    file = kept(studio_of(request).home, "quizzes", identifier)
    found = reviewed(file)
    rows = set(found.states.passed)
    questions = [each for each in found.quiz.questions if each.row in rows]
    text = "\ufeff" + csv_text(questions) if form == "csv" else jsonl_text(questions)
    name = quote(f"{file.file.stem}.passed.{form}")
    headers = {"content-disposition": f"attachment; filename*=utf-8''{name}"}
    return Response(text, media_type="text/csv" if form == "csv" else "application/x-ndjson", headers=headers)


@router.post("/sets/{identifier}/redraft")
async def redraft(request: Request, identifier: str) -> Response:
    """Have the questions that were sent back drafted again: what it would cost first."""
    studio = studio_of(request)
    file = kept(studio.home, "quizzes", identifier)
    fields = await fields_of(request)
    if not fields.get("model"):
        raise Refused("redraft-model")
    reviews = (await asyncio.to_thread(reviewed, file)).digest
    return on_to(start(studio, "redraft", fields | {"file": identifier, "reviews": reviews}, file.name))


@router.post("/sets/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Let a set go. The results of it stay."""
    remove_stored(studio_of(request).home, "quizzes", identifier)
    return go("/quiz", "removed")


def _run(studio: Studio, identifier: str) -> Job | None:
    try:
        job = studio.jobs.job(identifier)
    except NotFound:
        return None
    if job.kind != "quiz" or not job.form["model"]:
        raise Missing("asked-nothing")
    return job


def _of_run(job: Job) -> QuizRunResult | None:
    return QuizRunResult.model_validate(job.result()["result"]) if job.has_result else None


def _on_hand(studio: Studio, identifier: str) -> QuizRunResult:
    found = result_of(studio.home, studio.results, identifier)
    return read(found.id, found.file, found.name)


def _read_set(raw: bytes, name: str) -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / safe_name(name)
        place.write_bytes(raw)
        read_set(place)


async def _taken(
    request: Request, file: UploadFile, kind: Kind, read: Callable[[bytes, str], object]
) -> StoredFile:
    """Store a file only if it can be read as what it should be."""
    raw, name = await file.read(), file.filename
    if not name:
        raise Refused("no-file-came")
    await asyncio.to_thread(read, raw, name)
    return await keep(studio_of(request).home, kind, name, at_once(raw))
