"""fabula cite: how to cite fabula and the papers whose methods it uses."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from fabula.errors import UsageError

app = typer.Typer(add_completion=False, rich_markup_mode=None)


class CitationForm(StrEnum):
    """How an entry is written."""

    BIBTEX = "bibtex"
    TEXT = "text"


@app.command()
def cite(
    work: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORK]...",
            help="fabula, longstoryeval, webnovelbench, perse, narrativefactscore, lfed. Default: all.",
        ),
    ] = None,
    form: Annotated[CitationForm, typer.Option("--form", help="How to write it.")] = CitationForm.BIBTEX,
) -> None:
    """Print how to cite fabula and the papers whose methods it uses."""
    from fabula.citations import citations

    known = citations()
    if unknown := [name for name in work or () if name not in known]:
        raise UsageError(f"{unknown[0]} is not a work to cite: choose from {', '.join(known)}")
    chosen = [known[name] for name in work or known]
    separator = "\n\n" if form is CitationForm.BIBTEX else "\n"
    print(separator.join(each.bibtex() if form is CitationForm.BIBTEX else each.text() for each in chosen))
