"""From the command to a running server: a port, the first URL, a browser, and a quiet end."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from fabula.errors import FabulaError
from fabula.models.config import default_ledger, load_config
from fabula.models.ledger.databases import placed
from fabula.studio.connections import PatientProtocol
from fabula.studio.guard import Keys
from fabula.studio.home import open_home
from fabula.studio.hosts import HERE, ON_ALL, host_names
from fabula.studio.jobs import JobQueue
from fabula.studio.server import make_app
from fabula.studio.view import Studio
from fabula.studio.warming import loading
from fabula.warm import begin


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How the owner wants the studio to run."""

    host: str
    port: int
    password: str | None
    home: Path | None
    results: Path | None
    settings: Mapping[str, Any]
    browser: bool
    root: str = ""
    """The path below which a proxy serves it."""
    public: str = ""
    """The name under which a proxy serves it."""


def serve(settings_of_server: ServerSettings) -> None:
    """Until Ctrl-C."""
    begin(loading())  # first of all: what is forked has no thread, port or database of ours
    listener = _listen(settings_of_server.host, settings_of_server.port)
    port = listener.getsockname()[1]
    home = open_home(settings_of_server.home)
    keys = Keys(
        home.secret(),
        port,
        host_names(settings_of_server.host),
        settings_of_server.password,
        root=settings_of_server.root,
        public=settings_of_server.public,
        ended=home.root / "sessions-ended",
    )
    named = settings_of_server.settings.get("ledger")
    ledger = placed(named) if named else default_ledger(load_config())
    studio = Studio(
        home, JobQueue(home, settings_of_server.settings), keys, ledger, settings_of_server.results
    )
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(studio),
            http=PatientProtocol,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )
    address = first_url(settings_of_server.host, keys)
    print(f"The studio is open at  {address}", flush=True)
    if keys.public:
        print(f"Through the proxy at   https://{keys.public}{keys.root}/", flush=True)
    print("Books and results are kept in", home.root, "· Ctrl-C closes it.", flush=True)
    if settings_of_server.host not in HERE:
        print(
            "This is plain HTTP: anyone on the way can read the password and the books. Use it in a network that you "
            "trust, or put a server with HTTPS or an SSH tunnel in front.",
            flush=True,
        )
    if settings_of_server.browser:
        import webbrowser

        webbrowser.open(address)
    server.run(sockets=[listener])


def first_url(host: str, keys: Keys) -> str:
    """The address to open first: with the token, or without it if a password is set."""
    if host in ON_ALL:
        host = _address_of_this_machine(socket.AF_INET6 if ":" in host else socket.AF_INET)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{keys.port}{keys.root}/" + ("" if keys.password else f"?token={keys.token}")


def _address_of_this_machine(family: socket.AddressFamily) -> str:
    """The address by which others reach this machine: the one it would speak to the internet from. Nothing is sent."""
    anywhere, alone = ("2001:db8::1", "::1") if family == socket.AF_INET6 else ("192.0.2.1", "127.0.0.1")
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((anywhere, 9))
            return str(asking.getsockname()[0])
        except OSError:
            return alone


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise FabulaError(
            f"port {port} of {host} cannot be used ({error.strerror}): the studio may be open already; --port names another"
        ) from None
    return listener
