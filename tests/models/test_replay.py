"""Answers from a recording, and answers made up for a rehearsal."""

import asyncio
import json
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.calls import request_body
from fabula.models.opening import open_door
from fabula.models.rehearsal import RehearsalModel
from fabula.models.replay import ReplayModel
from fabula.models.structured import read_answer, schema_of
from fabula.tokens import estimate_tokens

QUESTION = ChatRequest(
    "chapter summary", (ChatMessage("user", "What happens in chapter 3? 第三章讲了什么？"),)
)


def recorded(
    request: ChatRequest, text: str, replicate: int = 0, schema: dict[str, Any] | None = None
) -> str:
    line = {
        **request_body("http://localhost:1/v1", "custom/any", request, schema),
        "step": request.step, "replicate": replicate, "text": text, "finish": "stop", "logprobs": None,
        "input_tokens": 20, "output_tokens": 5, "reported": True,
    }  # fmt: skip
    return json.dumps(line, ensure_ascii=False)


def answers(
    model: ReplayModel, request: ChatRequest, n: int = 1, schema: dict[str, Any] | None = None
) -> list[str]:
    return [choice.text for choice in asyncio.run(model.complete(request, schema, n)).choices]


def test_a_recorded_question_is_answered_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(recorded(QUESTION, "The boat\u2028is found.") + "\n\n", encoding="utf-8")
    model = ReplayModel(file)
    completion = asyncio.run(model.complete(QUESTION, None, 1))
    assert completion.choices == (Choice("The boat\u2028is found."),)
    assert (completion.usage.input_tokens, completion.usage.output_tokens) == (20, 5)
    assert model.name == "replay:custom/any"


def test_replicates_come_in_their_order_and_no_answer_twice(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text("\n".join(recorded(QUESTION, str(r), r) for r in (2, 0, 1)), encoding="utf-8")
    model = ReplayModel(file)
    assert answers(model, QUESTION, 2) == ["0", "1"]
    assert answers(model, QUESTION, 2) == ["2"]
    with pytest.raises(FabulaError, match="only 3 times"):
        answers(model, QUESTION)


def test_a_question_never_recorded_names_its_step(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(recorded(QUESTION, "x"), encoding="utf-8")
    warmer = ChatRequest("chapter summary", QUESTION.messages, temperature=0.7)
    with pytest.raises(FabulaError, match="'chapter summary' was never recorded"):
        answers(ReplayModel(file), warmer)
    with pytest.raises(FabulaError, match="never recorded"):
        answers(ReplayModel(file), QUESTION, schema={"type": "object"})


def test_the_name_of_a_step_does_not_decide_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(recorded(QUESTION, "x"), encoding="utf-8")
    assert answers(ReplayModel(file), ChatRequest("renamed", QUESTION.messages)) == ["x"]


def test_a_replicate_asked_for_by_itself_is_found_under_its_own_seed(tmp_path: Path) -> None:
    seeded = ChatRequest("verdict", QUESTION.messages, seed=7)
    file = tmp_path / "calls.jsonl"
    file.write_text("\n".join(recorded(seeded, str(r), r) for r in (0, 1, 2)), encoding="utf-8")
    assert answers(ReplayModel(file), ChatRequest("verdict", QUESTION.messages, seed=9)) == ["2"]
    assert answers(ReplayModel(file), seeded, 3) == ["0", "1", "2"]


def test_one_question_answered_by_two_models_is_nobodys_to_choose_between(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(
        recorded(QUESTION, "x") + "\n" + recorded(QUESTION, "y").replace("custom/any", "custom/other")
    )
    with pytest.raises(UsageError, match="custom/any and custom/other"):
        ReplayModel(file)


def test_a_file_that_is_no_recording_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(recorded(QUESTION, "x") + "\n{}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        ReplayModel(file)
    file.write_text("once upon a time", encoding="utf-8")
    with pytest.raises(UsageError, match="line 1: not JSON"):
        ReplayModel(file)
    with pytest.raises(UsageError, match=r"no file .*absent\.jsonl: give the calls of a run"):
        ReplayModel(tmp_path / "absent.jsonl")


class Fault(StrEnum):
    PLOT = "plot"
    PACE = "pace"


class Finding(BaseModel):
    fault: Fault
    quotation: str
    severity: int = Field(ge=1, le=4)


class Review(BaseModel):
    score: float | None = Field(ge=0, le=100)
    verdict: Literal["A", "B"]
    comment: str
    findings: list[Finding] = Field(min_length=1, max_length=5)
    sure: bool


class Chain(BaseModel):
    name: str
    next: "Chain | None"


class Tree(BaseModel):
    name: str
    children: list["Tree"]


@pytest.mark.parametrize("answer_type", [Review, Chain, Tree])
def test_a_rehearsed_answer_is_a_valid_one(answer_type: type[BaseModel]) -> None:
    model = RehearsalModel("openai/gpt-4o", "https://api.openai.com/v1")
    completion = asyncio.run(model.complete(QUESTION, schema_of(answer_type), 2))
    assert len(completion.choices) == 2
    assert isinstance(read_answer(completion.choices[0], answer_type), answer_type)
    assert not completion.usage.reported


def test_a_rehearsed_answer_is_about_as_long_as_expected() -> None:
    model = RehearsalModel("openai/gpt-4o", "https://api.openai.com/v1")
    for schema in (None, schema_of(Review)):
        for expected in (100, 1000):
            request = ChatRequest("review", QUESTION.messages, expected_tokens=expected)
            completion = asyncio.run(model.complete(request, schema, 1))
            assert estimate_tokens(completion.choices[0].text) == pytest.approx(expected, rel=0.25)
            assert completion.usage.output_tokens == pytest.approx(expected, rel=0.25)


def test_a_recording_answers_through_the_door(tmp_path: Path) -> None:
    class Verdict(BaseModel):
        score: int = Field(ge=1, le=5)

    request = ChatRequest("verdict", QUESTION.messages, temperature=0.7, seed=3)
    file = tmp_path / "calls.jsonl"
    lines = [recorded(request, f'{{"score": "{r + 1}/5"}}', r, schema_of(Verdict)) for r in range(3)]
    file.write_text("\n".join(lines), encoding="utf-8")

    async def asked() -> list[Any]:
        async with open_door(f"replay:{file}", DoorSettings()) as door:
            assert door.tally.cost == 0
            return await door.ask_replicates(request, Verdict, 3)

    assert asyncio.run(asked()) == [Verdict(score=1), Verdict(score=2), Verdict(score=3)]
