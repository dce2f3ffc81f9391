"""Can a model write? Result files become a leaderboard, and any two stories can be read side by side."""

from __future__ import annotations

import json
import time
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.errors import FabulaError, UsageError
from fabula.studio.books import book_of, books_to_choose, shelf_books
from fabula.studio.home import keep, remove_stored
from fabula.studio.labels import studio_labels
from fabula.studio.pages.forms import chunks_of, done_before_of, fields_of, models_offered, on_to, start
from fabula.studio.pages.novelists_stories import choice, rows, side, two_of
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.refusals import Missing, Refused
from fabula.studio.results import MOST_FILES, Result, on_hand, result_of
from fabula.studio.tasks import novelists, webnovel
from fabula.studio.view import Studio, go, language_of, render, studio_of

router = APIRouter(prefix="/novelists")
KINDS = ("scores", "duels", "stories", "synopses", "gauged", "reference")
"""What files may hold, in the order in which they are listed."""
LINE_PLACED = ("model", "judge")
"""Those that the form for stories by a model places itself."""
PLACED = ()
"""Options that the page places itself: it places the files alone."""
_CHOSEN_AT_FIRST = 12
_NAMED = 3


@router.get("")
def results(request: Request) -> Response:
    """The files on hand, to be chosen from, and the boards made before."""
    studio = studio_of(request)
    files = known_files(studio)
    return render(
        request,
        "novelists/front.html.j2",
        kinds=[(kind, [one for held, one in files if held == kind]) for kind in KINDS if kind != "reference"],
        references=[one for kind, one in files if kind == "reference"],
        checked=len(files) <= _CHOSEN_AT_FIRST,
        any_files=any(kind != "reference" for kind, _ in files),
        folder=studio.results is not None,
        many=sum(not one.handed_in for _, one in files) >= MOST_FILES,
        own=[one for _, one in files if one.handed_in],
        more=option_fields(novelists.Form, studio_labels(language_of(request)), PLACED),
        before=done_before_of(studio, "novelists"),
        books=books_to_choose(studio),
        models=models_offered(studio),
        line=option_fields(webnovel.Form, studio_labels(language_of(request)), LINE_PLACED),
        lines=done_before_of(studio, "webnovel"),
    )


@router.post("/line")
async def ask_line(request: Request) -> Response:
    """Synopses, stories and judgements of books of the shelf: what they would cost first."""
    studio = studio_of(request)
    fields = await fields_of(request)
    chosen = fields.get("books") or []
    ids = list(dict.fromkeys([chosen] if isinstance(chosen, str) else chosen))
    titles = [book_of(studio, identifier).title for identifier in ids]
    if not titles or not fields.get("model") or not fields.get("judge"):
        raise Refused("webnovel")
    return on_to(
        start(
            studio, "webnovel", {**fields, "books": ids}, f"{fields['model']} · {', '.join(titles[:_NAMED])}"
        )
    )


@router.post("/files")
async def hand_in(request: Request) -> Response:
    """Store files. A file with nothing from a run is refused."""
    studio, began = studio_of(request), time.time()
    form = await request.form()
    uploads = [each for each in form.getlist("file") if not isinstance(each, str) and each.filename]
    if not uploads:
        raise Refused("no-results")
    for upload in uploads:
        one = await keep(studio.home, "results", upload.filename or "", chunks_of(upload))
        if _kind(result_of(studio.home, None, one.id)) is None:
            if one.at >= began:
                remove_stored(studio.home, "results", one.id)
            raise UsageError(
                f"{one.name} holds no results: give the .jsonl files of `novelist judge`, `write` or `synopsis`, or a reference of `novelist fit`"
            )
    return go("/novelists", "added")


@router.post("/files/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Forget a file that was handed in; the owner's own folder is never touched."""
    remove_stored(studio_of(request).home, "results", identifier)
    return go("/novelists", "removed")


@router.post("")
async def ask(request: Request) -> Response:
    """Make the board of the files that were chosen."""
    studio = studio_of(request)
    fields = await fields_of(request)
    given = fields.get("results") or []
    fields["results"] = sorted({given} if isinstance(given, str) else set(given))
    if not fields["results"]:
        raise Refused("none-ticked")
    files = [result_of(studio.home, studio.results, each) for each in fields["results"]]
    chosen = [one.name for one in files if _kind(one) == "scores"] or [one.name for one in files]
    about = " · ".join(chosen[:_NAMED]) + (f" + {len(chosen) - _NAMED}" if len(chosen) > _NAMED else "")
    return on_to(start(studio, "novelists", fields, about))


@router.post("/{identifier}/site")
async def ask_site(request: Request, identifier: str) -> Response:
    """Make the site of a leaderboard, in the language of the page. Human chapters are on it only if they are asked for."""
    studio, fields = studio_of(request), await fields_of(request)
    job = studio.jobs.job(identifier)
    if job.kind != "novelists" or not job.has_result:
        raise Missing("no-leaderboard")
    told = {each["story"] for each in job.result()["stories"]["chapters"]}
    human = [one.id for one in shelf_books(studio) if one.outline and one.outline.get("id") in told]
    form = {name: job.form.get(name) for name in ("results", "reference")}
    chosen = {"books": sorted(human) if fields.get("human") else [], "lang": language_of(request)}
    return on_to(start(studio, "site", {**form, **chosen}, job.about))


@router.get("/{identifier}/stories")
def stories(request: Request, identifier: str, chapter: int = 0, left: int = -1, right: int = -1) -> Response:
    """Two writers on one synopsis."""
    studio = studio_of(request)
    job = studio.jobs.job(identifier)
    laid = job.result()["stories"] if job.kind == "novelists" else None
    if not laid or not 0 <= chapter < len(laid["chapters"]):
        raise Missing("no-chapter")
    document = json.loads((job.folder / "files" / "chapters" / f"{chapter}.json").read_text(encoding="utf-8"))
    books = {one.outline["id"]: one for one in shelf_books(studio) if one.outline and "id" in one.outline}
    by = laid["chapters"][chapter]["by"]
    one, two = two_of(by, left, right)
    sides = [
        side(document["written"][by.index(each)], document, books) for each in (one, two) if each is not None
    ]
    return render(
        request,
        "novelists/stories.html.j2",
        job=job,
        chapter=chapter,
        document=document,
        sides=sides,
        rows=rows(sides, language_of(request)),
        choice=choice(laid, books, by, one, two),
    )


def known_files(studio: Studio) -> list[tuple[str, Result]]:
    """Files on hand that hold something of a run, each with what it holds."""
    found = on_hand(studio.home, studio.results)
    return [(kind, one) for one in found if (kind := _kind(one)) is not None]


@lru_cache(maxsize=2_000)
def _kind(found: Result) -> str | None:
    """What a file holds. Its id changes when the file does, so that an answer may be remembered."""
    from fabula.novelists.reference_files import read_reference
    from fabula.novelists.vectors import kind_of

    try:
        if found.file.suffix.lower() == ".json":
            read_reference(found.file)
            return "reference"
        return kind_of(found.file)
    except (FabulaError, OSError, AttributeError):
        return None
