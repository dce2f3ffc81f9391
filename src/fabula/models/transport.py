"""JSON over HTTP to one server: the only file that knows the HTTP client. Chat and embeddings both go through it."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import httpx2

from fabula.models.providers import Address
from fabula.version import __version__

MOST_BYTES = 32 * 1024 * 1024
"""A longer body is an error: a server that never stops must not fill the memory."""
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


class BodyTooLong(Exception):
    """The answer is longer than any answer is."""


class Transport:
    """Sends JSON to one server over connections that stay open. Make and use it within one event loop."""

    def __init__(self, where: Address, key: str) -> None:
        self._where = where
        self._client = httpx2.AsyncClient(timeout=None, limits=_CONNECTIONS, **_client_options(where, key))

    async def post(self, path: str, document: Mapping[str, Any]) -> Reply:
        """One request and its whole reply."""
        url, content = _url(self._where, path), _encoded(document)
        body = bytearray()
        try:
            async with self._client.stream("POST", url, content=content) as response:
                async for chunk in response.aiter_bytes():
                    _take(chunk, body)
        except httpx2.HTTPError as error:
            raise _failure(error) from None
        return _reply(response, body)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()


def post(where: Address, key: str, path: str, document: Mapping[str, Any], timeout: float) -> Reply:
    """One request and its whole reply, for callers without an event loop. `timeout` bounds each wait, in seconds."""
    url, content = _url(where, path), _encoded(document)
    body = bytearray()
    try:
        with (
            httpx2.Client(timeout=timeout, **_client_options(where, key)) as client,
            client.stream("POST", url, content=content) as response,
        ):
            for chunk in response.iter_bytes():
                _take(chunk, body)
    except httpx2.HTTPError as error:
        raise _failure(error) from None
    return _reply(response, body)


def _client_options(where: Address, key: str) -> dict[str, Any]:
    parts = urlsplit(where.base_url)
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return {
        "headers": dict(_headers(where, key)),
        "auth": auth,
        "follow_redirects": True,
        "trust_env": not where.on_this_machine,
    }


def _headers(where: Address, key: str) -> Iterator[tuple[str, str]]:
    yield "Authorization", f"Bearer {key}"
    yield "Content-Type", "application/json"
    yield "Accept", "application/json"
    yield "Accept-Encoding", "identity"
    yield "User-Agent", f"fabula/{__version__}"
    if where.provider == "openai":
        for header, variable in (
            ("OpenAI-Organization", "OPENAI_ORG_ID"),
            ("OpenAI-Project", "OPENAI_PROJECT_ID"),
        ):
            if value := os.environ.get(variable):
                yield header, value


def _url(where: Address, path: str) -> str:
    """The address of one endpoint, without user and password, which are sent as a header."""
    parts = urlsplit(where.base_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, f"{parts.path.rstrip('/')}/{path}", parts.query, ""))


def _encoded(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace")


def _take(chunk: bytes, body: bytearray) -> None:
    body += chunk
    if len(body) > MOST_BYTES:
        raise BodyTooLong


def _reply(response: httpx2.Response, body: bytearray) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Reply(response.status_code, headers, body.decode("utf-8", "replace"))


def _failure(error: httpx2.HTTPError) -> Exception:
    """Our own exception, without the address and the headers that the client's carries."""
    return NoConnection() if isinstance(error, httpx2.ConnectError) else ConnectionCut()
