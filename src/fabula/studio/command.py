"""fabula studio: everything in a browser, on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fabula.errors import UsageError

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_ON_ALL = ("0.0.0.0", "::")
_HERE = ("127.0.0.1", "localhost", "::1")


@app.command()
def studio(
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; anything but this machine demands a password.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free.")] = 8765,
    password: Annotated[
        str | None,
        typer.Option(
            "--password", envvar="FABULA_STUDIO_PASSWORD", show_envvar=True, help="What visitors must know."
        ),
    ] = None,
    home: Annotated[
        Path | None, typer.Option("--home", file_okay=False, help="The folder for books and results.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results", file_okay=False, exists=True, help="A folder of results to show as they lie."
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", help="PROVIDER/NAME to offer first; or replay:FILE.")
    ] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="Where that model's server is.")] = None,
    ledger: Annotated[
        Path | None,
        typer.Option("--ledger", help="The file that keeps every answer; FABULA_LEDGER names it too."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Open the studio in a browser: drop a book in, read its verdict, check a summary, see the cast as a graph."""
    if host not in _HERE and not password:
        raise UsageError(
            f"--host {host} lets others on the network in: set a password with --password or FABULA_STUDIO_PASSWORD"
        )
    from fabula.studio.serving import ServerSettings, serve

    settings = {
        "model": model,
        "base_url": base_url,
        "ledger": str(ledger.absolute()) if ledger else None,
        "results": str(results.absolute()) if results else None,
    }
    if host in _ON_ALL or os.environ.get("SSH_CONNECTION"):
        browser = False
    serve(ServerSettings(host, port, password, home, results, settings, browser))
