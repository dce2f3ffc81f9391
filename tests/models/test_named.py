"""`[models.NAME]` in fabula.toml: what it decides is sent, signed, kept apart in the ledger, and recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.config import load_config
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import runs
from fabula.models.opening import open_door, open_doors
from fabula.studio.home import open_home
from fabula.studio.jobs import JobQueue
from fabula.studio.tasks.evaluate import Form as Evaluation
from loopback import Loopback

QUESTION = ChatRequest("verdict", (ChatMessage("user", "How good is it?"),), max_tokens=900)
DECISIONS = [
    "temperature = 0.2",
    "temperature = 0.7",
    "max_tokens = 500",
    'reasoning_effort = "high"',
    "extra_body = { top_k = 1 }",
    "extra_body = { top_k = 2 }",
]
PAPER = Path(__file__).parents[2] / "examples" / "the-tide-house.txt"


def decide(home: Path, server: Loopback, *lines: str, name: str = "judge") -> None:
    table = [f"[models.{name}]", 'provider = "custom"', 'name = "m"', f'base_url = "{server.url}"', *lines]
    with (home / "fabula.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(table) + "\n")


async def asked(model: str = "judge") -> tuple[str, Any]:
    async with open_door(model, DoorSettings()) as door:
        await door.ask_text(QUESTION)
        return door.sign(None, "test", asked={"T": 0}), door.model_used


async def test_each_decision_has_its_own_signature_and_its_own_answers(
    own_home: Path, loopback: Loopback
) -> None:
    decide(own_home, loopback)
    plain, used = await asked()
    assert plain.startswith("test|m:custom/m|T:0|") and (used.label, used.settings) == ("judge", {})
    signatures = {plain}
    for count, line in enumerate(DECISIONS, start=1):
        decide(own_home, loopback, line, name=f"judge{count}")
        signature, used = await asked(f"judge{count}")
        signatures.add(signature)
        assert used.settings and loopback.count == count + 1
        await asked(f"judge{count}")
        assert loopback.count == count + 1
    assert len(signatures) == len(DECISIONS) + 1


async def test_what_was_decided_is_sent_and_recorded(own_home: Path, loopback: Loopback) -> None:
    decide(
        own_home, loopback, "temperature = 0.2", "max_tokens = 500", 'reasoning_effort = "low"', "extra_body = { top_k = 5 }",
        "timeout = 900", "concurrency = 2", "stream = false",
    )  # fmt: skip
    signature, _ = await asked()
    assert "|T:0.2|max-tokens:500|effort:low|extra:" in signature
    body = loopback.requests[0].body
    assert (body["temperature"], body["reasoning_effort"], body["top_k"]) == (0.2, "low", 5)
    assert 500 in (body.get("max_tokens"), body.get("max_completion_tokens"))
    (run,) = runs(own_home / "ledger.sqlite")
    assert run.about["named"]["judge"]["timeout"] == 900 and run.about["named"]["judge"]["extra_body"] == {"top_k": 5}  # fmt: skip


async def test_answers_of_a_model_without_decisions_stay_valid(own_home: Path, loopback: Loopback) -> None:
    async with open_door("custom/m", DoorSettings(base_url=loopback.url)) as door:
        await door.ask_text(QUESTION)
    decide(own_home, loopback)
    await asked()
    decide(own_home, loopback, "temperature = 0", "timeout = 5", name="same")
    await asked("same")
    assert loopback.count == 1


def test_a_named_model_is_used_wherever_a_model_is_named(own_home: Path, loopback: Loopback) -> None:
    decide(own_home, loopback, "temperature = 0.3")
    words = ("evaluate", PAPER, "--method", "one-pass", "--out", own_home / "out", "--json")
    said = fabula(*words, "--model", "judge")
    assert said.returncode == 0, said.stderr
    document = json.loads((own_home / "out" / "report.json").read_text(encoding="utf-8"))
    assert "|T:0.3|" in document["signature"] and document["model"]["label"] == "judge"
    again = fabula("rerun", own_home / "out" / "report.json", "--book", PAPER)
    assert again.returncode == 0 and "The signature is the same" in again.stdout, again.stderr
    count = loopback.count
    (own_home / "fabula.toml").write_text('model = "judge"\n')
    gone = fabula("rerun", own_home / "out" / "report.json", "--book", PAPER)
    assert (
        gone.returncode == 2 and "was asked with T 0.3: define [models.judge] in fabula.toml" in gone.stderr
    )
    unknown = fabula(*words)
    assert unknown.returncode == 2 and loopback.count == count


def test_the_studio_takes_it_and_refuses_an_unknown_name(
    own_home: Path, loopback: Loopback, tmp_path: Path
) -> None:
    decide(own_home, loopback)
    jobs = JobQueue(open_home(tmp_path / "home"), {"model": None, "base_url": None, "ledger": None})
    form = {"book": "0" * 16, "method": "one-pass"}
    assert jobs.add("evaluate", Evaluation(**form, model="judge"), "A book").form["model"] == "judge"
    with pytest.raises(UsageError, match="juge: write PROVIDER/NAME"):
        jobs.add("evaluate", Evaluation(**form, model="juge"), "A book")
    decide(own_home, loopback, 'key_variable = "NO_SUCH_KEY"', name="keyed")
    with pytest.raises(UsageError, match="no key for keyed: set NO_SUCH_KEY"):
        jobs.add("evaluate", Evaluation(**form, model="keyed"), "A book")


async def test_models_that_a_result_could_not_tell_apart_are_refused(
    own_home: Path, loopback: Loopback
) -> None:
    decide(own_home, loopback)
    decide(own_home, loopback, "temperature = 1", name="hot")
    async with open_doors(DoorSettings()) as doors:
        with pytest.raises(UsageError, match="judge and hot are both custom/m"):
            doors.side_by_side(("judge", "hot"))
        assert doors.signed(("judge", "hot")) == "custom/m+custom/m[T=1]"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('name = "openai/gpt-4o"\ntemperatur = 1', "has no temperatur: did you mean temperature?"),
        ('name = "openai/gpt-4o"\ncolour = 1', "has no colour: known are provider, name"),
        ('name = "openai/gpt-4o"\ntemperature = "hot"', "temperature is a number from 0, not 'hot'"),
        ('name = "openai/gpt-4o"\ntemperature = true', "temperature is a number from 0, not True"),
        ('name = "openai/gpt-4o"\ntimeout = inf', "timeout is a number from 0, not inf"),
        ('name = "openai/gpt-4o"\nmax_tokens = 0', "max_tokens is a whole number from 1, not 0"),
        ('name = "openai/gpt-4o"\nmax_tokens = 1.5', "max_tokens is a whole number from 1, not 1.5"),
        ('name = "openai/gpt-4o"\nextra_body = 3', "extra_body is a table, not 3"),
        ('name = "openai/gpt-4o"\nstream = "no"', "stream is true or false, not 'no'"),
        ('name = ""', "name is text in quotes, not ''"),
        ('name = "gpt-4o"', 'needs provider and name, such as provider = "openai"'),
        ('name = "opnai/gpt-4o"', "provider 'opnai': did you mean openai?"),
        ('name = "openai/gpt-4o"\nprice = { input = 1 }', "needs `input` and `output`"),
    ],
)
async def test_a_wrong_field_is_named_with_what_would_be_right(
    own_home: Path, lines: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-1234")
    (own_home / "fabula.toml").write_text(f"[models.judge]\n{lines}\n")
    with pytest.raises(UsageError) as error:
        async with open_door("judge", DoorSettings(max_cost=1)):
            pass
    assert said in str(error.value) and "[models.judge]" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["embedded", '"a/b"', '"replay:x"'])
def test_a_name_that_means_something_else_is_refused(own_home: Path, name: str) -> None:
    (own_home / "fabula.toml").write_text(f'[models.{name}]\nname = "openai/gpt-4o"\n')
    with pytest.raises(UsageError, match="choose a name without / and colons"):
        load_config()


async def test_an_unknown_name_is_answered_with_the_nearest(own_home: Path, loopback: Loopback) -> None:
    decide(own_home, loopback)
    with pytest.raises(UsageError, match=r"no \[models.juge\]: did you mean judge\?"):
        await asked("juge")


async def test_a_project_defines_models_and_the_users_file_keeps_its_own(
    own_home: Path, loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(own_home, loopback)
    (tmp_path / "fabula.toml").write_text('[models.cheap]\nname = "openai/gpt-4o-mini"\ntemperature = 1\n')
    monkeypatch.chdir(tmp_path)
    config = load_config()
    assert set(config.models) == {"judge", "cheap"} and config.models["cheap"].settings.temperature == 1


async def test_its_own_price_and_context(own_home: Path, loopback: Loopback) -> None:
    decide(own_home, loopback, "price = { input = 1000, output = 0, cached = 500 }", "context = 40")
    async with open_door("judge", DoorSettings(max_cost=5)) as door:
        await door.ask_text(QUESTION)
        assert door.tally.cost == pytest.approx(loopback.input_tokens / 1000)
    long = ChatRequest("verdict", (ChatMessage("user", "How good is it? " * 40),))
    for settings in (DoorSettings(), DoorSettings(rehearsal=True)):
        with pytest.raises(
            FabulaError, match=r"verdict: a question of about .* is longer than the 40 that custom/m"
        ):
            async with open_door("judge", settings) as door:
                await door.ask_text(long)
    assert loopback.count == 1
