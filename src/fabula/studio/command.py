"""fabula studio: everything in a browser, on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fabula.errors import UsageError

app = typer.Typer(add_completion=False, rich_markup_mode=None)
ON_ALL = ("0.0.0.0", "::")
HERE = ("127.0.0.1", "localhost", "::1")
_SHORTEST, _SIGNS = 8, 4


Host = Annotated[
    str,
    typer.Option("--host", help="The address to listen on; any other than this machine needs a password."),
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free port.")]
Password = Annotated[
    str | None,
    typer.Option(
        "--password",
        envvar="FABULA_STUDIO_PASSWORD",
        show_envvar=True,
        help="The password for visitors, of 8 characters or more. Others on this machine see it in the list of processes: the variable is safer.",
    ),
]
Home = Annotated[
    Path | None, typer.Option("--home", file_okay=False, help="The folder for books and results.")
]
Results = Annotated[
    Path | None,
    typer.Option("--results", file_okay=False, exists=True, help="A folder of saved results to show."),
]
Model = Annotated[str | None, typer.Option("--model", help="PROVIDER/NAME to offer first; or replay:FILE.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="The address of that model's server.")]
Ledger = Annotated[
    str | None,
    typer.Option(
        "--ledger", help="The file that keeps every answer, or postgresql://...; FABULA_LEDGER names it too."
    ),
]
Browser = Annotated[bool, typer.Option(help="Open the browser.")]


@app.command()
def studio(
    host: Host = "127.0.0.1",
    port: Port = 8765,
    password: Password = None,
    home: Home = None,
    results: Results = None,
    model: Model = None,
    base_url: BaseUrl = None,
    ledger: Ledger = None,
    browser: Browser = True,
) -> None:
    """Open the studio in a browser: drop a book in, read its verdict, check a summary, see the cast as a graph."""
    if password is not None and (len(password) < _SHORTEST or len(set(password)) < _SIGNS):
        raise UsageError(
            f"the password is too easy to guess: take {_SHORTEST} characters or more, {_SIGNS} of them different"
        )
    if host not in HERE and not password:
        raise UsageError(
            f"--host {host} lets others on the network in: set a password with --password or FABULA_STUDIO_PASSWORD"
        )
    from fabula.studio.serving import ServerSettings, serve

    settings = {
        "model": model,
        "base_url": base_url,
        "ledger": _wherever(ledger) if ledger else None,
        "results": str(results.absolute()) if results else None,
    }
    if host in ON_ALL or os.environ.get("SSH_CONNECTION"):
        browser = False
    serve(ServerSettings(host, port, password, home, results, settings, browser))


def _wherever(ledger: str) -> str:
    """The ledger as processes with another working folder find it."""
    from fabula.models.ledger.databases import placed

    place = placed(ledger)
    return str(place.absolute()) if isinstance(place, Path) else place
