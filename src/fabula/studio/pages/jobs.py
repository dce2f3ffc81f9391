"""A job: what it would cost, how far it is, what came of it; and the files that it left."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import FileResponse, HTMLResponse, Response, StreamingResponse

from fabula.reports.manuscript import script_hashes
from fabula.reports.word_file import word_file
from fabula.studio.books import interrupted
from fabula.studio.jobs import Job
from fabula.studio.native import (
    board_in,
    comparison_in,
    facts_in,
    manuscript_in,
    markdown_in,
    page_in,
    passport_in,
    ranking_in,
)
from fabula.studio.place import place_of_job
from fabula.studio.refusals import Missing
from fabula.studio.view import fragment, go, language_of, render, studio_of

router = APIRouter(prefix="/jobs")
_ROOMS = {
    "outline": "shelf",
    **dict.fromkeys(("graph", "summary", "check", "refine"), "facts"),
    **dict.fromkeys(("draft", "redraft"), "quiz"),
    **dict.fromkeys(("webnovel", "site"), "novelists"),
}
"""Where job belongs whose room has another name."""
_PAGES = {
    "report": page_in,
    "manuscript": manuscript_in,
    "compare": comparison_in,
    "rank": ranking_in,
    "board": board_in,
    "facts": facts_in,
    "passport": passport_in,
}
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_BETWEEN_LOOKS = 0.3
_STILL_THERE = 15.0
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src {scripts}; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""A report holds its own style and scripts: those may run, by their hashes, and no other."""


@router.get("/{identifier}")
def show(request: Request, identifier: str) -> Response:
    """The job and its result."""
    job = studio_of(request).jobs.job(identifier)
    result = job.result() if job.has_result else None
    place = place_of_job(studio_of(request), job)
    room = _ROOMS.get(job.kind, job.kind)
    return render(request, "job/front.html.j2", job=job, result=result, room=room, place=place)


@router.post("/continue")
async def go_on(request: Request) -> Response:
    """Continue everything that was running when the studio was closed."""
    studio = studio_of(request)
    for job in interrupted(studio):
        studio.jobs.start(job.id)
    return go("/runs?standing=under_way")


@router.post("/{identifier}/{deed}")
async def change(
    request: Request,
    identifier: str,
    deed: Literal["plan", "start", "stop", "remove"],
    back: Annotated[str, Form()] = "",
    max_cost: Annotated[float | None, Form(ge=0, allow_inf_nan=False)] = None,
) -> Response:
    """Estimate, start, stop or continue, with another limit of the cost if one is given; `remove` forgets the job, but
    keeps the answers that were paid for."""
    jobs = studio_of(request).jobs
    if max_cost is not None:
        jobs.limit(identifier, max_cost)
    if deed == "plan":
        jobs.plan(identifier)
    elif deed == "start":
        jobs.start(identifier)
    elif deed == "stop":
        await jobs.stop(identifier)
    else:
        jobs.remove(identifier)
        return go("/runs", "removed")
    return go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else f"/jobs/{identifier}")


@router.get("/{identifier}/events")
def events(request: Request, identifier: str) -> Response:
    """The job's progress as a stream that ends with the job."""
    studio_of(request).jobs.job(identifier)
    return StreamingResponse(_told(request, identifier), media_type="text/event-stream")


@router.get("/{identifier}/files/{name:path}")
def file(request: Request, identifier: str, name: str) -> Response:
    """A file that the job wrote, by its name in the job's folder."""
    job = studio_of(request).jobs.job(identifier)
    folder = job.folder / "files"
    known = {str(place.relative_to(folder)): place for place in folder.rglob("*") if place.is_file()}
    if name not in known:
        raise Missing("no-file")
    headers = {}
    if name.endswith(".html"):
        headers["content-security-policy"] = _REPORT_POLICY.format(scripts=_allowed(job.result()))
    elif name.endswith(".svg"):
        headers["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return FileResponse(known[name], media_type=kind, headers=headers)


@router.get("/{identifier}/{page}.html")
def alone(
    request: Request,
    identifier: str,
    page: Literal["report", "manuscript", "compare", "rank", "board", "facts", "passport"],
) -> Response:
    """What a job made as a page of its own, in the reader's language."""
    made = _PAGES[page](studio_of(request).jobs.job(identifier), str(language_of(request)))
    if made is None:
        raise Missing("no-page")
    scripts = " ".join(f"'{each}'" for each in script_hashes())
    return HTMLResponse(made, headers={"content-security-policy": _REPORT_POLICY.format(scripts=scripts)})


@router.get("/{identifier}/report.md")
def words(request: Request, identifier: str) -> Response:
    """The report as Markdown."""
    return _download(_words(request, identifier).encode(), "text/markdown", "report.md")


@router.get("/{identifier}/report.docx")
def word(request: Request, identifier: str) -> Response:
    """The report as a Word document, made when it is asked for."""
    return _download(word_file(_words(request, identifier)), _DOCX, "report.docx")


def _words(request: Request, identifier: str) -> str:
    text = markdown_in(studio_of(request).jobs.job(identifier), str(language_of(request)))
    if text is None:
        raise Missing("no-report")
    return text


def _download(content: bytes, kind: str, name: str) -> Response:
    return Response(
        content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def _told(request: Request, identifier: str) -> AsyncIterator[str]:
    jobs = studio_of(request).jobs
    before, quiet = "", 0.0
    while True:
        job = jobs.job(identifier)
        said = json.dumps({"status": job.status, "html": _progress(request, job)}, ensure_ascii=False)
        if said != before:
            yield f"data: {said}\n\n"
            before, quiet = said, 0.0
        if not job.under_way or await request.is_disconnected():
            return
        await asyncio.sleep(_BETWEEN_LOOKS)
        quiet += _BETWEEN_LOOKS
        if quiet >= _STILL_THERE:
            yield ": still there\n\n"
            quiet = 0.0


def _progress(request: Request, job: Job) -> str:
    return fragment(request, "job/progress.html.j2", job=job)


def _allowed(result: Mapping[str, Any]) -> str:
    return " ".join(f"'{each}'" for each in result.get("scripts") or ["none"])
