"""The main job and a wide one against every dialect: the same verdicts as over a plain server, and nothing paid for twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fabula
from dialects.judge import judge
from dialects.registry import DIALECTS
from loopback import Loopback

NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.txt"
KEY = "sk-planted-for-this-server"
WAYS = {
    "anthropic": "tool",
    "dashscope": "tool",
    "dashscope-thinking": "words",
    "deepseek": "tool",
    "deepseek-reasoner": "json_object",
    "groq": "tool",
    "llama-cpp-python": "tool",
    "odd-refuses-at-once": "tool",
    "odd-words-alone": "words",
    "zhipu": "json_object",
}
"""How the answer's shape is asked for in the end: by the best way that the server has, and json_schema for the others."""
BROKEN = {"odd-stream-with-error", "odd-stream-cut-short"}
"""Servers whose first answer breaks off: it may have been billed."""
CUT_WHILE_THINKING = {"vllm-reasoning": 2, "dashscope-thinking": 1}
"""How often a question may be asked again because the thoughts took all of the cap."""


@dataclass(frozen=True)
class Story:
    """Three short chapters as a file, and a summary of fifteen sentences to check."""

    book: Path
    summary: str


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    chapters = re.split(r"(?m)^(?=Chapter )", NOVELLA.read_text(encoding="utf-8"))[1:4]
    book = tmp_path_factory.mktemp("story") / "three-chapters.txt"
    book.write_text("\n\n".join("\n\n".join(each.split("\n\n")[:6]) for each in chapters), encoding="utf-8")
    told = " ".join(chapters[2].split("\n\n")[1:6])
    return Story(book, " ".join(re.split(r"(?<=[.?]) (?=[A-Z])", told)[:15]))


def asked(server: Loopback) -> dict[str, Any]:
    spoken = server.dialect
    name = f"{spoken.provider}/{spoken.model}" if spoken else "custom/scripted"
    return {"model": name, "base_url": server.url, "concurrency": 16}


def main_job(server: Loopback, story: Story) -> list[float | None]:
    """Five replicates of the summary-based verdict."""
    report = fabula.evaluate(story.book, method="summary", runs=5, **asked(server))
    return [report.result.overall.score, *(aspect.score for aspect in report.result.aspects)]


def wide_job(server: Loopback, story: Story) -> list[str]:
    """Fifteen sentences taken apart and checked."""
    result = fabula.check_facts(
        book=story.book, summary_text=story.summary, embedder="none", **asked(server)
    ).result
    return [fact.verdict for fact in result.facts]


JOBS = {"main": main_job, "wide": wide_job}
QUESTIONS = {"main": 1 + 5, "wide": 3 * 3 + 15 + 2 * 15 + 1}
"""Answers that each job needs where each comes alone. A fact may be sent back once for a quotation, and the copies that our
judge gives are looked at a second time."""


@pytest.fixture(scope="module")
def truths(story: Story, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The verdicts over a plain server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FABULA_LEDGER", str(tmp_path_factory.mktemp("truth") / "ledger.sqlite"))
        with Loopback(judge) as server:
            return {name: job(server, story) for name, job in JOBS.items()}


def test_the_plain_verdicts_can_be_told_apart(truths: dict[str, Any]) -> None:
    assert len(set(truths["main"])) > 6 and None not in truths["main"]
    assert set(truths["wide"]) == {"supported", "contradicted", "not_found"} and len(truths["wide"]) == 15


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("name", DIALECTS)
def test_every_server_gives_the_same_verdicts_and_is_paid_once(
    name: str,
    job: str,
    story: Story,
    truths: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)
    with Loopback(judge, dialect=name, latency=0.01) as server:
        assert JOBS[job](server, story) == truths[job]
    again = CUT_WHILE_THINKING.get(name, 0) * 16 + (name in BROKEN)
    assert server.answered <= QUESTIONS[job] + again
    assert server.count - server.answered <= 5 * 16
    ways = [each.way for each in server.accepted]
    assert set(ways) == {WAYS.get(name, "json_schema")}


@pytest.mark.parametrize("wording", ["openai", "gemini", "anthropic", "cerebras"])
def test_a_refused_keyword_is_left_out_and_the_schema_stays(
    wording: str, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)
    with Loopback(judge, dialect=f"odd-keyword-{wording}", latency=0.01) as server:
        main_job(server, story)
    schema = server.accepted[-1].schema
    assert schema is not None and "overall_score" in schema["properties"]
    assert schema["properties"]["plot"]["properties"]["score"] == {"type": "integer"}
    assert {"temperature", "max_tokens", "n", "response_format"} <= server.accepted[-2].call.body.keys()


def test_sixteen_refusals_at_once_cost_no_answer(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABULA_API_KEY", KEY)
    with Loopback(judge, dialect="odd-refuses-at-once", latency=0.02) as server:
        wide_job(server, story)
    assert server.most_in_flight >= 12


def test_a_server_that_cuts_long_questions_is_noticed(story: Story) -> None:
    long = story.book.with_name("long.txt")
    long.write_text(NOVELLA.read_text(encoding="utf-8"), encoding="utf-8")
    with Loopback(judge, dialect="ollama") as server:
        report = fabula.evaluate(long, method="one-pass", runs=1, **asked(server))
    assert report.result.model is not None and report.result.model.read_in_part >= 1
    with Loopback(judge) as server:
        whole = fabula.evaluate(long, method="one-pass", runs=1, **asked(server))
    assert whole.result.model is not None and whole.result.model.read_in_part == 0
