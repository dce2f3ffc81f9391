"""What each provider says of a wrong key, an unknown model, a long prompt and a declined question, and what the user hears."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fabula
from dialects import anthropic, azure, chinese, gemini, hosted, local, odd, openai
from dialects.dialect import Call, Dialect, Json, Reply
from dialects.judge import judge
from dialects.registry import DIALECTS, dialect
from fabula.errors import FabulaError
from fabula.languages import Language
from fabula.notices import worded
from fabula.text.book import Book, Chapter
from loopback import Answer, Behaviour, Loopback, refusal

KEY = "sk-planted-for-this-server"
LINES = "The storm took the roof before midnight, and Mara held the lamp until her hands shook. " * 20
BOOK = Book("The Lamp", None, "en", (Chapter(1, "One", LINES),))
PROVIDERS = [name for name in DIALECTS if not name.startswith("odd-")]
KEYED = [name for name in PROVIDERS if dialect(name).key is not None]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)


def judged(spoken: Dialect, *script: Answer, model: str | None = None) -> tuple[Any, Loopback]:
    """One question to one server: the report, or the error's text, and the server."""
    with Loopback(judge, dialect=spoken) as server:
        server.script(*script)
        name = f"{spoken.provider}/{model or spoken.model}"
        try:
            report = fabula.evaluate(BOOK, method="one-pass", model=name, base_url=server.url)
        except FabulaError as error:
            return str(error), server
        return report.result, server


@pytest.mark.parametrize("name", KEYED)
def test_a_wrong_key_is_said_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABULA_API_KEY", "sk-of-somebody-else")
    said, server = judged(dialect(name))
    assert isinstance(said, str) and "does not accept the key" in said and "somebody" not in said
    assert server.count <= 2


@pytest.mark.parametrize("name", [name for name in PROVIDERS if name != "llamacpp"])
def test_an_unknown_model_is_said_at_once(name: str) -> None:
    said, server = judged(dialect(name), model="nosuch")
    assert isinstance(said, str) and "has no model nosuch" in said
    assert server.count <= 2


@pytest.mark.parametrize("name", [name for name in PROVIDERS if name != "ollama"])
def test_a_prompt_that_does_not_fit_is_said(name: str) -> None:
    said, server = judged(replace(dialect(name), context=300))
    assert isinstance(said, str) and "longer than" in said and "choose smaller segments" in said
    assert server.answered == 0


@pytest.mark.parametrize("name", PROVIDERS)
def test_an_answer_that_does_not_fit_beside_the_prompt_is_asked_with_a_smaller_cap(name: str) -> None:
    spoken = dialect(name)
    if spoken.thinking > 2000:
        spoken.thinking = 100
    spoken.context = 8000
    report, _ = judged(spoken)
    assert not isinstance(report, str) and report.overall is not None


@pytest.mark.parametrize(
    ("spoken", "script"),
    [
        (azure.Azure(filters=lambda _: True), ()),
        (gemini.Gemini(blocks=lambda _: True), ()),
        *((each, [refusal()] * 3) for each in (openai.OpenAI(), openai.Responses(), anthropic.Anthropic(), gemini.Gemini())),
    ],
    ids=["azure-filter", "gemini-block", "openai", "responses", "anthropic", "gemini"],
)  # fmt: skip
def test_a_declined_question_is_a_refusal_and_is_not_asked_again(
    spoken: Dialect, script: Sequence[Answer]
) -> None:
    report, server = judged(spoken, *script)
    said = worded(report.no_verdict, Language("en"))
    assert "declined to answer" in said and server.answered <= 1
    if isinstance(spoken, gemini.Gemini):
        assert ("PROHIBITED_CONTENT" in said) if not script else ("SAFETY" in said)


def test_an_effort_that_the_model_does_not_take_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Loopback(judge, dialect="xai") as server:
        settings = tmp_path / "fabula.toml"
        lines = ["[models.judge]", 'provider = "xai"', 'name = "grok-4"', 'reasoning_effort = "low"']
        settings.write_text("\n".join([*lines, f'base_url = "{server.url}"']), encoding="utf-8")
        monkeypatch.setenv("FABULA_CONFIG", str(settings))
        report = fabula.evaluate(BOOK, method="one-pass", model="judge")
    assert report.overall is not None and server.answered == 1
    assert server.accepted[0].way == "json_schema"


@pytest.mark.parametrize("spoken", [openai.OpenAI, openai.Responses, anthropic.Anthropic, gemini.Gemini])
def test_a_stream_that_stops_early_is_no_answer(
    spoken: type[Dialect], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one stops half way between two events, as when a proxy gives up."""
    reply, cut = spoken.reply, [True]

    def half(self: Dialect, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        whole = reply(self, call, asked, answers)
        body = whole.behaviour.body
        if not isinstance(body, tuple) or not cut:
            return whole
        cut.clear()
        events = b"".join(body).split(b"\n\n")
        left = b"\n\n".join(events[: len(events) // 2]) + b"\n\n"
        return replace(whole, behaviour=replace(whole.behaviour, body=(left,)))

    monkeypatch.setattr(spoken, "reply", half)
    report, server = judged(spoken())
    assert not cut and report.overall.score == judged(spoken())[0].overall.score
    assert server.answered == 2


def test_an_overloaded_server_is_asked_again() -> None:
    report, server = judged(anthropic.Anthropic(), anthropic.overloaded())
    assert report.overall is not None and (server.count, server.answered) == (2, 1)


@pytest.mark.parametrize("thinking", [9_000, 30_000])
@pytest.mark.parametrize(
    "spoken",
    [
        openai.Reasoning,
        openai.Responses,
        gemini.Gemini,
        chinese.DeepSeekReasoner,
        chinese.DashScopeThinking,
        hosted.XAI,
        local.VLLM,
        odd.ReasoningOnly,
    ],
)
def test_a_cap_grows_until_the_thoughts_have_room(spoken: type[Dialect], thinking: int) -> None:
    roomy = spoken(thinking=thinking, context=131_072)
    if isinstance(roomy, chinese.DashScopeThinking):
        roomy.most_output = 38_912
    report, server = judged(roomy)
    assert not isinstance(report, str) and report.overall is not None
    assert server.answered <= 4


def test_thoughts_without_end_are_given_up_and_said() -> None:
    report, server = judged(local.VLLM(thinking=10**7, context=32_768))
    assert "cut off" in worded(report.no_verdict, Language("en")) and server.answered <= 6


def test_replicates_read_the_question_from_the_cache() -> None:
    spoken = anthropic.Anthropic()
    book = replace(BOOK, chapters=(Chapter(1, "One", LINES * 10),))
    with Loopback(judge, dialect=spoken) as server:
        fabula.evaluate(
            book, method="one-pass", runs=3, model=f"anthropic/{spoken.model}", base_url=server.url
        )
    marks = [len(re.findall("cache_control", str(each.call.body))) for each in server.accepted]
    assert len(marks) == 3 and all(1 <= each <= 4 for each in marks)
    assert spoken.read_from_cache > 2 * 4000
