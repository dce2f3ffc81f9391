"""What an author decided about the notes on a book, kept by title and author so that every draft knows it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError

from fabula.editing.decisions import DecisionFile
from fabula.studio.home import kept_decisions, write_json
from fabula.studio.view import studio_of

router = APIRouter(prefix="/decisions")


@router.get("/{identifier}")
def decisions(request: Request, identifier: str) -> Response:
    """What was decided so far."""
    place = kept_decisions(studio_of(request).home, identifier)
    known = place.read_bytes() if place.is_file() else DecisionFile().model_dump_json().encode()
    return Response(known, media_type="application/json")


@router.post("/{identifier}")
async def decide(request: Request, identifier: str) -> Response:
    """Keep what the manuscript page sends."""
    try:
        sent = DecisionFile.model_validate_json(await request.body())
    except ValidationError:
        return JSONResponse({"error": "these are no decisions about notes"}, status_code=422)
    place = kept_decisions(studio_of(request).home, identifier)
    write_json(place, sent.model_dump())
    return Response(status_code=204)
