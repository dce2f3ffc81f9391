"""A refused key and a dead server are found before anything is read, by a request that costs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import fabula
from fabula.errors import FabulaError
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from loopback import Behaviour, Loopback, busy, forbidden, html_page, key_refused, reset

QUESTION = ChatRequest("verdict", (ChatMessage("user", "How good is it?"),))
SCOPE = Behaviour(status=403, body='{"error": {"message": "Missing scopes: api.model.read"}}')


@pytest.mark.parametrize(
    ("listing", "said"),
    [(key_refused(), "does not accept the key"), (forbidden(), "does not let this key use m")],
)
async def test_a_refused_key_stops_before_the_work_begins(
    loopback: Loopback, listing: Behaviour, said: str
) -> None:
    loopback.listing = listing
    with pytest.raises(FabulaError, match=said):
        async with open_door("custom/m", DoorSettings(base_url=loopback.url)):
            raise AssertionError("the work began")
    assert (loopback.count, len(loopback.looks)) == (0, 1)


async def test_a_dead_server_stops_before_the_work_begins() -> None:
    with pytest.raises(FabulaError, match="nothing answers at"):
        async with open_door("custom/m", DoorSettings(base_url="http://127.0.0.1:9/v1")):
            raise AssertionError("the work began")


@pytest.mark.parametrize(
    "listing",
    [Behaviour(status=404, body=""), Behaviour(status=405, body=""), busy(), html_page(), SCOPE, reset(), Behaviour(status=500, body="")],
)  # fmt: skip
async def test_a_server_without_such_a_list_is_asked_all_the_same(
    loopback: Loopback, listing: Behaviour
) -> None:
    loopback.listing = listing
    async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
        await door.ask_text(QUESTION)
    assert loopback.count == 1


async def test_what_the_ledger_has_needs_no_server() -> None:
    with Loopback() as server:
        settings = DoorSettings(base_url=server.url)
        async with open_door("custom/m", settings) as door:
            await door.ask_text(QUESTION)
    async with open_door("custom/m", settings) as door:
        await door.ask_text(QUESTION)
        assert (door.tally.calls, door.tally.cached) == (0, 1)


async def test_a_rehearsal_sends_nothing(loopback: Loopback) -> None:
    async with open_door("custom/m", DoorSettings(base_url=loopback.url, rehearsal=True)) as door:
        await door.ask_text(QUESTION)
    assert not loopback.looks


def test_a_judges_refused_key_is_found_before_the_writer_is_paid(
    loopback: Loopback, own_home: Path, tmp_path: Path
) -> None:
    with Loopback() as judges:
        judges.listing = key_refused()
        (own_home / "fabula.toml").write_text(
            f'[models.judge]\nprovider = "custom"\nname = "j"\nbase_url = "{judges.url}"\n'
        )
        (tmp_path / "novel.txt").write_text("Chapter 1\n\nMara rowed home.\n" * 20, encoding="utf-8")
        said = fabula(
            "bench", "webnovel", "--data", tmp_path, "--model", "custom/writer", "--judge", "judge", "--out", tmp_path / "out",
            "--base-url", loopback.url,
        )  # fmt: skip
    assert said.returncode == 1 and "does not accept the key" in said.stderr
    assert loopback.count == judges.count == 0
