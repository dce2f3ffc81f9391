"""Every part that the studio's pages are made of, on one page: for those who change them. docs/components.md shows it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.studio.view import render

router = APIRouter(prefix="/components")


@router.get("")
def components(request: Request) -> Response:
    """The parts in the theme of whoever looks. The page is in English, as the code is."""
    return render(request, "components/front.html.j2")
