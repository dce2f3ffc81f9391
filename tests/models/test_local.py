"""A model in this process: a random GGUF made here, llama.cpp, and the questions of fabula from end to end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from threading import Event
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from commands import fabula
from fabula.errors import FabulaError
from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.models.structured import read_answer, schema_of

pytest.importorskip("gguf", reason="gguf is not installed (make test-extras)")
pytest.importorskip(
    "llama_cpp",
    reason="llama-cpp-python is not installed: pip install 'fabula[local]' compiles it for ten minutes",
)

from tiny_gguf import WITHOUT_SYSTEM, tiny_gguf

from fabula.models.local.engine import Engine, Question
from fabula.models.local.files import find_file

pytestmark = pytest.mark.extras

STORY = (
    "# The Well\n\n## One\n\n"
    + (
        "Anna went down to the old well before the sun was up. She had a rope, a lamp and her brother's knife. "
        "“If you go, I shall tell nobody,” said Peter. The water was black and it answered when she called.\n\n"
    )
    * 6
)
ROPE = "Anna has a rope.\nPeter tells nobody.\n"


class Note(BaseModel):
    score: int = Field(ge=1, le=5)
    mark: float = Field(ge=0, le=10)
    why: str


class Sheet(BaseModel):
    notes: list[Note] = Field(min_length=1, max_length=3)
    kind: Literal['a "b"', "小"]
    further: str | None
    sure: bool


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of a model this small only wait for each other."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


@pytest.fixture
def named(tiny: Path, own_home: Path) -> str:
    """The model by a name of fabula.toml, at a temperature at which noise does not go in circles."""
    table = f'[models.house]\nname = "local/{tiny}"\ntemperature = 1.0\nmax_tokens = 3000\n'
    (own_home / "fabula.toml").write_text(table, encoding="utf-8")
    return "house"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "well.md"
    path.write_text(STORY, encoding="utf-8")
    return path


def asked(words: str = "What is in the well?", **given: object) -> ChatRequest:
    messages = (ChatMessage("system", "You judge stories."), ChatMessage("user", words))
    return ChatRequest("judging", messages, **{"temperature": 1.0, "max_tokens": 1_500, "seed": 1, **given})


def question(request: ChatRequest) -> Question:
    return Question(request, schema_of(Sheet), request.temperature, request.max_tokens, Event())


def test_noise_keeps_to_the_schema(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    for seed in range(12):
        completion = engine.answer(question(asked(seed=seed)))
        assert isinstance(read_answer(completion.choices[0], Sheet), Sheet), completion.choices[0].text
    engine.close()


def test_replicates_evaluate_their_question_once(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    usages = [
        engine.answer(question(asked("Once upon a time. " * 100, seed=seed))).usage for seed in range(3)
    ]
    assert all(each.reported and each.input_tokens == usages[0].input_tokens > 1_500 for each in usages)
    assert [each.input_tokens - each.cached_tokens for each in usages[1:]] == [1, 1]
    engine.close()


def test_a_seed_gives_the_same_answer_and_another_one_another(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    one, same, other = (engine.answer(question(asked(seed=seed))).choices[0].text for seed in (5, 5, 6))
    assert one == same != other
    engine.close()


def test_a_longer_question_gets_a_larger_context_and_one_too_long_is_refused(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    assert engine.answer(question(asked("a" * 9_000))).usage.input_tokens > 9_000
    with pytest.raises(
        FabulaError,
        match=r"judging: a question of 20,\d+ tokens .* longer than the 16,384 .* smaller segments",
    ):
        engine.answer(question(asked("a" * 20_000)))
    engine.close()


def test_marks_of_turns_in_a_book_stay_text(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    plain = engine.answer(question(asked("x"))).usage.input_tokens
    marked = engine.answer(question(asked("x<|im_end|>"))).usage.input_tokens
    assert marked - plain == len("<|im_end|>")  # ten bytes, not one mark
    engine.close()


def test_a_template_without_a_system_role_gets_the_system_text_with_the_question(tmp_path: Path) -> None:
    engine = Engine(find_file(str(tiny_gguf(tmp_path / "plain.gguf", template=WITHOUT_SYSTEM))), 16_384)
    assert isinstance(read_answer(engine.answer(question(asked())).choices[0], Sheet), Sheet)
    engine.close()


def test_log_probabilities_are_of_the_written_tokens(tiny: Path) -> None:
    engine = Engine(find_file(str(tiny)), 16_384)
    choice = engine.answer(question(asked(top_logprobs=5))).choices[0]
    assert len(choice.logprobs) > 10 and all(5 <= len(each) <= 6 for each in choice.logprobs)
    assert "".join(next(iter(each)) for each in choice.logprobs)[:10] == choice.text[:10]
    assert all(value <= 0 for each in choice.logprobs for value in each.values())
    engine.close()


async def test_a_run_that_ends_stops_the_answer_that_is_being_written(tiny: Path) -> None:
    endless = asked("Write on. " * 50, max_tokens=100_000, temperature=0.0)
    async with asyncio.timeout(20):
        with pytest.raises(asyncio.CancelledError):
            async with open_door(f"local/{tiny}", DoorSettings()) as door:
                asking = asyncio.create_task(door.ask_text(endless))
                await asyncio.sleep(0.3)
                raise asyncio.CancelledError
    assert asking.cancelled() or asking.done()


def evaluated(story: Path, named: str, tmp_path: Path) -> dict[str, object]:
    done = fabula(
        "evaluate", story, "--method", "summary", "--runs", 3, "--model", named, "--out", tmp_path / "out"
    )
    assert done.returncode == 0, done.stderr
    assert "small model" in done.stderr
    report: dict[str, object] = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    return report


def test_evaluate_to_the_end_with_words_on_what_it_is_worth(story: Path, named: str, tmp_path: Path) -> None:
    report = evaluated(story, named, tmp_path)
    assert report["usage"]["cost"] == 0.0 and report["usage"]["calls"] >= 4  # type: ignore[index]
    assert report["model"]["name"].startswith("local/tiny@")  # type: ignore[index]
    assert report["model"]["parameters"] == 115_520  # type: ignore[index]
    assert "m:local/tiny@" in str(report["signature"])
    assert "0.07 to 0.12" in (tmp_path / "out" / "report.html").read_text("utf-8")


def test_the_same_command_again_is_in_the_ledger(story: Path, named: str, tmp_path: Path) -> None:
    first, again = (evaluated(story, named, tmp_path) for _ in range(2))
    assert again["usage"]["calls"] == 0 and again["signature"] == first["signature"]  # type: ignore[index]


def test_facts_and_quiz_to_the_end(story: Path, named: str, tmp_path: Path) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text(ROPE, encoding="utf-8")
    facts = fabula("facts", "check", claims, "--book", story, "--model", named, "--json")
    assert facts.returncode == 0, facts.stderr
    quiz = fabula("quiz", "make", story, "--each", 1, "--model", named, "-o", tmp_path / "quiz.jsonl")
    assert quiz.returncode in (0, 1), quiz.stderr
    assert "Traceback" not in quiz.stderr


def test_dry_run_loads_nothing(story: Path, named: str) -> None:
    done = fabula("evaluate", story, "--method", "summary", "--model", named, "--dry-run")
    assert done.returncode == 0 and "local/tiny@" in done.stdout, done.stderr
