"""Two drafts of a book, or two evaluations: choose them, and see what moved beyond the noise."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import book_of, books_to_choose
from fabula.studio.jobs import Job
from fabula.studio.pages.forms import fields_of, models_offered, on_to, start
from fabula.studio.view import render, studio_of

router = APIRouter(prefix="/compare")
_OF_JUDGING = ("model", "method", "runs", "max_cost")


@router.get("")
def form(request: Request, old: str = "", new: str = "") -> Response:
    """Drafts on the shelf, evaluations made, and what was compared before."""
    studio = studio_of(request)
    jobs = studio.jobs.all()
    return render(
        request,
        "compare/front.html.j2",
        books=books_to_choose(studio),
        evaluations=[job for job in jobs if job.kind == "evaluate" and job.has_result],
        old=old,
        new=new,
        models=models_offered(studio),
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
    sides = {side: f"book:{book.id}" for side, book in zip(("old", "new"), books, strict=True)}
    alike = books[0].title == books[1].title
    named = [f"{book.title} ({book.file.name})" if alike else book.title for book in books]
    return on_to(start(studio, "compare", fields | sides, " → ".join(named)))


@router.post("/evaluations")
async def evaluations(request: Request) -> Response:
    """Two evaluations that are there: two models on one book, or two drafts."""
    studio = studio_of(request)
    fields = await fields_of(request)
    jobs = [studio.jobs.job(fields.get(side, "")) for side in ("old", "new")]
    sides = {side: f"job:{job.id}" for side, job in zip(("old", "new"), jobs, strict=True)}
    return on_to(start(studio, "compare", sides, " → ".join(map(_named, jobs))))


def _named(job: Job) -> str:
    """An evaluation by its book, and by its judge where there was one."""
    return f"{job.about} ({job.form['model']})" if job.form.get("model") else job.about
