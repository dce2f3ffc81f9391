"""The passport of a judge as one HTML page, with the JSON beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fabula.reports.labels import Labels, labels
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fabula.result import Result


def passport_labels(language: str) -> Labels:
    return labels(language, "report", "passport")


def passport_page(found: Mapping[str, Any], language: str) -> str:
    """The document of `audit all` as one HTML page that loads nothing."""
    say = passport_labels(language)
    return (
        environment()
        .get_template("passport.html.j2")
        .render(say=say, found=found, version=__version__, **dress())
    )


def write_page(result: Result, path: Path) -> None:
    """The result of `audit all` as a page, and as JSON of the same name."""
    found = result.json_document
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(passport_page(found, "en"), encoding="utf-8")
    document = json.dumps(found, ensure_ascii=False, indent=1)
    path.with_suffix(".json").write_text(document + "\n", encoding="utf-8")
