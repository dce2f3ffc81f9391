"""What passes through the door: asked once, paid once, found again."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from fabula.errors import FabulaError, UsageError
from fabula.models.budget import BudgetSpent
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Tally, Unusable
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from loopback import Behaviour, Loopback, cut_off, no_choices, null_content, refusal


class Score(BaseModel):
    score: int = Field(ge=1, le=5)


def question(text: str = "How good is it?", **more: Any) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), **more)


def through(server: Loopback, **more: Any) -> DoorSettings:
    return DoorSettings(base_url=server.url, **more)


async def test_the_same_question_twice_is_one_call(loopback: Loopback) -> None:
    loopback.answer = lambda _: {"score": 4}
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask(question(), Score) == Score(score=4)
        assert await door.ask(question(), Score) == Score(score=4)
    assert loopback.count == 1
    assert (door.tally.calls, door.tally.cached) == (1, 1)


async def test_a_later_run_is_answered_from_the_ledger(loopback: Loopback) -> None:
    for _ in range(2):
        async with open_door("custom/m", through(loopback)) as door:
            assert isinstance(await door.ask_text(question()), Choice)
    assert loopback.count == 1
    assert door.tally.calls == 0


async def test_questions_asked_at_the_same_time_share_one_request(loopback: Loopback) -> None:
    loopback.latency = 0.02
    async with open_door("custom/m", through(loopback)) as door:
        answers = await asyncio.gather(*(door.ask_text(question()) for _ in range(20)))
    assert loopback.count == 1
    assert len(set(answers)) == 1


async def test_five_replicates_are_one_request_where_n_is_honoured(loopback: Loopback) -> None:
    scores = iter(range(1, 6))
    loopback.answer = lambda _: {"score": next(scores)}
    async with open_door("custom/m", through(loopback)) as door:
        answers = await door.ask_replicates(question(temperature=1), Score, 5)
        again = [await door.ask(question(temperature=1), Score, replicate=each) for each in range(5)]
        assert (door.tally.calls, door.tally.answers) == (1, 5)
    assert [each.score for each in answers if isinstance(each, Score)] == [1, 2, 3, 4, 5]
    assert again == answers
    assert loopback.count == 1


async def test_five_replicates_are_the_same_five_keys_where_n_is_ignored() -> None:
    scores = iter([1, 2, 3, 4, 5, 1, 2])
    with Loopback(lambda _: {"score": next(scores)}, honours_n=False) as server:
        async with open_door("custom/m", through(server)) as door:
            answers = await door.ask_replicates(question(temperature=1), Score, 5)
            assert server.count == 5
            more = await door.ask_replicates(question("And now?", temperature=1), Score, 2)
            assert server.count == 7
            assert (door.tally.calls, door.tally.answers) == (7, 7)
            assert [each.body.get("n") for each in server.requests] == [5] + [None] * 6
        async with open_door("custom/m", through(server)) as door:
            assert await door.ask_replicates(question(temperature=1), Score, 5) == answers
            assert await door.ask_replicates(question("And now?", temperature=1), Score, 2) == more
    assert server.count == 7


async def test_replicates_asked_one_by_one_have_seeds_of_their_own(loopback: Loopback) -> None:
    loopback.honours_n = False
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_replicates(question(seed=7, temperature=1), Score, 3)
    assert sorted(each.body["seed"] for each in loopback.requests) == [7, 8, 9]


async def test_only_the_missing_replicates_are_paid_for(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_replicates(question(), Score, 2)
        await door.ask_replicates(question(), Score, 5)
    assert [each.body.get("n") for each in loopback.requests] == [2, 3]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (question(), question("How bad is it?")),
        (question(), question(temperature=0.5)),
        (question(), question(seed=1)),
        (question(), question(max_tokens=99)),
        (question(), question(top_logprobs=5)),
    ],
)
async def test_whatever_decides_an_answer_is_in_its_key(
    loopback: Loopback, first: ChatRequest, second: ChatRequest
) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(first)
        await door.ask_text(second)
        await door.ask(second, Score)
    async with open_door("custom/other", through(loopback)) as door:
        await door.ask_text(first)
    assert loopback.count == 4


async def test_what_a_question_is_called_is_not_in_its_key(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question())
        await door.ask_text(ChatRequest("another step", question().messages, expected_tokens=9))
    assert loopback.count == 1


async def test_a_malformed_answer_is_asked_again_with_what_was_wrong(loopback: Loopback) -> None:
    loopback.script("It is splendid.", {"score": 9}, {"score": 5})
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask(question(), Score) == Score(score=5)
    assert [len(each.body["messages"]) for each in loopback.requests] == [1, 3, 5]


async def test_after_two_further_tries_the_raw_answer_is_kept_as_unusable(loopback: Loopback) -> None:
    loopback.answer = lambda _: "It is splendid."
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask(question(), Score)
    assert isinstance(answer, Unusable)
    assert (answer.reason, answer.raw) == ("malformed", "It is splendid.")
    assert loopback.count == 3


@pytest.mark.parametrize(
    ("behaviour", "reason", "calls"),
    [
        (refusal(), "refusal", 1),
        (cut_off(), "cut off", 3),
        (null_content(), "empty", 3),
        (no_choices(), "empty", 3),
    ],
)
async def test_refused_cut_off_and_empty_answers_are_told_apart(
    loopback: Loopback, behaviour: Behaviour, reason: str, calls: int
) -> None:
    loopback.answer = lambda _: behaviour
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask(question(), Score)
    assert isinstance(answer, Unusable)
    assert answer.reason == reason
    assert (loopback.count, door.tally.calls) == (calls, calls)


@pytest.mark.parametrize(
    ("behaviour", "reason", "calls"),
    [(refusal(), "refusal", 1), (cut_off("Once upon"), "cut off", 1), (null_content(), "empty", 3)],
)
async def test_prose_that_is_no_whole_answer_says_why(
    loopback: Loopback, behaviour: Behaviour, reason: str, calls: int
) -> None:
    loopback.answer = lambda _: behaviour
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask_text(question())
    assert isinstance(answer, Unusable)
    assert answer.reason == reason
    assert loopback.count == calls


async def test_a_schema_is_sent_and_one_that_is_ignored_does_no_harm(loopback: Loopback) -> None:
    loopback.answer = lambda _: 'Sure! ```json\n{"score": 3}\n```'
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask(question(), Score) == Score(score=3)
    sent = loopback.requests[0].body["response_format"]["json_schema"]["schema"]
    assert sent["properties"]["score"]["type"] == "integer"


async def test_logprobs_come_back_with_the_answer_and_from_the_ledger(loopback: Loopback) -> None:
    top = [{"token": "4", "logprob": -0.1}, {"token": "5", "logprob": -2.4}]
    loopback.answer = lambda _: Behaviour(
        text="4", logprobs=[{"token": "4", "logprob": -0.1, "top_logprobs": top}]
    )
    for _ in range(2):
        async with open_door("custom/m", through(loopback)) as door:
            answer = await door.ask_text(question(top_logprobs=2))
            assert isinstance(answer, Choice)
            assert answer.logprobs == ({"4": -0.1, "5": -2.4},)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"input_tokens": 40, "output_tokens": 9}, (40, 9)),
        ({"prompt_tokens": 40, "completion_tokens": None}, (40, 5)),
        ({"prompt_tokens": "40"}, (None, 5)),
        ({"prompt_tokens": -1, "completion_tokens": -1}, (None, 5)),
    ],
)
async def test_what_a_server_counts_only_in_part_is_estimated(
    loopback: Loopback, usage: dict[str, object], tokens: tuple[int | None, int]
) -> None:
    choice = {"message": {"content": "a few words of answer"}, "finish_reason": "stop"}
    loopback.answer = lambda _: Behaviour(body=json.dumps({"choices": [choice], "usage": usage}))
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question())
    asked, told = tokens
    assert door.tally.output_tokens == told and door.tally.input_tokens > 0
    assert asked is None or door.tally.input_tokens == asked


async def test_usage_that_the_server_does_not_count_is_estimated(loopback: Loopback) -> None:
    loopback.answer = lambda _: Behaviour(text="a few words of answer", usage=False)
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question("word " * 100))
    assert 80 < door.tally.input_tokens < 160
    assert door.tally.output_tokens > 2


async def test_a_run_stops_at_max_calls_and_goes_on_with_a_higher_one(loopback: Loopback) -> None:
    async def run(cap: int) -> Tally:
        async with open_door("custom/m", through(loopback, max_calls=cap)) as door:
            tally = door.tally
            await asyncio.gather(*(door.ask_text(question(f"Question {each}")) for each in range(10)))
        return tally

    with pytest.raises(
        BudgetSpent, match=r"--max-calls 4 is reached\. Answers of this run kept in the ledger: 4"
    ):
        await run(4)
    assert loopback.count == 4
    tally = await run(6)
    assert loopback.count == 10
    assert tally.cached == 4


async def test_a_run_never_costs_more_than_max_cost(loopback: Loopback, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text('[prices]\n"custom/m" = { input = 10, output = 100 }\n')
    with pytest.raises(BudgetSpent, match=r"--max-cost 0\.1 is reached"):
        async with open_door("custom/m", through(loopback, max_cost=0.1)) as door:
            loopback.answer = lambda _: "word " * 160
            await asyncio.gather(
                *(door.ask_text(question(f"Question {each}", max_tokens=250)) for each in range(20))
            )
    assert door.tally.cost is not None
    assert 0.05 < door.tally.cost <= 0.1


async def test_a_cost_that_is_not_known_is_said_unknown(loopback: Loopback) -> None:
    async with open_door("openai/some-new-model", through(loopback)) as door:
        assert door.tally.cost is None
    with pytest.raises(UsageError, match="the price of openai/some-new-model is not known"):
        async with open_door("openai/some-new-model", DoorSettings(max_cost=1)):
            pass


async def test_a_rehearsal_sends_nothing_and_counts_what_would_be_asked(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask(question("already asked"), Score)
    async with open_door("custom/m", through(loopback, rehearsal=True)) as door:
        await door.ask(question("already asked"), Score)
        await door.ask_replicates(question("new", expected_tokens=120), Score, 5)
        await door.ask_replicates(question("new", expected_tokens=120), Score, 5)
    assert loopback.count == 1
    step = door.tally.by_step["verdict"]
    assert (step.calls, step.cached, step.output_tokens) == (1, 1, 600), (
        "the ledger has one, however often another is asked"
    )
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_replicates(question("new"), Score, 5)
    assert loopback.count == 2, "what a rehearsal made up was taken for an answer"


async def test_a_rehearsal_needs_no_key() -> None:
    async with open_door("openai/gpt-4o", DoorSettings(rehearsal=True)) as door:
        await door.ask(question(), Score)
    assert door.tally.cost is not None
    assert door.tally.cost > 0


async def test_an_asker_that_is_cancelled_does_not_lose_the_answer(loopback: Loopback) -> None:
    loopback.latency = 0.05
    arrived = threading.Event()
    loopback.on_request = lambda _: arrived.set()
    async with open_door("custom/m", through(loopback)) as door:
        asker = asyncio.create_task(door.ask_text(question()))
        await asyncio.to_thread(arrived.wait, 5)
        asker.cancel()
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question())
    assert loopback.count == 1


async def test_the_tally_is_given_to_the_one_who_watches(loopback: Loopback) -> None:
    seen: list[Tally] = []
    async with open_door("custom/m", through(loopback, watch=seen.append)) as door:
        await door.ask_text(question())
    assert seen[0].calls == 1


async def test_a_signature_says_how_a_number_was_made(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        signature = door.sign(
            None, "longstory.summary", asked={"n": 5, "T": 0}, digests={"rubric": "3f2a", "text": "5d0e"}
        )
    assert str(signature).startswith("longstory.summary|m:custom/m|n:5|T:0|rubric:3f2a|text:5d0e|v:")


async def test_the_door_is_shut_after_use(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        pass
    with pytest.raises(FabulaError, match="closed"):
        await door.ask_text(question("too late"))


async def test_more_calls_at_once_than_allowed_wait(loopback: Loopback) -> None:
    loopback.latency = 0.005
    async with open_door("custom/m", through(loopback, concurrency=3)) as door:
        await asyncio.gather(*(door.ask_text(question(f"Question {each}")) for each in range(30)))
    assert loopback.most_in_flight == 3


async def test_what_is_sent_is_what_was_asked(loopback: Loopback) -> None:
    async with open_door("custom/the-model", through(loopback)) as door:
        await door.ask_text(
            ChatRequest(
                "s",
                (ChatMessage("system", "你是评论家"), ChatMessage("user", "好吗?")),
                0.3,
                77,
                seed=5,
                top_logprobs=3,
            )
        )
    body = loopback.requests[0].body
    assert body["messages"] == [
        {"role": "system", "content": "你是评论家"},
        {"role": "user", "content": "好吗?"},
    ]
    assert json.dumps({k: v for k, v in body.items() if k != "messages"}, sort_keys=True) == (
        '{"logprobs": true, "max_tokens": 77, "model": "the-model", "seed": 5, "temperature": 0.3, "top_logprobs": 3}'
    )


async def test_two_who_share_a_door_have_a_bill_each(loopback: Loopback) -> None:
    async def book(door: Door, questions: int) -> int:
        with door.share() as spent:
            await asyncio.gather(
                *(door.ask_text(question(f"Book {questions}, {n}")) for n in range(questions))
            )
        return spent.calls

    async with open_door("custom/m", through(loopback)) as door:
        assert await asyncio.gather(book(door, 2), book(door, 3)) == [2, 3]
        assert door.tally.calls == 5
