"""Five replicates of one question: the provider's cache is warm before the second is asked, and is billed as cached."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from loopback import Loopback


class Score(BaseModel):
    score: int


@pytest.mark.parametrize(
    ("provider", "ratio"), [("anthropic", (1.25 + 4 * 0.1) / 5), ("deepseek", (1 + 4 * 0.1) / 5)]
)
async def test_replicates_after_the_first_read_the_cache(
    provider: str, ratio: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "fabula.toml"
    price = "{ input = 1.0, cached = 0.1, written = 1.25, output = 0.0 }"
    config.write_text(f'[prices]\n"{provider}/m" = {price}\n', encoding="utf-8")
    monkeypatch.setenv("FABULA_CONFIG", str(config))
    with Loopback(lambda _: {"score": 4}, dialect=provider, latency=0.02) as server:
        assert server.dialect is not None
        server.dialect.model = "m"
        monkeypatch.setenv("FABULA_API_KEY", str(server.dialect.key))
        async with open_door(f"{provider}/m", DoorSettings(base_url=server.url)) as door:
            await door.ask_replicates(
                question("A short one."), Score, 2
            )  # the server shows that it gives one at a time
            spent, read = door.tally.cost, door.tally.input_tokens
            assert (
                await door.ask_replicates(question("A long story. " * 2_000), Score, 5)
                == [Score(score=4)] * 5
            )
            assert spent is not None and door.tally.cost is not None
            share = (door.tally.cost - spent) * 1_000_000 / (door.tally.input_tokens - read)
        assert share == pytest.approx(ratio, abs=0.05)
        await _one_alone_is_not_marked(f"{provider}/m", server)


async def _one_alone_is_not_marked(model: str, server: Loopback) -> None:
    """Writing to a cache costs more: it is not worth it for a question that is asked once."""
    async with open_door(model, DoorSettings(base_url=server.url)) as door:
        await door.ask(question("Another long story. " * 2_000), Score)
    assert "cache_control" not in str(server.requests[-1].body)


def question(text: str) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("system", "You judge."), ChatMessage("user", text)))
