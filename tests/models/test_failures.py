"""Every way that a server fails: what the user sees, and what was spent."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import loopback as servers
from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.client import HttpChat
from fabula.models.door_settings import DoorSettings
from fabula.models.failures import KeyRefused
from fabula.models.opening import open_door
from fabula.models.providers import Address
from fabula.models.retry import Clock, RetryPolicy
from loopback import Behaviour, Loopback


class Score(BaseModel):
    score: int


@dataclass
class Hours:
    """A clock that runs when someone sleeps: hours of waiting pass at once."""

    time: float = 0.0
    waits: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)

    def clock(self) -> Clock:
        return Clock(lambda: self.time, self.sleep)


def question(text: str = "How good is it?", **more: Any) -> ChatRequest:
    return ChatRequest("verdict", (ChatMessage("user", text),), **more)


def through(server: Loopback, hours: Hours | None = None, **more: Any) -> DoorSettings:
    retry = more.pop("retry", RetryPolicy(randomness=random.Random(1)))
    return DoorSettings(base_url=server.url, clock=(hours or Hours()).clock(), retry=retry, **more)


TEMPORARY = [
    servers.busy(),
    servers.busy("2"),
    servers.in_trouble(500),
    servers.in_trouble(503),
    servers.reset(),
    servers.garbled(),
    servers.html_page(502),
]


@pytest.mark.parametrize("behaviour", TEMPORARY)
async def test_what_passes_is_waited_out(loopback: Loopback, behaviour: Behaviour) -> None:
    loopback.keeps_waiting = True
    loopback.script(behaviour, behaviour, behaviour)
    hours = Hours()
    async with open_door("custom/m", through(loopback, hours)) as door:
        assert isinstance(await door.ask_text(question()), Choice)
    assert loopback.count == 4
    assert (door.tally.calls, door.tally.failed) == (1, 0)
    assert sum(hours.waits) > 3


@pytest.mark.parametrize("behaviour", TEMPORARY)
async def test_what_does_not_pass_is_a_missing_answer_and_costs_nothing(
    loopback: Loopback, behaviour: Behaviour
) -> None:
    loopback.script(*[behaviour] * 6)
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask_text(question())
        assert isinstance(answer, Unusable)
        assert answer.reason == "failed"
        assert "after 6 tries" in str(answer.notice)
        assert (door.tally.calls, door.tally.failed) == (0, 1)
        assert isinstance(await door.ask_text(question()), Choice), (
            "a failure was kept as if it were an answer"
        )


async def test_a_web_page_in_place_of_the_first_answer_is_a_wrong_address(loopback: Loopback) -> None:
    loopback.answer = lambda _: servers.html_page(200)
    with pytest.raises(FabulaError, match=r"HTML page: is the address right"):
        async with open_door("custom/m", through(loopback)) as door:
            await door.ask_text(question())
    assert loopback.count == 1


async def test_a_web_page_of_a_server_that_has_answered_is_waited_out(loopback: Loopback) -> None:
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question("first"))
        loopback.script(servers.html_page(200), servers.html_page(200))
        assert isinstance(await door.ask_text(question()), Choice)
    assert loopback.count == 4


async def test_three_calls_in_a_row_that_fail_stop_the_run(loopback: Loopback) -> None:
    loopback.answer = lambda _: servers.in_trouble(500)
    with pytest.raises(FabulaError, match=r"3 requests in a row failed.*500.*Every answer so far is kept"):
        async with open_door("custom/m", through(loopback)) as door:
            for each in range(10):
                await door.ask_text(question(f"Question {each}"))
    assert loopback.count == 18


async def test_retry_after_is_honoured_to_the_second(loopback: Loopback) -> None:
    hours = Hours()
    loopback.script(servers.busy("17"))
    async with open_door("custom/m", through(loopback, hours)) as door:
        await door.ask_text(question())
    assert 17 <= hours.time <= 19


async def test_a_server_that_asks_for_hours_ends_the_run_instead_of_holding_it(loopback: Loopback) -> None:
    hours = Hours()
    loopback.script(servers.busy("7200"))
    with pytest.raises(FabulaError, match=r"asks to wait 2 hours.*run the same command later"):
        async with open_door("custom/m", through(loopback, hours)) as door:
            await door.ask_text(question())
    assert hours.time == 0


async def test_tries_end_at_the_deadline(loopback: Loopback) -> None:
    hours = Hours()
    loopback.answer = lambda _: servers.busy("40")
    retry = RetryPolicy(tries=100, deadline=100)
    async with open_door("custom/m", through(loopback, hours, retry=retry)) as door:
        assert isinstance(await door.ask_text(question()), Unusable)
    assert loopback.count == 3
    assert hours.time <= 100


@pytest.mark.parametrize(
    ("behaviour", "cure"),
    [
        (servers.key_refused(), "does not accept the key .401.: set FABULA_API_KEY"),
        (servers.forbidden(), "choose another model or ask for access"),
        (Behaviour(status=404, body='{"detail": "Not Found"}'), "check --model and --base-url$"),
        (servers.no_such_model(), "no model m .404.*check --model and --base-url"),
        (servers.quota_spent(), "no credit left.*add credit, then run the same command again"),
        (servers.too_long(), "longer than m can read.*choose smaller segments"),
        (Behaviour(status=402, body="Insufficient Balance"), "no credit left"),
        (
            Behaviour(
                status=400, body='{"error": {"message": "Your credit balance is too low to access the API."}}'
            ),
            "no credit left",
        ),
        (
            Behaviour(status=400, body=json.dumps({"error": {"message": "模型不存在"}})),
            "no model m .400: 模型不存在",
        ),
        (
            Behaviour(status=400, body=json.dumps({"error": "Prompt 超长"})),
            "longer than m can read .400: Prompt 超长",
        ),
        (
            Behaviour(body=json.dumps({"error": {"message": "maximum context length is 8192"}})),
            "longer than m",
        ),
        (Behaviour(body=json.dumps({"error": {"message": "no such model: m"}})), "no model m .404"),
        (Behaviour(status=418, body="teapot"), "refuses the question .418: teapot"),
        (
            Behaviour(
                status=500,
                body='{"error": {"message": "model requires more system memory (12.3 GiB) than is available (7.1 GiB)"}}',
            ),
            "cannot load m .500: model requires more system memory .*choose a smaller model",
        ),
        (
            Behaviour(status=404, body='{"detail": "Not Found"}'),
            r"no model m .404: Not Found.: check --model and --base-url$",
        ),
    ],
)
async def test_what_no_retry_mends_stops_the_run_at_once_naming_the_cure(
    loopback: Loopback, behaviour: Behaviour, cure: str
) -> None:
    await _kept(loopback, "asked before")
    before = loopback.count
    loopback.answer = lambda _: behaviour
    hours = Hours()
    with pytest.raises(FabulaError, match=cure):
        async with open_door("custom/m", through(loopback, hours, concurrency=1)) as door:
            await asyncio.gather(*(door.ask_text(question(f"Question {each}")) for each in range(50)))
    assert loopback.count == before + 1
    assert hours.waits == []
    assert await _kept(loopback, "asked before") == 0


async def test_a_body_that_never_ends_is_left_at_the_time_limit(loopback: Loopback) -> None:
    loopback.script(servers.endless())
    async with open_door("custom/m", through(loopback, attempt_timeout=1.0)) as door:
        assert isinstance(await door.ask_text(question()), Choice)
    assert loopback.count == 2


async def test_a_body_without_measure_is_left_before_it_fills_the_memory(loopback: Loopback) -> None:
    loopback.script(Behaviour(body=b" " * (33 * 2**20)))
    retry = RetryPolicy(tries=1)
    async with open_door("custom/m", through(loopback, retry=retry)) as door:
        answer = await door.ask_text(question())
    assert isinstance(answer, Unusable)
    assert "more than 32 MB" in str(answer.notice)


async def test_nobody_at_the_address_is_said_at_once() -> None:
    settings = DoorSettings(base_url="http://127.0.0.1:9/v1", clock=Hours().clock())
    with pytest.raises(FabulaError, match=r"nothing answers at http://127.0.0.1:9/v1: start the server"):
        async with open_door("ollama/llama3.1", settings) as door:
            await door.ask_text(question())


@pytest.mark.parametrize("name", ["response_format", "temperature", "seed", "logprobs"])
async def test_a_parameter_that_is_refused_is_left_out_from_then_on(loopback: Loopback, name: str) -> None:
    loopback.answer = lambda body: servers.parameter_refused(name) if name in body else {"score": 4}
    async with open_door("custom/m", through(loopback)) as door:
        for each in range(3):
            asked = question(f"Question {each}", seed=1, top_logprobs=2)
            assert await door.ask(asked, Score) == Score(score=4)
    assert loopback.count == 4
    assert door.tally.calls == 3


async def test_a_server_without_schemas_is_told_the_form_in_words(loopback: Loopback) -> None:
    refused = Behaviour(status=400, body="bad request")
    loopback.answer = lambda body: refused if {"response_format", "tools"} & body.keys() else {"score": 4}
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask(question(), Score) == Score(score=4)
    assert '"score"' in loopback.requests[-1].question
    assert '"score"' not in loopback.requests[0].question


async def test_a_server_that_refuses_n_is_asked_one_by_one(loopback: Loopback) -> None:
    loopback.answer = lambda body: servers.parameter_refused("n") if "n" in body else {"score": 4}
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask_replicates(question(), Score, 5) == [Score(score=4)] * 5
    assert loopback.count == 6


async def test_newer_names_of_the_token_limit_are_learned(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        servers.parameter_refused("max_tokens") if "max_tokens" in body else "Fine."
    )
    async with open_door("custom/m", through(loopback)) as door:
        await door.ask_text(question(max_tokens=50))
    assert loopback.requests[-1].body["max_completion_tokens"] == 50


async def test_a_content_filter_is_a_refusal_not_the_end(loopback: Loopback) -> None:
    said = '{"error": {"message": "The prompt was filtered", "code": "content_filter"}}'
    loopback.script(Behaviour(status=400, body=said))
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask(question(), Score)
        assert isinstance(answer, Unusable)
        assert answer.reason == "refusal"
        assert isinstance(await door.ask_text(question("another")), Choice)


async def test_fewer_calls_at_once_after_the_server_says_too_much(loopback: Loopback) -> None:
    loopback.latency = 0.002
    loopback.answer = lambda _: servers.busy() if loopback.in_flight > 4 else "Fine."
    async with open_door("custom/m", through(loopback, retry=RetryPolicy(tries=30, deadline=9999))) as door:
        answers = await asyncio.gather(*(door.ask_text(question(f"Question {each}")) for each in range(200)))
    assert all(isinstance(each, Choice) for each in answers)
    assert loopback.count < 300


async def test_requests_a_minute_are_kept_to(loopback: Loopback, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text("[limits]\nrequests_a_minute = 60\n")
    hours = Hours()
    async with open_door("custom/m", through(loopback, hours)) as door:
        await asyncio.gather(*(door.ask_text(question(f"Question {each}")) for each in range(66)))
    assert hours.time >= 60


async def test_tokens_a_minute_are_kept_to(loopback: Loopback, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text("[limits]\ntokens_a_minute = 6000\n")
    hours = Hours()
    async with open_door("custom/m", through(loopback, hours, concurrency=1)) as door:
        for each in range(12):
            await door.ask_text(question(f"{each}" + "x" * 4000))
    assert door.tally.input_tokens > 12_000
    assert hours.time > 100


KEY = "sk-fabula-0123456789-very-secret"


@pytest.mark.parametrize(
    "behaviour",
    [
        servers.key_refused(KEY),
        Behaviour(status=500, body=f"Authorization: Bearer {KEY}"),
        Behaviour(status=404, body=f'{{"error": "no, {KEY}"}}'),
        Behaviour(status=400, body=f'{{"error": {{"message": "{KEY}"}}}}'),
        Behaviour(text=f"Your key is {KEY}."),
        Behaviour(body=KEY),
    ],
)
async def test_the_key_reaches_no_ledger_no_log_and_no_message(
    loopback: Loopback,
    behaviour: Behaviour,
    own_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    loopback.answer = lambda _: behaviour
    seen = ""
    try:
        async with open_door("custom/m", through(loopback, command="fabula evaluate")) as door:
            seen = repr(await door.ask_text(question()))
    except FabulaError as error:
        seen = str(error)
    assert loopback.requests[0].headers["authorization"] == f"Bearer {KEY}"
    files = b"".join(each.read_bytes() for each in own_home.rglob("*") if each.is_file())
    for place in (seen, caplog.text, repr(door.run), files.decode("latin-1")):
        assert KEY not in place
        assert "Bearer" not in place or "[key]" in place


async def _kept(server: Loopback, text: str) -> int:
    """How many calls it takes to have this answered."""
    before = server.count
    async with open_door("custom/m", through(server)) as door:
        await door.ask_text(question(text))
    return server.count - before


async def test_a_key_is_asked_for_where_one_is_needed() -> None:
    with pytest.raises(UsageError, match="no key for openai: set OPENAI_API_KEY or FABULA_API_KEY"):
        async with open_door("openai/gpt-4o", DoorSettings()) as door:
            await door.ask_text(question())


async def test_a_project_file_cannot_send_the_key_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fabula.toml").write_text('base_url = "https://elsewhere.example/v1"\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="could send your key to a stranger"):
        async with open_door("openai/gpt-4o", DoorSettings()):
            pass


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("gpt-4o", "write PROVIDER/NAME"),
        ("nobody/x", "write PROVIDER/NAME"),
        ("custom/x", "needs --base-url"),
    ],
)
async def test_a_model_that_cannot_be_is_answered_with_how_one_is_written(model: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        async with open_door(model, DoorSettings()):
            pass


async def test_a_server_that_takes_a_schema_and_ignores_it_is_told_the_form_in_words_from_then_on(
    loopback: Loopback,
) -> None:
    def heedless(body: dict[str, Any]) -> str:
        told = "JSON schema" in str(body["messages"][-1]["content"])
        return '{"score": 4}' if told else "I would say it is rather good."

    loopback.answer = heedless
    async with open_door("custom/m", through(loopback)) as door:
        assert await door.ask(question("One?"), Score) == Score(score=4)
        assert await door.ask(question("Two?"), Score) == Score(score=4)
    assert loopback.count == 3


@pytest.mark.parametrize("status", [400, 422])
async def test_both_statuses_of_a_refused_parameter_are_understood(loopback: Loopback, status: int) -> None:
    said = '{"error": {"message": "no such parameter", "param": "temperature"}}'
    refused = Behaviour(status=status, body=said)
    loopback.answer = lambda body: refused if "temperature" in body else "Fine."
    async with open_door("custom/m", through(loopback)) as door:
        assert isinstance(await door.ask_text(question()), Choice)
        assert door.left_out == ("temperature",)
    assert "temperature" not in loopback.requests[-1].body


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "not JSON"),
        ("[]", "not a chat completion"),
        ('{"choices": {}}', "not a chat completion"),
        ('{"error": {"message": "out of memory"}}', "answered with an error: .*out of memory"),
    ],
)
async def test_an_answer_that_is_no_completion_says_what_it_is(
    loopback: Loopback, body: str, said: str
) -> None:
    loopback.answer = lambda _: Behaviour(body=body)
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask_text(question())
    assert isinstance(answer, Unusable)
    assert re.search(said, str(answer.notice))


async def test_a_choice_is_read_in_each_form_that_servers_write_it(loopback: Loopback) -> None:
    token = {"token": "A", "logprob": -0.5}
    choices = [
        {"message": {"content": [{"type": "text", "text": "in "}, {"text": "parts"}, "odd"]}},
        {"message": {"content": None, "refusal": "I will not."}},
        {"message": {"content": "filtered"}, "finish_reason": "content_filter"},
        {"message": {"content": "long"}, "finish_reason": "length"},
        {"message": {"content": "A"}, "logprobs": {"content": [token]}},
        {"message": {"content": "A"}, "logprobs": {"content": [{**token, "top_logprobs": [token, {"token": "B", "logprob": -2}]}]}},
        {"message": None},
    ]  # fmt: skip
    found = []
    for each in choices:
        loopback.script(Behaviour(body=json.dumps({"choices": [each, each]})))
        client = HttpChat(Address("custom", "m", loopback.url), lambda: "none", 30)
        completion = await client.complete(question(), None, 1)
        await client.close()
        assert not completion.usage.reported
        found.extend(completion.choices)
    assert found == [
        Choice("in parts"),
        Choice("I will not.", "refusal"),
        Choice("filtered", "refusal"),
        Choice("long", "length"),
        Choice("A", "stop", ({"A": -0.5},)),
        Choice("A", "stop", ({"A": -0.5, "B": -2.0},)),
        Choice(""),
    ]


@pytest.mark.parametrize(("key", "text"), [("a", "a banana"), ("sk-secret-1234", "[key] is yours")])
async def test_only_what_can_be_a_key_is_hidden_in_answers(
    loopback: Loopback, key: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FABULA_API_KEY", key)
    loopback.answer = lambda _: text.replace("[key]", key)
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask_text(question())
    assert isinstance(answer, Choice) and answer.text == text


async def test_thoughts_that_outgrow_every_room_are_not_asked_for_again_and_again(loopback: Loopback) -> None:
    loopback.answer = lambda _: Behaviour(text="", finish="length")
    async with open_door("custom/m", through(loopback)) as door:
        answer = await door.ask(question(), Score)
    assert isinstance(answer, Unusable) and answer.reason == "cut off"
    rooms = [request.body["max_tokens"] - 4096 for request in loopback.requests]
    assert rooms == [0, 8_192, 16_384, 32_768, 65_536, 131_072]


def test_a_refused_key_comes_whole_from_another_process() -> None:
    refused = pickle.loads(pickle.dumps(KeyRefused("http://here/v1", "the server does not accept the key")))
    assert (refused.server, str(refused)) == ("http://here/v1", "the server does not accept the key")
