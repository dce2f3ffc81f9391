"""How readers would receive a story, as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.personas.results import PersonaRateResult


def write_page(result: PersonaRateResult, path: Path) -> None:
    """The result as one HTML file that needs no network."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(loader=PackageLoader("fabula.reports"), autoescape=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        environment.get_template("audience.html.j2").render(document=result.json_document), encoding="utf-8"
    )
