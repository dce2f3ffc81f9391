"""The studio as a web application: its pages, its guard and its error pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from fabula.errors import FabulaError, UsageError
from fabula.models.addresses import MissingKey
from fabula.reports.labels import Labels
from fabula.reports.sheets import colours_and_type, decisions_script, report_style
from fabula.studio.books import judge_once_read, shelve_sample
from fabula.studio.guard import Guard
from fabula.studio.labels import studio_labels
from fabula.studio.pages.missing_key import ask_for_key
from fabula.studio.refusals import NotFound, in_words
from fabula.studio.view import PAGES, Studio, denied, language_of, render

_KEPT = {"cache-control": "max-age=3600"}


def make_app(studio: Studio) -> Guard:
    """Every page behind the guard."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        studio.jobs.then = partial(judge_once_read, studio)
        await shelve_sample(studio)
        yield
        await studio.jobs.close()

    app = FastAPI(title="fabula studio", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.studio = studio
    for page in (
        "door",
        "jobs",
        "book",
        "pitch",
        "people",
        "decisions",
        "words",
        "missing_key",
        "components",
        *PAGES,
    ):
        app.include_router(import_module(f"fabula.studio.pages.{page}").router)
    app.add_api_route("/static/colours-and-type.css", _colours_and_type)
    app.add_api_route("/static/report.css", _report_style)
    app.add_api_route("/static/findings.js", _decisions)
    app.mount("/static", StaticFiles(directory=str(files("fabula.studio") / "static")))
    for kind in (FabulaError, ValidationError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _told)
    return Guard(app, studio.keys, partial(denied, root=studio.keys.root))


def _colours_and_type() -> Response:
    """The report's own colours and typefaces."""
    return PlainTextResponse(colours_and_type(), media_type="text/css", headers=_KEPT)


def _report_style() -> Response:
    """The sheet of a report, for what stands inside one."""
    return PlainTextResponse(f".report {{\n{report_style()}}}\n", media_type="text/css", headers=_KEPT)


def _decisions() -> Response:
    """What keeps the decisions about a report's findings."""
    return PlainTextResponse(decisions_script(), media_type="text/javascript", headers=_KEPT)


async def _told(request: Request, error: Exception) -> Response:
    """An error as a page with one plain sentence; the server's own log has the rest. A missing key can be set in its place."""
    if isinstance(error, MissingKey):
        return await ask_for_key(request, error.where)
    status, said = _meaning(error, studio_labels(language_of(request)))
    return render(request, "error.html.j2", status, message=said)


def _meaning(error: Exception, say: Labels) -> tuple[int, str]:
    if isinstance(error, FabulaError):
        said = in_words(error, say)
        return (404 if isinstance(error, NotFound) else 400 if isinstance(error, UsageError) else 422), said
    if isinstance(error, ValidationError | RequestValidationError):
        first: Any = error.errors()[0]
        return 400, say(
            "frame.wrong_field", field=str(first["loc"][-1]), value=str(first.get("input", ""))[:60]
        )
    if isinstance(error, HTTPException):
        return error.status_code, say("frame.no_page") if error.status_code == 404 else str(error.detail)
    return 500, f"this is a fault of fabula: {type(error).__name__}: {error}"
