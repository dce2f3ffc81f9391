"""`fabula readers`: what real readers said, and what can be learned from it."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def readers() -> None:
    """What real readers said, and a model that learned from it."""
