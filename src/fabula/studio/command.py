"""fabula studio: everything in a browser, on this machine."""

from __future__ import annotations

import os
import re
import sys
from getpass import getpass
from pathlib import Path
from typing import Annotated

import typer

from fabula.errors import UsageError
from fabula.jsonl import read_text
from fabula.studio.hosts import HERE, ON_ALL

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_ROOT, _NAME = re.compile(r"(?:/[\w.~-]+)*", re.ASCII), re.compile(r"[a-z0-9.-]*", re.ASCII | re.IGNORECASE)
_SHORTEST, _SIGNS = 8, 4
_SEEN = "Others on this machine see --password in the list of processes: use --password-file or FABULA_STUDIO_PASSWORD."


Host = Annotated[
    str,
    typer.Option(
        "--host", help="The address to listen on; any address other than this machine's needs a password."
    ),
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any free port.")]
Password = Annotated[
    str | None,
    typer.Option(
        "--password",
        envvar="FABULA_STUDIO_PASSWORD",
        show_envvar=True,
        help="The password for visitors, of 8 characters or more. Others on this machine see it in the list of processes: use the variable or --password-file.",
    ),
]
PasswordFile = Annotated[
    Path | None,
    typer.Option(
        "--password-file", dir_okay=False, exists=True, help="A file whose first line is the password."
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
        "--ledger", help="The file that keeps every answer, or postgresql://...; FABULA_LEDGER sets it too."
    ),
]
RootPath = Annotated[
    str,
    typer.Option("--root-path", help="The path below which a proxy serves the studio, such as /fabula."),
]
ServerName = Annotated[
    str,
    typer.Option(
        "--server-name", help="The name under which a proxy serves the studio; it needs a password."
    ),
]
Browser = Annotated[bool, typer.Option(help="Open the browser.")]


@app.command()
def studio(
    context: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = 8765,
    password: Password = None,
    password_file: PasswordFile = None,
    home: Home = None,
    results: Results = None,
    model: Model = None,
    base_url: BaseUrl = None,
    ledger: Ledger = None,
    root_path: RootPath = "",
    server_name: ServerName = "",
    browser: Browser = True,
) -> None:
    """Open the studio in a browser: drop a book in, read its verdict, check a summary, see the cast as a graph."""
    source = context.get_parameter_source("password")
    if source is not None and source.name == "COMMANDLINE":
        print(_SEEN, file=sys.stderr)
    password = _password(server_name or host, password, password_file)
    root = "/" + root_path.strip("/") if root_path.strip("/") else ""
    if not _ROOT.fullmatch(root) or not _NAME.fullmatch(server_name):
        raise UsageError(
            f"--root-path {root_path} --server-name {server_name}: write a path such as /fabula, and a name such as books.example.org"
        )
    from fabula.studio.serving import ServerSettings, serve

    settings = {
        "model": model,
        "base_url": base_url,
        "ledger": _wherever(ledger) if ledger else None,
        "results": str(results.absolute()) if results else None,
    }
    if host in ON_ALL or server_name or os.environ.get("SSH_CONNECTION"):
        browser = False
    serve(ServerSettings(host, port, password, home, results, settings, browser, root, server_name))


def _password(host: str, given: str | None, file: Path | None) -> str | None:
    """The password of the file, the option or the variable; asked for at a terminal if the network needs one."""
    if file is not None:
        given = read_text(file, "the password").partition("\n")[0].strip()
    if not given and host not in HERE:
        if not sys.stdin.isatty():
            raise UsageError(
                f"{host} lets others on the network in: set a password with --password-file or FABULA_STUDIO_PASSWORD"
            )
        given = getpass(f"Password for visitors from {host}: ")
    if given is not None and (len(given) < _SHORTEST or len(set(given)) < _SIGNS):
        raise UsageError(
            f"the password is too easy to guess: use {_SHORTEST} characters or more, {_SIGNS} of them different"
        )
    return given


def _wherever(ledger: str) -> str:
    """The ledger as processes with another working folder find it."""
    from fabula.models.ledger.databases import placed

    place = placed(ledger)
    return str(place.absolute()) if isinstance(place, Path) else place
