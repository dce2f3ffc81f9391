"""A useless answer does not stick: it stays in the record, and the next run asks again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from fabula.models.chat import ChatMessage, ChatRequest, Choice, Tally, Unusable
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import cost_of_answers, recorded_calls, runs
from fabula.models.opening import open_door
from loopback import Behaviour, Loopback, cut_off, null_content, refusal


class Score(BaseModel):
    score: int


REQUEST = ChatRequest("verdict", (ChatMessage("user", "How good is it?"),))


@pytest.fixture
def ledger(own_home: Path) -> Path:
    (own_home / "fabula.toml").write_text('[prices]\n"custom/m" = { input = 1000, output = 1000 }\n')
    return own_home / "ledger.sqlite"


async def score(server: Loopback, *, rehearsal: bool = False) -> tuple[Score | Unusable, Tally]:
    settings = DoorSettings(base_url=server.url, rehearsal=rehearsal)
    async with open_door("custom/m", settings) as door:
        first = await door.ask(REQUEST, Score)
        again = await door.ask(REQUEST, Score)
    assert again == first, "within one run the tries are spent"
    return first, door.tally


@pytest.mark.parametrize("useless", [null_content(), cut_off(), Behaviour(text="It is splendid.")])
async def test_the_next_run_asks_again_and_says_what_the_useless_answers_cost(
    loopback: Loopback, ledger: Path, useless: Behaviour
) -> None:
    loopback.answer = lambda _: useless
    answer, tally = await score(loopback)
    assert isinstance(answer, Unusable)
    assert (loopback.count, tally.calls, tally.asked_again) == (3, 3, 0)
    wasted = tally.cost

    _, planned = await score(loopback, rehearsal=True)
    assert (loopback.count, planned.calls) == (3, 1), "the estimate took useless answers for answers"

    answer, tally = await score(loopback)
    assert isinstance(answer, Unusable)
    assert (loopback.count, tally.calls) == (6, 3)

    loopback.answer = lambda _: {"score": 4}
    answer, tally = await score(loopback)
    assert answer == Score(score=4)
    assert (loopback.count, tally.calls, tally.asked_again) == (7, 1, 3)
    assert tally.asked_again_cost == pytest.approx(wasted)

    answer, tally = await score(loopback)
    assert answer == Score(score=4)
    assert loopback.count == 7, "a useful answer was asked for again"

    of_first = [call["aside"] for call in recorded_calls(ledger, runs(ledger)[-1].id)]
    assert of_first == [True] * 3, "the record of the first run lost its answers"
    assert cost_of_answers(ledger, runs(ledger)[-1].id, {"verdict"}) == pytest.approx(wasted)


async def test_a_try_that_helped_in_the_end_is_not_asked_again(loopback: Loopback, ledger: Path) -> None:
    loopback.script("It is splendid.", {"score": 5})
    for _ in range(2):
        answer, tally = await score(loopback)
        assert answer == Score(score=5)
    assert loopback.count == 2
    assert tally.asked_again == 0
    assert not any(call["aside"] for call in recorded_calls(ledger, None))


async def test_a_refusal_is_an_answer_and_stays(loopback: Loopback) -> None:
    loopback.answer = lambda _: refusal()
    for _ in range(2):
        answer, _ = await score(loopback)
        assert isinstance(answer, Unusable)
    assert loopback.count == 1


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize(("useless", "tries"), [(null_content(), 3), (cut_off("Once upon"), 1)])
async def test_useless_prose_is_asked_again_by_the_next_run(
    loopback: Loopback, useless: Behaviour, tries: int
) -> None:
    loopback.script(*[useless] * tries)
    for expected in (Unusable, Choice, Choice):
        async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
            assert isinstance(await door.ask_text(REQUEST), expected)
            assert isinstance(await door.ask_text(REQUEST), expected)
    assert loopback.count == tries + 1


async def test_a_recording_of_all_runs_answers_with_what_was_of_use(
    loopback: Loopback, ledger: Path, tmp_path: Path
) -> None:
    loopback.script(*[null_content()] * 3, {"score": 4})
    for _ in range(2):
        await score(loopback)
    recording = tmp_path / "calls.jsonl"
    recording.write_text("".join(json.dumps(call) + "\n" for call in recorded_calls(ledger, None)))
    async with open_door(f"replay:{recording}", DoorSettings()) as door:
        assert await door.ask(REQUEST, Score) == Score(score=4)


@pytest.mark.usefixtures("ledger")
async def test_replicates_with_a_useless_one_ask_only_for_that_one(loopback: Loopback) -> None:
    loopback.script({"score": 1}, *[null_content()] * 3, {"score": 3})
    loopback.honours_n = False
    request = ChatRequest("verdict", REQUEST.messages, temperature=1)
    async with open_door("custom/m", DoorSettings(base_url=loopback.url, concurrency=1)) as door:
        await door.ask_replicates(request, Score, 3)
    before = loopback.count
    loopback.answer = lambda _: {"score": 9}
    async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
        answers = await door.ask_replicates(request, Score, 3)
    assert all(isinstance(each, Score) for each in answers)
    assert loopback.count <= before + 2
