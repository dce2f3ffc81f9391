"""What goes over the wire: addresses, headers and bodies, as servers and proxies want them."""

from __future__ import annotations

import gzip
import logging

import pytest

from fabula.errors import FabulaError, UsageError
from fabula.models.addresses import address, api_key
from fabula.models.client import HttpChat
from fabula.models.config import Config
from fabula.models.protocols import protocol_of
from fabula.models.providers import Address, without_credentials
from fabula.models.transport import ConnectionCut, Moved, NoConnection, Reply, Transport, post
from loopback import Behaviour, Loopback, reset


async def sent(where: Address, path: str = "chat/completions") -> Reply:
    transport = Transport(where, protocol_of(where).headers(where, "the-key"))
    try:
        return await transport.post(path, {"model": "m", "messages": [], "input": "x"})
    finally:
        await transport.close()


def at(server: Loopback, provider: str = "custom") -> Address:
    return Address(provider, "m", server.url)


async def test_user_and_password_of_an_address_are_sent_and_never_logged(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    url = loopback.url.replace("//", "//some:p%40ss@")
    await sent(Address("custom", "m", url))
    assert loopback.requests[0].headers["authorization"] == "Basic c29tZTpwQHNz"
    assert "p%40ss" not in caplog.text
    assert "p@ss" not in caplog.text


async def test_a_query_of_the_address_stays_behind_the_path(loopback: Loopback) -> None:
    await sent(Address("custom", "m", f"{loopback.url}?version=3"))
    assert loopback.requests[0].path == "/v1/chat/completions?version=3"


async def test_the_users_organisation_is_told_to_openai_alone(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-1")
    await sent(at(loopback, "openai"))
    await sent(at(loopback, "custom"))
    told, untold = (each.headers for each in loopback.requests)
    assert (told["openai-organization"], told["openai-project"]) == ("org-1", "project-1")
    assert not [name for name in untold if name.startswith("openai-")]
    assert told["authorization"] == "Bearer the-key"
    assert told["user-agent"].startswith("fabula/")


async def test_a_body_that_comes_packed_is_unpacked(loopback: Loopback) -> None:
    packed = gzip.compress(b'{"choices": []}')
    loopback.script(Behaviour(body=packed, headers={"Content-Encoding": "gzip"}))
    assert (await sent(at(loopback))).text == '{"choices": []}'


async def test_bytes_that_are_no_text_are_shown_as_such(loopback: Loopback) -> None:
    loopback.script(Behaviour(body=b"\xff\xfe ok"))
    assert (await sent(at(loopback))).text == "\ufffd\ufffd ok"


async def test_a_lone_surrogate_is_sent_as_a_question_mark(loopback: Loopback) -> None:
    transport = Transport(at(loopback), {})
    await transport.post("chat/completions", {"messages": [{"role": "user", "content": "a\ud800b"}]})
    await transport.close()
    assert loopback.requests[0].question == "a?b"


async def test_a_redirect_within_the_server_is_followed(loopback: Loopback) -> None:
    loopback.script(Behaviour(status=307, body="", headers={"Location": "/v1/chat/completions"}))
    assert (await sent(at(loopback), "chat")).status == 200
    assert [each.path for each in loopback.requests] == ["/v1/chat", "/v1/chat/completions"]


async def test_a_redirect_to_another_server_gets_neither_question_nor_key(loopback: Loopback) -> None:
    with Loopback() as other:
        moved = {"Location": f"{other.url}/chat/completions"}
        loopback.script(Behaviour(status=307, body="", headers=moved))
        with pytest.raises(Moved, match=r"127\.0\.0\.1"):
            await sent(at(loopback))
        assert other.count == 0


async def test_connections_are_kept_and_broken_ones_are_told_apart_from_none(loopback: Loopback) -> None:
    loopback.script(reset())
    with pytest.raises(ConnectionCut):
        await sent(at(loopback))
    with pytest.raises(NoConnection) as error:
        await sent(Address("custom", "m", "http://127.0.0.1:9/v1"))
    assert error.value.__cause__ is None


def test_without_an_event_loop_the_same_is_sent(loopback: Loopback) -> None:
    reply = post(
        at(loopback), {"Authorization": "Bearer the-key"}, "embeddings", {"model": "m", "input": ["a"]}, 10
    )
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert loopback.requests[0].headers["authorization"] == "Bearer the-key"
    with pytest.raises(NoConnection):
        post(Address("custom", "m", "http://127.0.0.1:9/v1"), {}, "embeddings", {}, 10)


@pytest.mark.parametrize("key", ["schlüssel", "two\nlines", "with\ttab"])
def test_a_key_that_cannot_be_sent_is_named_without_being_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(UsageError, match="the key of OPENAI_API_KEY has characters that no key has") as error:
        api_key(Address("openai", "m", "https://api.openai.com/v1"), Config())
    assert key not in str(error.value)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "iso-8859-1"), ("latin-1", "iso-8859-1"), ("gb18030", "gbk"), ("utf-16", "utf-16")],
)
async def test_a_body_is_read_in_the_encoding_that_the_server_declares_where_it_is_not_utf_8(
    encoding: str, declared: str, loopback: Loopback
) -> None:
    said = "naïve" if encoding == "latin-1" else "很好"
    kind = f"application/json; charset={declared}"
    loopback.script(Behaviour(body=f'{{"said": "{said}"}}'.encode(encoding), headers={"Content-Type": kind}))
    assert said in (await sent(at(loopback))).text


async def test_the_address_to_give_after_a_redirect_is_a_base_address(loopback: Loopback) -> None:
    moved = {"Location": "https://models.example.org/api/v1/chat/completions"}
    loopback.script(Behaviour(status=308, body="", headers=moved))
    with pytest.raises(Moved) as error:
        await sent(at(loopback))
    assert error.value.to == "https://models.example.org/api/v1"


async def test_a_server_that_redirects_in_a_circle_is_told_apart_from_one_that_moved(
    loopback: Loopback,
) -> None:
    loopback.script(*[Behaviour(status=307, body="", headers={"Location": "/v1/models"})] * 9)
    loopback.listing = Behaviour(status=307, body="", headers={"Location": "/v1/models"})
    with pytest.raises(FabulaError, match="redirects in a circle"):
        await HttpChat(at(loopback), lambda: "the-key").probe()


@pytest.mark.parametrize("end", ["/", "/chat/completions", "/chat/completions/", "/messages", "/responses"])
def test_an_address_that_was_copied_whole_is_cut_to_its_base(end: str) -> None:
    assert address("custom/m", f"http://[::1]:9/v1{end}", Config()).base_url == "http://[::1]:9/v1"


def test_an_ipv6_address_is_shown_as_it_is_typed() -> None:
    assert without_credentials("http://user:pass@[::1]:8000/v1?key=1") == "http://[::1]:8000/v1"
    assert without_credentials("http://[2001:db8::1]/v1") == "http://[2001:db8::1]/v1"
