"""vLLM's batch engine, by a stand-in with its interface: what is asked, in which batches, and what is kept. No GPU."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from commands import fabula
from fabula.errors import FabulaError
from fabula.judging.evaluate import run
from fabula.judging.request import EvaluateRequest
from fabula.models.addresses import address
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.config import Config
from fabula.models.door_settings import DoorSettings
from fabula.models.local.vllm import BATCH, VllmChat
from fabula.models.local.weights import Weights
from fabula.models.opening import open_door
from fabula.models.structured import schema_of

STORY = "# One\n\nAnna went to the old well.\n\n# Two\n\n“I shall tell nobody,” said Peter.\n"
MODEL = "vllm-offline/Qwen/Qwen3-8B"


class Note(BaseModel):
    score: int = Field(ge=1, le=5)
    why: str


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in ("vllm", "vllm.sampling_params"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "standins"))
    import vllm

    vllm.LLM.made.clear()
    vllm.LLM.batches.clear()
    yield vllm.LLM
    for name in ("vllm", "vllm.sampling_params"):
        sys.modules.pop(name, None)


def question(text: str, **more: Any) -> ChatRequest:
    return ChatRequest("chapter summary", (ChatMessage("user", text),), **more)


def test_questions_go_in_batches_and_are_never_asked_twice(tmp_path: Path, engine: Any) -> None:
    async def asked(count: int) -> list[Any]:
        settings = DoorSettings(ledger=tmp_path / "ledger.sqlite")
        async with open_door(MODEL, settings) as door:
            return await asyncio.gather(
                *(door.ask(question(f"Chapter {number:03}"), Note) for number in range(count))
            )

    first = asyncio.run(asked(BATCH + 20))
    assert all(isinstance(each, Note) for each in first)
    assert [len(each) for each in engine.batches] == [BATCH, 20]
    assert engine.made == [
        {"model": "Qwen/Qwen3-8B", "revision": None, "max_model_len": None, "enable_prefix_caching": True}
    ]
    assert asyncio.run(asked(BATCH + 30))[: BATCH + 20] == first
    assert [len(each) for each in engine.batches] == [BATCH, 20, 10]


def test_replicates_share_one_question_and_a_refused_one_spoils_no_other(engine: Any) -> None:
    async def asked() -> list[Any]:
        chat = VllmChat(address(MODEL, None, Config()), Weights("Qwen/Qwen3-8B", MODEL), 8_000)
        begun = replace(
            question("Go on."), messages=(*question("Go on.").messages, ChatMessage("assistant", "So"))
        )
        try:
            return await asyncio.gather(
                chat.complete(question("Judge it.", temperature=1.0), schema_of(Note), 3),
                chat.complete(question("Judge it."), schema_of(Note), 3),
                chat.complete(question("word " * 5_000), None, 1),
                chat.complete(begun, None, 1),
                return_exceptions=True,
            )
        finally:
            await chat.close()

    three, alike, refused, begun = asyncio.run(asked())
    assert [len(each.choices) for each in (three, alike, begun)] == [3, 1, 1]
    assert isinstance(refused, FabulaError) and "maximum model length" in str(refused)
    assert sum(map(len, engine.batches)) == 3 and engine.made[0]["max_model_len"] == 8_000


def test_a_book_is_judged_by_a_folder_known_by_what_is_in_it(tmp_path: Path, engine: Any) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"weights")
    (tmp_path / "book.txt").write_text(STORY)
    request = EvaluateRequest(book=tmp_path / "book.txt", method="one-pass")

    async def judged() -> str:
        async with open_door(
            f"vllm-offline/{folder}", DoorSettings(ledger=tmp_path / "ledger.sqlite")
        ) as door:
            return (await run(request.for_model(door.model), door)).evaluation.signature

    first = asyncio.run(judged())
    asked = sum(map(len, engine.batches))
    assert "|m:vllm-offline/tiny@" in first and engine.made[0]["model"] == str(folder)
    assert asyncio.run(judged()) == first and sum(map(len, engine.batches)) == asked > 0
    (folder / "model.safetensors").write_bytes(b"others")
    assert asyncio.run(judged()) != first and sum(map(len, engine.batches)) == 2 * asked


def test_the_plan_says_gpu_hours_and_loads_nothing(tmp_path: Path, engine: Any) -> None:
    (tmp_path / "book.txt").write_text(STORY)
    config = tmp_path / "fabula.toml"
    config.write_text(
        f'[prices]\n"{MODEL}" = {{ gpu_hour = 3.6, input_a_second = 10000, output_a_second = 1000 }}\n'
    )
    words = ("evaluate", tmp_path / "book.txt", "--model", MODEL, "--dry-run")
    own = {"FABULA_CONFIG": str(config), "FABULA_LEDGER": str(tmp_path / "ledger.sqlite")}
    total = json.loads(fabula(*words, "--json", **own).stdout)["total"]
    hours = (total["input_tokens"] / 10_000 + total["output_tokens"] / 1_000) / 3_600
    assert total["gpu_hours"] == pytest.approx(hours) and total["cost"] == pytest.approx(3.6 * hours)
    planned = fabula(*words, **own)
    assert "GPU hours at $3.6" in planned.stdout and not engine.made
    assert "not measured on a GPU" in planned.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("extra_body = { trust_remote_code = true }", "not trust_remote_code"),
        ('base_url = "http://localhost"', "base_url is for servers"),
    ],
)
def test_settings_that_a_model_here_cannot_have_are_refused(tmp_path: Path, table: str, said: str) -> None:
    (tmp_path / "book.txt").write_text(STORY)
    config = tmp_path / "fabula.toml"
    config.write_text(f'[models.judge]\nname = "{MODEL}"\n{table}\n')
    done = fabula("evaluate", tmp_path / "book.txt", "--model", "judge", FABULA_CONFIG=str(config))
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize(("name", "said"), [("nowhere", "such as Qwen/Qwen3-8B"), ("", "has no config.json")])
def test_a_name_that_is_no_model_is_explained(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "book.txt").write_text(STORY)
    done = fabula("evaluate", tmp_path / "book.txt", "--model", f"vllm-offline/{name or tmp_path}")
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.usefixtures("engine")
def test_without_vllm_the_extra_is_named_and_a_failed_load_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "book.txt").write_text(STORY)
    words = ("evaluate", tmp_path / "book.txt", "--ledger", tmp_path / "ledger.sqlite", "--model")
    failed = fabula(*words, "vllm-offline/some/broken")
    assert failed.returncode == 1 and "cannot load it (no GPU here)" in failed.stderr
    monkeypatch.setitem(sys.modules, "vllm", None)
    missing = fabula(*words, MODEL)
    assert missing.returncode == 2 and "pip install 'fabula[vllm]'" in missing.stderr


@pytest.mark.usefixtures("engine")
def test_choices_say_where_an_answer_was_cut() -> None:
    from vllm import CompletionOutput, RequestOutput

    from fabula.models.local.vllm import _completion

    found = _completion(RequestOutput(9, [CompletionOutput("one two three", 2)]))
    assert found.choices == (Choice("one two three", "length"),)
    assert (found.usage.input_tokens, found.usage.output_tokens) == (9, 2)
