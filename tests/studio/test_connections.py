"""Requests that are begun and never finished: they are closed, and keep nobody out."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import uvicorn

from fabula.studio.connections import Patience, PatientProtocol

HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: a\r\n",
    "half a body": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf",
    "a chunk of many": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "one and a half": b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT",
}
WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads all that is sent; on /slow it takes longer than any patience."""
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(0.5 if scope["path"] == "/slow" else 0)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@contextmanager
def serving(patience: Patience) -> Iterator[tuple[str, int]]:
    protocol = type("Impatient", (PatientProtocol,), {"patience": patience})
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(app, http=protocol, log_level="critical", lifespan="off", timeout_keep_alive=1)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join()


def said(place: tuple[str, int], request: bytes, patience: float = 10) -> bytes:
    """All that comes back until the line is closed; TimeoutError if it never is."""
    with socket.create_connection(place, timeout=patience) as line:
        line.sendall(request)
        told = b""
        try:
            while piece := line.recv(1000):
                told += piece
        except ConnectionResetError:
            pass
        return told


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[str, int]]:
    with serving(Patience(head=0.2, silence=0.2, request=0.6, open=512)) as found:
        yield found


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_closed(place: tuple[str, int], half: str) -> None:
    assert said(place, HALVES[half]).count(b"200 OK") == (half == "one and a half")


def test_a_request_that_drips_is_closed_too(place: tuple[str, int]) -> None:
    with socket.create_connection(place, timeout=10) as line, pytest.raises(OSError):
        line.sendall(HALVES["half a body"])
        for _ in range(96):
            line.sendall(b"x")
            time.sleep(0.05)
    with socket.create_connection(place, timeout=10) as line, pytest.raises(OSError):
        for letter in HALVES["half a head"] * 4:
            line.sendall(bytes([letter]))
            time.sleep(0.02)


def test_an_answer_may_take_its_time(place: tuple[str, int]) -> None:
    assert b"200 OK" in said(place, WHOLE.replace(b" / ", b" /slow "))


def is_closed(line: socket.socket) -> bool:
    """Whether the server has ended this connection: in order, or with a reset."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_whoever_has_been_waited_for_longest_makes_room() -> None:
    with serving(Patience(open=20)) as place, ExitStack() as lines:
        halves = [lines.enter_context(socket.create_connection(place, timeout=10)) for _ in range(60)]
        for line in halves:
            line.sendall(HALVES["half a head"])
        assert b"200 OK" in said(place, WHOLE)
        assert is_closed(halves[0])
        halves[-1].sendall(b"\r\n")
        assert b"200 OK" in halves[-1].recv(1000)
