"""How a page is made: templates that escape everything, the words of one language, and what every page shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from fabula.languages import Language
from fabula.models.ledger.databases import Place
from fabula.models.prices import dollars
from fabula.reports.labels import Labels
from fabula.reports.page import FILTERS
from fabula.reports.passport import passport_labels
from fabula.studio.guard import Keys
from fabula.studio.home import Home
from fabula.studio.jobs import JobQueue
from fabula.studio.labels import chosen_language, studio_labels
from fabula.studio.native import comparison, has_board, native_report
from fabula.studio.refusals import trouble
from fabula.version import __version__

PAGES = (
    "shelf",
    "evaluate",
    "facts",
    "readers",
    "novelists",
    "quiz",
    "audit",
    "calibrate",
    "compare",
    "rank",
    "runs",
    "rubrics",
    "settings",
)
"""The sections of the studio."""
GROUPS = {
    "books": ("shelf", "readers", "compare", "rank"),
    "research": ("audit", "calibrate", "novelists", "quiz", "rubrics", "runs"),
}
"""How the navigation shows them: around books, and what researchers need. What has no place here is reached from a book."""


Toast = Literal["saved", "removed", "added", "undone"]
"""What a page says of what was done on the page before."""
_TOAST = "toast"
_ADDRESSES = re.compile(r'(?<=\s)(?:href|src|action|formaction)="(?=/(?!/))')


@dataclass(frozen=True, slots=True)
class Studio:
    """What the pages work with."""

    home: Home
    jobs: JobQueue
    keys: Keys
    ledger: Place
    results: Path | None
    """A folder of results that the owner named at the start."""


def studio_of(request: Request) -> Studio:
    """The studio of a request."""
    found: Studio = request.app.state.studio
    return found


def language_of(request: Request) -> str:
    """The language of the interface for this request."""
    return chosen_language(request.cookies.get("language"), request.headers.get("accept-language", ""))


def render(request: Request, template: str, status: int = 200, **fields: Any) -> HTMLResponse:
    """A page from its template, in the reader's language. It says what was done on the page before, once."""
    done = request.cookies.get(_TOAST)
    toast = done if done in get_args(Toast) else None
    response = HTMLResponse(fragment(request, template, **{"toast": toast, **fields}), status)
    if done is not None:
        response.delete_cookie(_TOAST, httponly=True, samesite="strict")
    return response


def fragment(request: Request, template: str, **fields: Any) -> str:
    """The same as text: a part of a page."""
    say, root = studio_labels(language_of(request)), studio_of(request).keys.root
    return rooted(
        environment()
        .get_template(template)
        .render(
            say=say,
            root=root,
            pages=PAGES,
            groups=GROUPS,
            here=request.url.path,
            may_leave=studio_of(request).keys.password is not None,
            version=__version__,
            when=lambda seconds: _when(seconds, say),
            **{"room": request.url.path.strip("/").partition("/")[0], "place": None, "toast": None, **fields},
        ),
        root,
    )


def rooted(page: str, root: str) -> str:
    """A page whose addresses lead below the root of a proxy. What users and models say cannot look like an address here:
    templates escape its quotation marks."""
    return _ADDRESSES.sub(rf"\g<0>{root}", page) if root else page


def denied(status: int, reason: str, root: str = "") -> HTMLResponse:
    """What visitors without access see, in both languages, as theirs is not known."""
    page = environment().get_template("denied.html.j2")
    said = [studio_labels(language)(f"door.{reason}") for language in ("en", "zh")]
    return HTMLResponse(rooted(page.render(said=said, reason=reason), root), status)


def go(path: str, toast: Toast | None = None) -> RedirectResponse:
    """On to another page, after something was done. That page says once what it was."""
    response = RedirectResponse(path, status_code=303)
    if toast:
        response.set_cookie(_TOAST, toast, max_age=60, httponly=True, samesite="strict")
    return response


@cache
def environment() -> Environment:
    """Templates of the studio: a missing name is an error, and everything is escaped."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("fabula.studio"), PackageLoader("fabula.reports")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = {
        "count": lambda number: f"{number:,}",
        "dollars": lambda cost: "?" if cost is None else dollars(cost),
    }
    made.filters |= FILTERS | filters
    made.globals |= {"Language": Language}
    made.globals |= {
        each.__name__: each for each in (trouble, native_report, comparison, has_board, passport_labels)
    }
    return made


def _when(seconds: float, say: Labels) -> str:
    moment = datetime.fromtimestamp(seconds)
    return moment.strftime(say("frame.when"))
