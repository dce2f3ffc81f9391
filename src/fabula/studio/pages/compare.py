"""Two drafts of a book, or two evaluations: what moved beyond the noise. Several books: their results beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response
from pydantic import ValidationError

from fabula.errors import UsageError
from fabula.judging.result import EvaluateResult
from fabula.reports.books_side_by_side import in_one_language, side_by_side
from fabula.reports.labels import labels
from fabula.studio.books import (
    book_of,
    books_to_choose,
    first_verdict,
    jobs_about,
    latest_drafts,
    latest_evaluations,
    reports_of,
)
from fabula.studio.jobs import Job
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.place import place_of
from fabula.studio.refusals import Refused
from fabula.studio.tasks import compare
from fabula.studio.view import Studio, go, language_of, render, studio_of

router = APIRouter(prefix="/compare")
PLACED = ("method", "runs")
"""Options that the page places itself; any others are folded away below them."""
FEWEST, MOST = 2, 6
"""How many books stand beside each other."""
_OF_JUDGING = ("model", "max_cost", *PLACED)


@router.get("")
def form(request: Request, old: str = "", new: str = "") -> Response:
    """Drafts on the shelf, evaluations made, and what was compared before."""
    studio = studio_of(request)
    jobs = studio.jobs.all()
    evaluations = [job for job in jobs if job.kind == "evaluate" and job.has_result]
    if not old and not new:
        old, new = latest_drafts(studio)
    return render(
        request,
        "compare/front.html.j2",
        place=place_of(studio, new, "drafts"),
        books=books_to_choose(studio),
        evaluations=evaluations,
        judged=latest_evaluations(evaluations),
        old=old,
        new=new,
        models=models_offered(studio),
        more=option_fields(compare.Form, studio_labels(language_of(request)), PLACED),
        before=[job for job in jobs if job.kind == "compare"],
    )


@router.post("/drafts")
async def drafts(request: Request) -> Response:
    """Two books of the shelf, judged alike: without a model at once, with one after its cost is seen."""
    studio = studio_of(request)
    fields = await fields_of(request)
    if not fields.get("model"):
        fields = {name: value for name, value in fields.items() if name not in _OF_JUDGING}
    elif fields.get("method") in (None, "", "embedded"):
        fields["method"] = "summary"
    books = [book_of(studio, fields.pop(side, "")) for side in ("old", "new")]
    sides = _two("book", [book.id for book in books])
    alike = books[0].title == books[1].title
    named = [f"{book.title} ({book.file.name})" if alike else book.title for book in books]
    return on_to(start(studio, "compare", fields | sides, " → ".join(named)))


@router.post("/evaluations")
async def evaluations(request: Request) -> Response:
    """Two evaluations that are there: two models on one book, or two drafts."""
    studio = studio_of(request)
    fields = await fields_of(request)
    jobs = [studio.jobs.job(fields.get(side, "")) for side in ("old", "new")]
    sides = _two("job", [job.id for job in jobs])
    return on_to(start(studio, "compare", sides, " → ".join(map(_named, jobs))))


@router.get("/books")
def several(request: Request, book: Annotated[list[str], Query()] = []) -> Response:  # noqa: B006
    """Several books beside each other, as their reports have them. What is missing is said, and a button starts it."""
    studio, language = studio_of(request), language_of(request)
    chosen = list(dict.fromkeys(book))
    if not FEWEST <= len(chosen) <= MOST:
        raise UsageError(studio_labels(language)("compare.side.count", n=len(chosen)))
    books = [book_of(studio, each) for each in chosen]
    results = [_result(studio, each.id) for each in books]
    return render(
        request,
        "compare/books.html.j2",
        columns=list(zip(books, results, [_under_way(studio, each.id) for each in books], strict=True)),
        groups_of_rows=side_by_side(results, labels(language)),
        one_language=in_one_language(results),
    )


@router.post("/books")
def measure(request: Request, book: Annotated[list[str], Form()]) -> Response:
    """Measure the books that have no result, without a model, and come back."""
    studio = studio_of(request)
    for each in (book_of(studio, one) for one in book):
        if each.outline and _result(studio, each.id) is None:
            studio.jobs.start(first_verdict(studio, each.file).id)
    return go("/compare/books?" + "&".join(f"book={one}" for one in book))


def _result(studio: Studio, book: str) -> EvaluateResult | None:
    """The latest result on a book. None if there is none, or if it is from a version that saved it otherwise."""
    for job in reports_of(studio, book)[:1]:
        try:
            return EvaluateResult.model_validate(job.result()["evaluation"])
        except ValidationError:
            return None
    return None


def _under_way(studio: Studio, book: str) -> Job | None:
    about = (job for job in jobs_about(studio, book) if job.kind in ("outline", "evaluate"))
    return next((job for job in about if job.under_way), None)


def _two(kind: Literal["book", "job"], ids: Sequence[str]) -> dict[str, str]:
    old, new = ids
    if old == new:
        raise Refused("same-sides")
    return {"old": f"{kind}:{old}", "new": f"{kind}:{new}"}


def _named(job: Job) -> str:
    """An evaluation by its book, and by its judge where there was one."""
    return f"{job.about} ({job.form['model']})" if job.form.get("model") else job.about
