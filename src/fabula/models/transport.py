"""JSON over HTTP to one server: the only file that knows the HTTP client. Chat and embeddings both go through it."""

from __future__ import annotations

import json
import logging
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit
from uuid import uuid4

import httpx2

from fabula.models.providers import Address, without_credentials
from fabula.version import __version__

MOST_BYTES = 32 * 1024 * 1024
"""A longer body is an error: a server that never stops must not fill the memory."""
_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "Accept-Encoding": "identity",
    "User-Agent": f"fabula/{__version__}",
}
_SHORT = 30.0
"""Seconds to wait for a connection, or for an answer that takes no thought."""
_REDIRECTS = 4
_CONNECTIONS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
logging.getLogger("httpx2").setLevel(logging.WARNING)  # it logs each address, and an address may hold a key


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered, whatever its status."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    text: str


class NoConnection(Exception):
    """Nothing answers at the address."""


class ConnectionCut(Exception):
    """The connection broke before the whole answer was here."""


class Stalled(Exception):
    """Nothing came for as long as the caller waits."""


class BodyTooLong(Exception):
    """The answer is longer than any answer is."""


class Moved(Exception):
    """The server sends the caller to another one. A key does not go there by itself."""

    def __init__(self, to: str) -> None:
        super().__init__(to)
        self.to = to


class Transport:
    """Sends JSON to one server over connections that stay open. Make and use it within one event loop."""

    def __init__(self, where: Address, headers: Mapping[str, str]) -> None:
        self._where = where
        self._client = httpx2.AsyncClient(
            timeout=None, limits=_CONNECTIONS, **_client_options(where, headers)
        )

    async def post(self, path: str, document: Mapping[str, Any], stall: float | None = None) -> Reply:
        """One request and its whole reply. `stall` bounds each wait for a sign of life, in seconds."""
        return await self._exchanged("POST", path, stall, content=_encoded(document))

    async def get(self, path: str, stall: float = _SHORT, most: int = MOST_BYTES) -> Reply:
        """What stands at a path."""
        return await self._exchanged("GET", path, stall, most)

    async def upload(self, path: str, fields: Mapping[str, str], name: str, content: bytes) -> Reply:
        """Send a file, as a form does."""
        mark = uuid4().hex
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        ]
        parts.append(
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: application/jsonl\r\n\r\n'
        )
        whole = "".join(parts).encode() + content + f"\r\n--{mark}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        return await self._exchanged("POST", path, None, content=whole, headers=headers)

    async def _exchanged(
        self, method: str, path: str, stall: float | None, most: int = MOST_BYTES, **sent: Any
    ) -> Reply:
        url, body = _url(self._where, path), bytearray()
        timeout = httpx2.Timeout(stall, connect=_SHORT)
        try:
            for _ in range(_REDIRECTS):
                async with self._client.stream(method, url, timeout=timeout, **sent) as response:
                    async for chunk in response.aiter_bytes():
                        _take(chunk, body, most)
                if not (moved := _moved(url, response, path)):
                    return _reply(response, body)
                url = moved
                body.clear()
        except httpx2.HTTPError as error:
            raise _failure(error) from None
        raise Moved(_base_of(url, path))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()


def post(
    where: Address, headers: Mapping[str, str], path: str, document: Mapping[str, Any], timeout: float
) -> Reply:
    """One request and its whole reply, for callers without an event loop. `timeout` bounds each wait, in seconds."""
    url, content = _url(where, path), _encoded(document)
    body = bytearray()
    try:
        with (
            httpx2.Client(timeout=timeout, **_client_options(where, headers)) as client,
            client.stream("POST", url, content=content) as response,
        ):
            for chunk in response.iter_bytes():
                _take(chunk, body)
    except httpx2.HTTPError as error:
        raise _failure(error) from None
    _moved(url, response, path)
    return _reply(response, body)


def _client_options(where: Address, headers: Mapping[str, str]) -> dict[str, Any]:
    parts = urlsplit(where.base_url)
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return {
        "headers": {**_HEADERS, **headers},
        "auth": auth,
        "follow_redirects": False,
        "trust_env": not where.on_this_machine,
        "verify": _certificates() if parts.scheme == "https" or not where.on_this_machine else False,
    }


@cache
def _certificates() -> ssl.SSLContext:
    """The authorities that vouch for servers. Reading them takes longer than a connection: once for all clients."""
    return httpx2.create_ssl_context()


def _moved(url: str, response: httpx2.Response, path: str) -> str | None:
    """Where the same server wants the request instead; Moved where another one does."""
    place = response.headers.get("location")
    if response.status_code not in (301, 302, 303, 307, 308) or not place:
        return None
    target = urljoin(url, place)
    here, there = urlsplit(url), urlsplit(target)
    if (here.scheme, here.netloc) != (there.scheme, there.netloc):
        raise Moved(_base_of(target, path))
    return target


def _base_of(target: str, path: str) -> str:
    """The base address of a server where this path was found, as it can be given again."""
    return without_credentials(target).removesuffix(f"/{path.partition('?')[0]}")


def _url(where: Address, path: str) -> str:
    """The address of one endpoint, without user and password, which are sent as a header."""
    parts = urlsplit(where.base_url)
    host = parts.netloc.rpartition("@")[2]
    path, _, query = path.partition("?")
    both = "&".join(each for each in (parts.query, query) if each)
    return urlunsplit((parts.scheme, host, f"{parts.path.rstrip('/')}/{path}", both, ""))


def _encoded(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace")


def _take(chunk: bytes, body: bytearray, most: int = MOST_BYTES) -> None:
    body += chunk
    if len(body) > most:
        raise BodyTooLong


def _reply(response: httpx2.Response, body: bytearray) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Reply(response.status_code, headers, _text(body, response.charset_encoding))


def _text(body: bytearray, declared: str | None) -> str:
    """The body as UTF-8, which JSON is in; where it is something else, in the encoding that the server declares."""
    for encoding in ("utf-8-sig", declared):
        with suppress(UnicodeDecodeError, LookupError):
            return body.decode(encoding or "")
    return body.decode("utf-8-sig", "replace")


def _failure(error: httpx2.HTTPError) -> Exception:
    """Our own exception, without the address and the headers that the client's carries."""
    if isinstance(error, httpx2.ReadTimeout | httpx2.WriteTimeout | httpx2.PoolTimeout):
        return Stalled()
    refused = isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout)
    return NoConnection() if refused else ConnectionCut()
