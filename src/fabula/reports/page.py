"""The page: one HTML file with a whole evaluation, including figures, styles and script."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fabula.reports.drawing import shown
from fabula.reports.glossary import glossary, used_in
from fabula.reports.labels import labels, plain, share
from fabula.reports.prose import as_html, with_whole_options
from fabula.reports.sheets import colours_and_type, decisions_script, report_style
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fabula.reports.drawing import Drawn

MANUSCRIPT = "manuscript.html"
"""The file beside the report that holds the text with its notes."""
FILTERS: dict[str, Callable[..., Any]] = {
    "plain": plain,
    "share": share,
    "prose": as_html,
    "used_in": used_in,
    "whole_options": with_whole_options,
}
"""What the templates of a report call, in a file of its own and in the studio."""


def page(report: Mapping[str, Any], drawn: Sequence[Drawn], language: str = "") -> str:
    """A report as one HTML document that needs no network, with its charts as they were drawn. `language` is the reader's,
    if it is not the book's."""
    say = labels(language or report["language"], *report["labels"])
    manuscript = MANUSCRIPT if report["look"] else ""
    return environment().get_template("report.html.j2").render(
        say=say,
        report=report,
        version=__version__,
        **dress(),
        figures={one.figure.name: shown(one, manuscript) for one in drawn},
        words=glossary(say.language),
        manuscript=manuscript,
    )  # fmt: skip


@cache
def environment() -> Environment:
    """The templates of the reports. Everything is escaped unless it is Markup, and a missing name is an error."""
    made = Environment(
        loader=PackageLoader("fabula.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= FILTERS
    return made


def dress() -> dict[str, Markup]:
    """Style and script of a page, with the light and dark colours as CSS variables."""
    folder = files("fabula.reports") / "templates"
    style = colours_and_type() + (folder / "page.css").read_text(encoding="utf-8") + report_style()
    script = (folder / "page.js").read_text(encoding="utf-8") + decisions_script()
    return {"style": Markup(style), "script": Markup(script)}


def script_hash(script: str | None = None) -> str:
    """The hash of the page's script, or of another, for a Content-Security-Policy: a server can allow this script and
    no other."""
    digest = hashlib.sha256((script or dress()["script"]).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
