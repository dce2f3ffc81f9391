"""The passport of a judge as one HTML page, with the JSON beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.result import Result


def write_page(result: Result, path: Path) -> None:
    """The result of `audit all` as one HTML file that needs no network, and as JSON of the same name."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(loader=PackageLoader("fabula.reports"), autoescape=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    page = environment.get_template("passport.html.j2").render(result=result, shown=_shown)
    path.write_text(page, encoding="utf-8")
    document = json.dumps(result.json_document, ensure_ascii=False, indent=1)
    path.with_suffix(".json").write_text(document + "\n", encoding="utf-8")


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{100 * value:+.0f} %" if unit == "share" else f"{value:+.2f}"
