"""What `fabula models check` says of servers that honour everything, and of those that ignore or refuse things."""

import asyncio
import json
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.cli.models import app
from fabula.errors import FabulaError
from fabula.models.addresses import address
from fabula.models.check import EndpointReport, check_endpoint
from fabula.models.client import HttpChat
from fabula.models.config import Config
from loopback import Answer, Behaviour, Loopback, key_refused, parameter_refused, plain

LOGPROBS = [{"token": "ready", "logprob": -0.1, "top_logprobs": [{"token": "ready", "logprob": -0.1}]}]


def obliging(body: dict[str, Any]) -> Answer:
    """Honours all that it is asked."""
    if "response_format" in body:
        return plain(body)
    if body.get("logprobs"):
        return Behaviour("ready", logprobs=LOGPROBS)
    return f"A village named {body.get('seed', 'Skerry')}."


def checked(server: Loopback) -> EndpointReport:
    async def asked() -> EndpointReport:
        chat = HttpChat(address("custom/any", server.url, Config()), lambda: "none", 10)
        try:
            return await check_endpoint(chat)
        finally:
            await chat.close()

    return asyncio.run(asked())


def honoured(report: EndpointReport) -> dict[str, bool | None]:
    return {finding.ability: finding.honoured for finding in report.findings}


def test_a_server_that_honours_everything(loopback: Loopback) -> None:
    loopback.answer = obliging
    report = checked(loopback)
    assert honoured(report) == dict.fromkeys(("answers", "usage", "schema", "n", "seed", "logprobs"), True)
    assert report.calls == loopback.count == 7
    assert report.input_tokens == loopback.input_tokens
    assert report.output_tokens == loopback.output_tokens
    assert report.seconds > 0
    assert report.refused == ()


def test_a_server_that_ignores_everything() -> None:
    with Loopback(lambda _: Behaviour("The sea is grey.", usage=False), honours_n=False) as server:
        report = checked(server)
    assert honoured(report) == {
        "answers": True, "usage": False, "schema": False, "n": False, "seed": None, "logprobs": False,
    }  # fmt: skip
    assert report.tokens_a_second is None


def test_a_server_that_refuses_parameters_is_asked_without_them(loopback: Loopback) -> None:
    def strict(body: dict[str, Any]) -> Answer:
        for name in ("response_format", "tools", "n", "seed", "logprobs"):
            if name in body:
                return parameter_refused(name)
        return "ready"

    loopback.answer = strict
    report = checked(loopback)
    assert honoured(report) == {
        "answers": True, "usage": True, "schema": False, "n": False, "seed": False, "logprobs": False,
    }  # fmt: skip
    assert report.refused == ("logprobs", "n", "schema (words in its place)", "seed")


def test_an_answer_that_only_mending_could_read_is_no_schema_honoured(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        "{'colour': 'grey', 'sureness': '4/5'}" if "response_format" in body else "ready"
    )
    assert honoured(checked(loopback))["schema"] is False


def test_a_refused_key_ends_the_check_at_once(loopback: Loopback) -> None:
    loopback.script(key_refused())
    with pytest.raises(FabulaError, match="does not accept the key"):
        checked(loopback)
    assert loopback.count == 1


def test_the_command_prints_one_document_or_a_table(loopback: Loopback) -> None:
    loopback.answer = obliging
    arguments = ["check", "--model", "custom/any", "--base-url", loopback.url]
    document = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert document["model"] == "custom/any"
    assert {each["ability"]: each["honoured"] for each in document["findings"]}["schema"] is True
    table = CliRunner().invoke(app, arguments).stdout
    assert "logprobs" in table
    assert "7 calls" in table


def test_fetch_names_what_it_can_fetch() -> None:
    result = CliRunner().invoke(app, ["fetch", "word2vec"])
    assert "known are qwen3-4b, phi4-mini, qwen3-8b, minilm" in str(result.exception)
