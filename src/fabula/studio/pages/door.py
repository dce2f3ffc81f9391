"""Coming in, and how the visitor wants things shown."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from fabula.studio.guard import A_MONTH
from fabula.studio.labels import LANGUAGES
from fabula.studio.refusals import Missing
from fabula.studio.view import denied, go, render, studio_of

router = APIRouter()


@router.get("/")
def enter(request: Request, token: str | None = None) -> Response:
    """The first URL logs the browser in; from then on a cookie does, and the token leaves the address bar."""
    keys = studio_of(request).keys
    if token is not None and not hmac.compare_digest(token.encode(), keys.token.encode()):
        return denied(403, "token")
    return (
        _let_in(request, _on_from_elsewhere(request) or go("/shelf")) if token is not None else go("/shelf")
    )


@router.get("/login")
def ask_password(request: Request) -> Response:
    """Where the studio is open to a network."""
    if studio_of(request).keys.password is None:
        raise Missing("no-password")
    return render(request, "login.html.j2", wrong=False)


@router.post("/login")
async def take_password(request: Request, password: Annotated[str, Form(max_length=1000)]) -> Response:
    """In, or the form once more."""
    address = request.client.host if request.client else ""
    if await studio_of(request).keys.opens(password, address):
        return _let_in(request, go("/shelf"))
    return render(request, "login.html.j2", 401, wrong=True)


@router.post("/logout")
def leave(request: Request) -> Response:
    """This browser out; the sessions of others stay."""
    keys = studio_of(request).keys
    keys.end(request.cookies.get(keys.cookie, ""))
    response = go("/login")
    response.delete_cookie(keys.cookie, httponly=True, samesite="strict")
    return response


@router.post("/language")
def choose_language(language: Annotated[str, Form()], back: Annotated[str, Form()] = "/shelf") -> Response:
    """English or Chinese, kept by the browser."""
    response = go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/shelf")
    if language in LANGUAGES:
        response.set_cookie("language", language, max_age=12 * A_MONTH, samesite="strict", httponly=True)
    return response


def _on_from_elsewhere(request: Request) -> Response | None:
    """Where the address was clicked on another site's page (a terminal in the browser), a redirect would come without the
    cookie, which is for our own pages alone: so a page of ours goes on."""
    if request.headers.get("sec-fetch-site") in (None, "none", "same-origin"):
        return None
    return HTMLResponse("<!DOCTYPE html><title>fabula</title>", headers={"refresh": "0; url=/shelf"})


def _let_in(request: Request, response: Response) -> Response:
    keys = studio_of(request).keys
    response.set_cookie(
        keys.cookie, keys.session(), max_age=A_MONTH, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )  # fmt: skip
    return response
