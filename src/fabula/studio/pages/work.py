"""A piece of work: what it would cost, how far it is, what came of it; and the files that it left."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import FileResponse, Response, StreamingResponse

from fabula.studio.home import NotHere
from fabula.studio.view import fragment, go, render, studio_of
from fabula.studio.works import Work

router = APIRouter(prefix="/works")
_ROOMS = {"outline": "shelf", **dict.fromkeys(("graph", "summary", "check", "refine"), "facts")}
"""Where work belongs whose room has another name."""
_BETWEEN_LOOKS = 0.3
_STILL_THERE = 15.0
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""A report holds its own style and script: that one script may run, by its hash, and no other."""


@router.get("/{identifier}")
def show(request: Request, identifier: str) -> Response:
    """The work and its result."""
    work = studio_of(request).works.work(identifier)
    result = work.result() if work.has_result else None
    return render(
        request, "work/front.html.j2", work=work, result=result, room=_ROOMS.get(work.kind, work.kind)
    )


@router.post("/{identifier}/{deed}")
async def change(
    request: Request,
    identifier: str,
    deed: Literal["plan", "begin", "stop", "remove"],
    back: Annotated[str, Form()] = "",
) -> Response:
    """Reckon, begin, stop, go on; `remove` forgets the work, though not the answers that were paid for."""
    works = studio_of(request).works
    if deed == "plan":
        works.plan(identifier)
    elif deed == "begin":
        works.begin(identifier)
    elif deed == "stop":
        await works.stop(identifier)
    else:
        works.remove(identifier)
        return go("/runs")
    return go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else f"/works/{identifier}")


@router.get("/{identifier}/events")
def events(request: Request, identifier: str) -> Response:
    """How far the work is, told as it goes on; the stream ends with the work."""
    studio_of(request).works.work(identifier)
    return StreamingResponse(_told(request, identifier), media_type="text/event-stream")


@router.get("/{identifier}/files/{name:path}")
def file(request: Request, identifier: str, name: str) -> Response:
    """A file that the work left, by a name that stands in its folder."""
    work = studio_of(request).works.work(identifier)
    folder = work.folder / "files"
    known = {str(place.relative_to(folder)): place for place in folder.rglob("*") if place.is_file()}
    if name not in known:
        raise NotHere("this work left no such file")
    headers = {}
    if name.endswith(".html"):
        headers["content-security-policy"] = _REPORT_POLICY.format(script=work.result().get("script", "none"))
    elif name.endswith(".svg"):
        headers["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return FileResponse(known[name], media_type=kind, headers=headers)


async def _told(request: Request, identifier: str) -> AsyncIterator[str]:
    works = studio_of(request).works
    before, quiet = "", 0.0
    while True:
        work = works.work(identifier)
        said = json.dumps({"status": work.status, "html": _progress(request, work)}, ensure_ascii=False)
        if said != before:
            yield f"data: {said}\n\n"
            before, quiet = said, 0.0
        if not work.under_way or await request.is_disconnected():
            return
        await asyncio.sleep(_BETWEEN_LOOKS)
        quiet += _BETWEEN_LOOKS
        if quiet >= _STILL_THERE:
            yield ": still there\n\n"
            quiet = 0.0


def _progress(request: Request, work: Work) -> str:
    return fragment(request, "work/progress.html.j2", work=work)
