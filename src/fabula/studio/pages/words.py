"""The words that a novelist may not know, one sentence each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.reports.glossary import glossary
from fabula.studio.view import language_of, render

router = APIRouter(prefix="/words")


@router.get("")
def words(request: Request) -> Response:
    """The glossary in the reader's language."""
    return render(request, "words/front.html.j2", words=glossary(language_of(request)))
