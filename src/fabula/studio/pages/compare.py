"""Two drafts of a book, or two evaluations: choose them, and see what moved beyond the noise."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import book_of, to_choose
from fabula.studio.pages.forms import begin, fields_of, models_offered, on_to
from fabula.studio.tasks.compare import Asked
from fabula.studio.view import render, studio_of
from fabula.studio.works import Work

router = APIRouter(prefix="/compare")
_OF_JUDGING = ("model", "method", "runs", "max_cost")


@router.get("")
def form(request: Request, old: str = "", new: str = "") -> Response:
    """Drafts on the shelf, evaluations made, and what was compared before."""
    studio = studio_of(request)
    works = studio.works.all()
    return render(
        request,
        "compare/front.html.j2",
        books=to_choose(studio),
        evaluations=[work for work in works if work.kind == "evaluate" and work.has_result],
        old=old,
        new=new,
        models=models_offered(studio),
        before=[work for work in works if work.kind == "compare"],
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
    return on_to(begin(studio, "compare", Asked, fields | sides, " → ".join(named)))


@router.post("/evaluations")
async def evaluations(request: Request) -> Response:
    """Two evaluations that are there: two models on one book, or two drafts."""
    studio = studio_of(request)
    fields = await fields_of(request)
    works = [studio.works.work(fields.get(side, "")) for side in ("old", "new")]
    sides = {side: f"work:{work.id}" for side, work in zip(("old", "new"), works, strict=True)}
    return on_to(begin(studio, "compare", Asked, sides, " → ".join(map(_named, works))))


def _named(work: Work) -> str:
    """An evaluation by its book, and by its judge where there was one."""
    return f"{work.about} ({work.asked['model']})" if work.asked.get("model") else work.about
