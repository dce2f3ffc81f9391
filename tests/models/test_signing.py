"""What the door signs: the model, what the server really took, and the prompts of this very question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import BaseModel, Field

from fabula import __version__
from fabula.digests import digest
from fabula.models.bill import usage_total
from fabula.models.chat import ChatMessage, ChatRequest, Tally
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import recorded_calls
from fabula.models.opening import open_door
from fabula.request import Request, option
from fabula.result import ModelUsed, UsageTotal
from loopback import Behaviour, Loopback, parameter_refused


class Score(BaseModel):
    score: int = Field(ge=1, le=5)


@dataclass(frozen=True, slots=True)
class Verdict(Request):
    runs: int = option(1, help="How often.", changes_result=True, signed_as="n")
    temperature: float = option(0.0, help="How freely.", changes_result=True, signed_as="T")
    out: str | None = option(None, help="Where to.", changes_result=False)


def question(text: str = "How good is it?", **more: object) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), **more)  # type: ignore[arg-type]


async def signed(server: Loopback, request: ChatRequest, **more: object) -> str:
    async with open_door("custom/m", DoorSettings(base_url=server.url)) as door:
        await door.ask(request, Score)
        return door.sign(Verdict(runs=3), "verdict", **more)  # type: ignore[arg-type]


async def test_a_signature_has_the_model_the_options_and_the_version(loopback: Loopback) -> None:
    loopback.answer = lambda _: {"score": 4}
    line = await signed(loopback, question(), asked={"T": 0.0}, digests={"text": "abc", "rubric": None})
    assert line == f"verdict|m:custom/m|T:0|n:3|text:abc|v:{__version__}"


@pytest.mark.parametrize(
    ("name", "said"),
    [("temperature", "T:unset|n:3|left-out:temperature"), ("seed", "T:0|n:3|left-out:seed")],
)
async def test_what_the_server_refused_is_signed_also_from_the_ledger(
    loopback: Loopback, name: str, said: str
) -> None:
    loopback.answer = lambda body: parameter_refused(name) if name in body else {"score": 4}
    first, again = [await signed(loopback, question(seed=1), asked={"T": 0.0}) for _ in range(2)]
    assert f"|{said}|" in first
    assert again == first
    assert loopback.count == 2


async def test_what_was_not_asked_for_is_not_left_out(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        parameter_refused("seed")
        if "seed" in body
        else parameter_refused("n")
        if "n" in body
        else {"score": 4}
    )
    async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
        await door.ask_replicates(question(), Score, 2)
        assert "left-out" not in door.sign(Verdict(), "verdict")


@pytest.mark.parametrize(("status", "form"), [(200, "words"), (400, "json")])
async def test_a_schema_that_stood_in_words_is_signed(loopback: Loopback, status: int, form: str) -> None:
    ignored = Behaviour(text='{"points": 4}') if status == 200 else Behaviour(status=400, body="bad request")
    loopback.answer = lambda body: (
        {"score": 4} if "JSON schema" in body["messages"][-1]["content"] else ignored
    )
    assert f"|left-out:schema-as-{form}|" in await signed(loopback, question())


async def test_replayed_answers_keep_what_they_were_made_without(loopback: Loopback, tmp_path: Path) -> None:
    import json

    loopback.answer = lambda body: parameter_refused("temperature") if "temperature" in body else {"score": 4}
    ledger, recording = tmp_path / "ledger.sqlite", tmp_path / "calls.jsonl"
    async with open_door("custom/m", DoorSettings(base_url=loopback.url, ledger=ledger)) as door:
        await door.ask(question(), Score)
        assert door.model_used == ModelUsed(name="custom/m", base_url=loopback.url, left_out=("temperature",))
    recording.write_text("".join(json.dumps(call) + "\n" for call in recorded_calls(ledger, None)))
    async with open_door(f"replay:{recording}", DoorSettings()) as door:
        await door.ask(question(), Score)
        assert "T:unset" in door.sign(Verdict(), "verdict", asked={"T": 0.0})
        assert door.model_used.base_url is None
    assert door.tally.input_tokens > 0
    assert door.tally.cost == 0, "a recorded answer costs nothing again"


async def test_a_number_names_its_own_prompts(loopback: Loopback) -> None:
    async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
        first, other = door.prompt("judging", "critique", "en"), door.prompt("models", "ask-again", "en")
        one = door.sign(None, "verdict", prompts=[first.digest])
        both = door.sign(None, "verdict")
        none = door.sign(None, "verdict", prompts=[])
    assert f"|prompt:{digest([first.digest])}|" in one
    assert f"|prompt:{digest(sorted([first.digest, other.digest]))}|" in both
    assert "prompt:" not in none
    assert door.run.about["signatures"] == [one, both, none]


def test_a_tally_becomes_the_usage_of_a_result() -> None:
    tally = Tally(calls=3, cached=2, input_tokens=10, output_tokens=4, cost=None)
    assert usage_total(tally) == UsageTotal(calls=3, cached=2, input_tokens=10, output_tokens=4, cost=None)
