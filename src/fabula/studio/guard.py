"""Who may speak to the studio: its own page in the owner's browser, and nobody else's.

A page of another site can make a browser send requests here. So the Host must be ours (no DNS rebinding), what changes
anything must come from our own Origin, and every request carries a session that only the first URL or the password gives.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser

from fabula.studio.home import MOST_BYTES

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"SAMEORIGIN"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_LEADING = (b"location", b"refresh")
_LEADS = re.compile(rb"^(?:0; url=)?(?:https?://[^/]+)?(?=/(?!/))")
"""Before the path in a header that leads to another page of ours."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_OPEN = ("/login", "/static/")
_FORM_ROOM = 8 * 1024 * 1024
_PASSWORD_ROOM = 16 * 1024
_LET_PASS = 4 * MOST_BYTES
_TRIES = 5
_PAUSE = 60.0
_WAIT = 0.5
"""Seconds that a wrong password waits for its answer."""
_ADDRESSES = 1_000
"""Of how many addresses wrong passwords are remembered: the oldest are let go."""
A_MONTH = 30 * 24 * 3600
"""Seconds that a session lasts."""


@dataclass(slots=True)
class Keys:
    """What lets a browser in."""

    secret: bytes
    port: int
    names: frozenset[str]
    """The hosts this studio answers to."""
    password: str | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """In the first URL; another at every start."""
    root: str = ""
    """The path below which a proxy serves the studio, such as `/fabula`; empty without one."""
    public: str = ""
    """The name under which a proxy serves it, at whatever port."""
    ended: Path | None = None
    """The file of the sessions that were logged out, so that none comes back after a restart."""
    _failed: dict[str, list[float]] = field(default_factory=dict)
    _gone: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self._gone = (
            set(self.ended.read_text("utf-8").split()) if self.ended and self.ended.is_file() else set()
        )

    @property
    def cookie(self) -> str:
        """A port's own name: browsers send the cookies of one host to all its ports."""
        return f"fabula-{self.port}"

    def session(self) -> str:
        """What the cookie of one browser holds. A new password ends the sessions of the old."""
        name = f"{int(time.time())}-{secrets.token_hex(12)}"
        return f"{name}.{self._signed(name)}"

    def known(self, cookie: str) -> bool:
        """Whether that is a session of ours which was not logged out and is not older than a month."""
        name, _, signed = cookie.partition(".")
        if not hmac.compare_digest(signed.encode(), self._signed(name).encode()) or name in self._gone:
            return False
        return time.time() - int(name.partition("-")[0]) < A_MONTH

    def end(self, cookie: str) -> None:
        """Log this browser out. Only sessions of ours are remembered."""
        if self.known(cookie):
            name = cookie.partition(".")[0]
            self._gone.add(name)
            if self.ended is not None:
                with self.ended.open("a", encoding="utf-8") as file:
                    file.write(f"{name}\n")

    async def opens(self, typed: str, address: str) -> bool:
        """Whether that is the password. Wrong ones wait, and after five their address is not let in for a minute; every
        other address still is, so nobody can keep the owner out."""
        now, place = time.monotonic(), _network(address)
        failed = [at for at in self._failed.pop(place, []) if now - at < _PAUSE]
        if failed:
            self._failed[place] = failed
        if self.password is None or len(failed) >= _TRIES:
            return False
        if hmac.compare_digest(typed.encode("utf-8", "replace"), self.password.encode("utf-8", "replace")):
            return True
        self._failed[place] = [*failed, now]
        while len(self._failed) > _ADDRESSES:
            del self._failed[next(iter(self._failed))]
        await asyncio.sleep(_WAIT)
        return False

    def _signed(self, name: str) -> str:
        said = f"session:{name}:{self.password or ''}".encode("utf-8", "replace")
        return hmac.new(self.secret, said, "sha256").hexdigest()


class Guard:
    """Stands before the app and turns away what has no business here."""

    def __init__(self, app: App, keys: Keys, denied: Callable[[int, str], Any]) -> None:
        self._app = app
        self._keys = keys
        self._denied = denied
        """Makes the response for a status and the name of a reason."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        root = self._keys.root
        scope = {**scope, "path": _below(scope["path"], root)}
        send = _dressed(send, root)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._denied(*refusal)(scope, receive, send)
            return
        room = _room(scope["path"], headers.get("content-type", ""))
        said = headers.get("content-length", "")
        if said and not (said.isascii() and said.isdigit() and int(said) <= room):
            await _let_pass(receive)
            await self._denied(413, "too_large")(scope, receive, send)
            return
        await self._app(scope, _bounded(receive, room), send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._ours(host):
            return 421, "host"
        changes = scope["method"] not in _SAFE
        if changes and headers.get("origin", "") not in (f"http://{host}", f"https://{host}"):
            return 403, "origin"
        from_abroad = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if from_abroad and (changes or headers.get("sec-fetch-mode") != "navigate"):
            return 403, "origin"
        path = scope["path"]
        if path.startswith(_OPEN) or (path == "/" and b"token=" in scope["query_string"]):
            return None
        if not self._keys.known(_cookie(headers, self._keys.cookie)):
            return (401, "password") if self._keys.password is not None else (403, "token")
        return None

    def _ours(self, host: str) -> bool:
        name, port = _parted(host)
        if self._keys.public and name == self._keys.public.lower():
            return port != -1
        return port in (self._keys.port, None) and (
            name in self._keys.names or ("*" in self._keys.names and _is_address(name))
        )


def _network(address: str) -> str:
    """Whose address that is: one household or server has a whole /64 of IPv6."""
    return ":".join(address.split(":")[:4]) if ":" in address else address


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _parted(host: str) -> tuple[str, int | None]:
    """Name and port of a Host header, such as `[::1]:8765`. A port that is not a number becomes -1, which matches no port."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        return host.strip("[]").lower(), None
    return name.strip("[]").lower(), int(port) if port.isascii() and port.isdigit() else -1


def _cookie(headers: dict[str, str], name: str) -> str:
    """Read as leniently as browsers write: other programs of this machine leave their cookies here too."""
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def _room(path: str, kind: str) -> int:
    """The largest body. Only uploads are long; before login only a password is needed."""
    if path.startswith("/login"):
        return _PASSWORD_ROOM
    return MOST_BYTES + _FORM_ROOM if kind.startswith("multipart/") else _FORM_ROOM


def _bounded(receive: Receive, most: int) -> Receive:
    """Limit the body, also when its length was not declared."""
    seen = 0

    async def bounded() -> MutableMapping[str, Any]:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            if message.get("more_body"):
                await _let_pass(receive)
            raise HTTPException(413, "that is larger than the studio takes in")
        return message

    return bounded


async def _let_pass(receive: Receive) -> None:
    """Let what is too large go by unread, within reason: a browser reads no answer before it has sent all."""
    gone = 0
    while gone < _LET_PASS:
        message = await receive()
        gone += len(message.get("body", b""))
        if not message.get("more_body"):
            return


def _below(path: str, root: str) -> str:
    """The path below the root: some proxies take the root off before they ask, and some do not."""
    return path[len(root) :] or "/" if root and (path + "/").startswith(f"{root}/") else path


def _dressed(send: Send, root: str) -> Send:
    """The headers of every response; a page that brings its own policy keeps it. Redirects lead below the root."""

    async def dressed(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name, _LEADS.sub(rb"\g<0>" + root.encode(), value) if name in _LEADING else value)
                for name, value in message.get("headers", [])
            ]
            present = {name.lower() for name, _ in headers}
            headers += [(name, value) for name, value in _HEADERS if name not in present]
            if b"content-security-policy" not in present:
                headers.append((b"content-security-policy", PAGE_POLICY.encode()))
            if message["status"] == 413:
                headers.append((b"connection", b"close"))
            if b"cache-control" not in present:
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return dressed
