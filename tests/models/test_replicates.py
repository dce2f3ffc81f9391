"""Replicates that vary: how warm they are asked, servers that copy with `n`, and answers that are one answer repeated."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from pydantic import BaseModel

from fabula.models.chat import ChatMessage, ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.models.replicates import VARIED, temperature_for
from loopback import Behaviour, Loopback


class Told(BaseModel):
    remark: str
    score: int


def question(text: str = "How good?", temperature: float = VARIED) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), temperature=temperature)


def told(score: int) -> str:
    return json.dumps({"remark": "It moves slowly and then all at once. " * 8, "score": score})


class Copier:
    """A server that gives `n` copies of one answer, and another answer to the next request."""

    def __init__(self) -> None:
        self.scores = itertools.count(40)

    def whole(self, body: dict[str, Any]) -> Behaviour:
        message = {"role": "assistant", "content": told(next(self.scores))}
        choices = [
            {"index": each, "message": message, "finish_reason": "stop"} for each in range(body.get("n", 1))
        ]
        usage = {"prompt_tokens": 100, "completion_tokens": 10 * len(choices)}
        return Behaviour(body=json.dumps({"choices": choices, "usage": usage}))


async def scores(door: Door, request: ChatRequest, n: int = 5) -> list[int]:
    answers = await door.ask_replicates(request, Told, n)
    return [each.score for each in answers if not isinstance(each, Unusable)]


def at(server: Loopback) -> DoorSettings:
    return DoorSettings(base_url=server.url)


@pytest.fixture
def copier(loopback: Loopback) -> Loopback:
    """The server gives its copies in one response."""
    own = Copier()
    loopback.honours_n = False
    loopback.answer = own.whole
    return loopback


def test_one_answer_is_the_likeliest_and_several_vary() -> None:
    assert (temperature_for(1, None), temperature_for(5, None)) == (0.0, VARIED)
    assert (temperature_for(5, 0.0), temperature_for(1, 0.3)) == (0.0, 0.3)


async def test_a_server_that_copies_is_asked_for_one_answer_at_a_time(copier: Loopback) -> None:
    async with open_door("custom/m", at(copier)) as door:
        first = await scores(door, question())
        assert [each.body.get("n", 1) for each in copier.requests] == [5, 1, 1, 1, 1]
        second = await scores(door, question("And now?"))
        assert [each.body.get("n", 1) for each in copier.requests[5:]] == [1] * 5
        assert door.one_answer_repeated == ()
        assert await scores(door, question()) == first
    assert copier.count == 10 and len(set(first)) == len(set(second)) == 5


async def test_what_a_copier_was_paid_for_is_counted_once(copier: Loopback) -> None:
    async with open_door("custom/m", at(copier)) as door:
        await scores(door, question())
        assert door.tally.input_tokens == 500 and door.tally.output_tokens == 50 + 4 * 10
        assert door.tally.calls == copier.count == 5


async def test_a_greedy_server_is_asked_once_more_and_no_more(loopback: Loopback) -> None:
    loopback.answer = lambda _: told(47)
    async with open_door("custom/m", at(loopback)) as door:
        assert await scores(door, question()) == [47] * 5
        assert loopback.count == 2
        assert await scores(door, question("And now?")) == [47] * 5
        assert loopback.count == 3
        (said,) = door.one_answer_repeated
        assert said.code == "models.one-answer-repeated" and said in door.notices


async def test_at_temperature_0_copies_are_expected(loopback: Loopback) -> None:
    loopback.answer = lambda _: told(47)
    async with open_door("custom/m", at(loopback)) as door:
        assert await scores(door, question(temperature=0.0)) == [47] * 5
        assert loopback.count == 1 and door.one_answer_repeated


async def test_a_server_that_varies_is_asked_once(loopback: Loopback) -> None:
    own = itertools.count(40)
    loopback.answer = lambda _: told(next(own))
    async with open_door("custom/m", at(loopback)) as door:
        assert len(set(await scores(door, question()))) == 5
        assert loopback.count == 1 and door.one_answer_repeated == ()


async def test_short_answers_may_be_alike_by_chance(loopback: Loopback) -> None:
    loopback.answer = lambda _: {"remark": "Yes.", "score": 1}
    async with open_door("custom/m", at(loopback)) as door:
        await scores(door, question())
    assert loopback.count == 1


async def test_a_failing_second_look_loses_no_paid_answer(copier: Loopback) -> None:
    usual = copier.answer
    copier.answer = lambda body: usual(body) if body.get("n", 1) > 1 else Behaviour(status=500, body="{}")
    async with open_door("custom/m", at(copier)) as door:
        assert len(await scores(door, question())) == 5
