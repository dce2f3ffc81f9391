"""Put books in order: tick those to compare, see what it costs, watch it go on, read the order."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.books import book_of, books_to_choose
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.pages.rubrics import own_rubrics
from fabula.studio.refusals import Refused
from fabula.studio.tasks import rank
from fabula.studio.view import language_of, render, studio_of

router = APIRouter(prefix="/rank")
PLACED = ("rubric",)
"""Options that the page places itself; the others are folded away below them."""
_FEWEST, _NAMED = 3, 3


@router.get("")
def form(request: Request) -> Response:
    """The books to choose from; below them what was put in order before."""
    studio = studio_of(request)
    return render(
        request,
        "rank/front.html.j2",
        books=books_to_choose(studio),
        models=models_offered(studio),
        own_rubrics=own_rubrics(studio),
        rubric_chosen="",
        more=option_fields(rank.Form, studio_labels(language_of(request)), PLACED),
        before=done_before_of(studio, "rank"),
    )


@router.post("")
async def ask(request: Request) -> Response:
    """To the job's own page, where the cost is estimated first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    chosen = fields.get("books", ())
    ids = list(dict.fromkeys([chosen] if isinstance(chosen, str) else chosen))
    if len(ids) < _FEWEST:
        raise Refused("three-books")
    if not fields.get("model"):
        raise Refused("rank-model")
    titles = [book_of(studio, identifier).title for identifier in ids]
    about = ", ".join(titles[:_NAMED]) + (f" (+{len(titles) - _NAMED})" if len(titles) > _NAMED else "")
    return on_to(start(studio, "rank", {**fields, "books": ids}, about))
