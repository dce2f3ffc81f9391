"""Whose answer it is: the provider's or the server's, however its address is spelled; and what an old ledger paid for."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import recorded_calls, runs
from fabula.models.ledger.calls import call_key, canonical, request_body
from fabula.models.ledger.migrations import MIGRATIONS
from fabula.models.ledger.upkeep import check
from fabula.models.opening import open_door
from fabula.models.servers import server_identity
from loopback import Loopback

REQUEST = ChatRequest("verdict", (ChatMessage("user", "How good is it?"),))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://localhost:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://localhost:8000/v1", "http://[::1]:8000/v1/"),
        ("http://GPU.example/v1", "http://gpu.example:80/v1/"),
        ("https://gpu.example/v1", "https://user:secret@gpu.example:443/v1"),
    ],
)
def test_two_spellings_of_an_address_are_one_server(one: str, other: str) -> None:
    assert server_identity("custom/m", one) == server_identity("custom/m", other)


@pytest.mark.parametrize(
    "other", ["http://localhost:8001/v1", "http://gpu.example:8000/v1", "http://localhost:8000/v2"]
)
def test_two_servers_are_not_one_because_their_models_have_one_name(other: str) -> None:
    assert server_identity("custom/m", "http://localhost:8000/v1") != server_identity("custom/m", other)


def test_a_provider_is_known_by_its_name_and_a_server_by_the_name_that_the_user_gave_it() -> None:
    assert server_identity("openai/gpt-4o", "https://api.openai.com/v1/") == "openai"
    assert server_identity("openai/gpt-4o", "https://api.openai.com/v1", "judge") == "openai"
    assert server_identity("openai/gpt-4o", "https://proxy.example/v1") != "openai"
    first, moved = (server_identity("custom/m", f"http://host-{n}:80{n}0/v1", "the big one") for n in (1, 2))
    assert first == moved


async def test_another_spelling_of_the_address_does_not_pay_again(loopback: Loopback) -> None:
    for url in (loopback.url, loopback.url.replace("127.0.0.1", "localhost") + "/"):
        async with open_door("custom/m", DoorSettings(base_url=url)) as door:
            assert isinstance(await door.ask_text(REQUEST), Choice)
    assert loopback.count == 1


async def test_a_named_server_does_not_pay_again_on_another_port(loopback: Loopback, own_home: Path) -> None:
    with Loopback() as moved:
        for server in (loopback, moved):
            (own_home / "fabula.toml").write_text(
                f'[models.judge]\nprovider = "custom"\nname = "m"\nbase_url = "{server.url}"\nserver = "the big one"\n'
            )
            async with open_door("judge", DoorSettings()) as door:
                await door.ask_text(REQUEST)
        assert (loopback.count, moved.count) == (1, 0)
        async with open_door("custom/m", DoorSettings(base_url=moved.url)) as door:
            await door.ask_text(REQUEST)
        assert moved.count == 1, "a server without a name answered for another"


def old_ledger(path: Path, *answers: tuple[str, str, str]) -> None:
    """A ledger as version 0.1 wrote it: each answer by its address, its run and its text."""
    with closing(sqlite3.connect(path)) as ledger, ledger:
        for step in MIGRATIONS[:2]:
            step(ledger)
        ledger.execute("PRAGMA user_version = 2")
        for at, (endpoint, run, text) in enumerate(answers):
            body: dict[str, Any] = {**request_body("", "custom/m", REQUEST, None), "endpoint": endpoint}
            del body["server"]
            packed, digest = zlib.compress(canonical(body)), sha256(canonical(body)).digest()
            ledger.execute("INSERT OR IGNORE INTO requests VALUES (?, ?)", (digest, packed))
            ledger.execute(
                f"INSERT INTO calls VALUES ({', '.join('?' * 19)})",
                (
                    call_key(body, 0), digest, 0, run, f"trip {at}", "verdict", endpoint, "custom/m", text, "stop", None,
                    9, 9, 1, 9, 0.5, 0.1, float(at), "",
                ),
            )  # fmt: skip
            ledger.execute("INSERT INTO uses VALUES ('later', ?)", (call_key(body, 0),))
            ledger.execute(
                "INSERT INTO runs VALUES (?, 0, 1, 'done', '', 'custom/m', ?, '0.1', '{}', '{}')",
                (run, endpoint),
            )


async def test_what_an_old_ledger_paid_for_is_used(loopback: Loopback, tmp_path: Path) -> None:
    path, local = tmp_path / "ledger.sqlite", loopback.url.replace("127.0.0.1", "localhost")
    old_ledger(path, (loopback.url, "first", "the first"), (local, "second", "paid again"))
    async with open_door("custom/m", DoorSettings(base_url=loopback.url, ledger=path)) as door:
        answer = await door.ask_text(REQUEST)
        other = await door.ask_text(replace(REQUEST, temperature=1))
    assert isinstance(answer, Choice)
    assert isinstance(other, Choice)
    assert answer.text == "the first"
    assert loopback.count == 1
    assert check(path) == []
    assert len(runs(path)) == 3
    kept = [(call["text"], call["aside"], call["endpoint"]) for call in recorded_calls(path, None)][:2]
    assert kept == [("the first", False, loopback.url), ("paid again", True, local)]
    assert [call["cost"] for call in recorded_calls(path, "later")] == [0.5, 0.5], "uses lost their answers"
