"""What is wrong with an answer, in each language that fabula speaks."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabula.languages import Language
from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.door_settings import DoorSettings
from fabula.models.invalid import _WORDED, what_is_invalid
from fabula.models.opening import open_door
from fabula.models.retry import Clock, RetryPolicy
from fabula.models.structured import read_answer
from fabula.notices import worded
from loopback import Loopback, in_trouble, refusal

CHINESE, SPANISH = Language("zh"), Language("es")


class Inner(BaseModel):
    score: int = Field(ge=1, le=5)


class Everything(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)

    text: str
    number: float = Field(gt=0, lt=10, allow_inf_nan=False)
    whole: int = Field(ge=1, le=5)
    inner: Inner
    items: list[str]
    names: dict[str, str]
    yes: bool
    kind: Literal["a", "b"]


GOOD: dict[str, Any] = {
    "text": "x", "number": 1.5, "whole": 2, "inner": {"score": 1}, "items": [], "names": {}, "yes": True, "kind": "a",
}  # fmt: skip


def invalid(**changed: Any) -> ValidationError:
    given = {name: value for name, value in {**GOOD, **changed}.items() if value is not ...}
    with pytest.raises(ValidationError) as caught:
        Everything.model_validate(given)
    return caught.value


WRONG: list[dict[str, Any]] = [
    {"text": ...}, {"more": 1}, {"whole": 6}, {"whole": 0}, {"number": 10}, {"number": 0}, {"text": 3}, {"number": []},
    {"whole": []}, {"whole": "many"}, {"whole": 1.5}, {"number": "much"}, {"items": 3}, {"inner": 3}, {"names": 3},
    {"yes": []}, {"yes": "perhaps"}, {"kind": "c"}, {"number": float("nan")},
]  # fmt: skip


@pytest.mark.parametrize("changed", WRONG, ids=str)
def test_every_error_of_pydantic_has_words_in_every_language(changed: dict[str, Any]) -> None:
    error = invalid(**changed)
    (finding,) = error.errors()
    notice = what_is_invalid(error)
    assert finding["type"] in _WORDED
    for language in (Language("en"), CHINESE, SPANISH):
        assert finding["msg"] not in worded(notice, language)
    assert not re.search("[A-Za-z]{6,}", worded(notice.fields["what"], CHINESE).replace("Inner", ""))


def test_the_tested_errors_are_all_that_are_worded() -> None:
    assert {invalid(**changed).errors()[0]["type"] for changed in WRONG} == _WORDED


def test_another_error_keeps_pydantics_own_words() -> None:
    class Short(BaseModel):
        items: list[int] = Field(max_length=1)

    with pytest.raises(ValidationError) as caught:
        Short.model_validate({"items": [1, 2]})
    said = "List should have at most 1 item after validation, not 2"
    assert str(what_is_invalid(caught.value)) == f"items: {said} (got [1, 2])"


def test_findings_stand_in_their_order_and_the_rest_is_counted() -> None:
    notice = what_is_invalid(invalid(text=..., whole=6, items=3, kind="c", yes="perhaps", number="much"))
    assert str(notice) == (
        "text: missing; number: must be one number on the scale that was asked for (got 'much'); whole: must be at most 5 (got 6);"
        " items: must be a list (got 3); and 2 more"
    )
    assert worded(notice, CHINESE) == (
        "text：缺少此项；number：应为所要求的分制上的一个数字（得到的是 'much'）；whole：应不大于 5（得到的是 6）；items：应为列表（得到的是 3）；另有 2 处"
    )


def test_one_fault_in_many_places_is_told_once() -> None:
    class Sheet(BaseModel):
        plot: float
        cast: float
        style: float
        world: float
        mood: float
        whole: float

    said = dict.fromkeys(("plot", "cast", "style", "world", "mood"), "B+")
    with pytest.raises(ValidationError) as caught:
        Sheet.model_validate(said)
    notice = what_is_invalid(caught.value)
    assert (
        str(notice)
        == "plot, cast, style, world (+1): must be one number on the scale that was asked for (got 'B+'); whole: missing"
    )


def test_a_long_value_is_shortened() -> None:
    assert "'" + "x" * 56 + "...)" in str(what_is_invalid(invalid(whole="x" * 100)))


def test_an_unusable_answer_is_explained_in_the_readers_language() -> None:
    found = read_answer(Choice('{"score": 9}'), Inner)
    assert isinstance(found, Unusable)
    said = worded(found.explained, CHINESE)
    assert said == "格式不符：score：应不大于 5（得到的是 9）"
    assert str(found.explained) == "malformed: score: must be at most 5 (got 9)"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice('{"score": ', "length"), "不完整：回答还没写完就达到了 token 上限"),
        (Choice("I cannot answer that."), "拒答：模型拒绝回答：“I cannot answer that.”"),
        (Choice("no", "refusal"), "拒答：模型拒绝回答：“no”"),
        (Choice(" "), "空白：回答为空"),
        (Choice("hm"), "格式不符：回答中没有 JSON 对象"),
        (Choice('{"score": 1} or {"score": 2}'), "格式不符：其中有 2 个不同的回答，只应给出一个"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_each_way_to_be_unusable_has_chinese(choice: Choice, said: str) -> None:
    found = read_answer(choice, Inner)
    assert isinstance(found, Unusable)
    assert worded(found.explained, CHINESE) == said


async def test_a_call_that_came_to_nothing_says_so_in_chinese(loopback: Loopback) -> None:
    async def at_once(_: float) -> None:
        return None

    loopback.script(in_trouble(), in_trouble(), refusal())
    settings = DoorSettings(base_url=loopback.url, retry=RetryPolicy(tries=2), clock=Clock(sleep=at_once))
    request = ChatRequest("verdict", (ChatMessage("user", "How good is it?"),))
    async with open_door("custom/m", settings) as door:
        failed = await door.ask(request, Inner)
        declined = await door.ask_text(request)
    assert isinstance(failed, Unusable)
    assert worded(failed.explained, CHINESE) == (
        f"没有得到回答：{loopback.url} 出了故障（500: The server had an error）（试了 2 次）"
    )
    assert isinstance(declined, Unusable)
    assert worded(declined.notice, CHINESE) == "模型拒绝回答：“I cannot help with that.”"


def test_every_sentence_of_the_room_stands_in_every_language_with_the_same_fields() -> None:
    def fields(sentence: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", sentence))

    tables = {
        code: tomllib.loads((files("fabula.languages") / code / "notices.toml").read_text("utf-8"))["models"]
        for code in ("en", "zh", "es")
    }
    for code, sentences in tables.items():
        assert sentences.keys() == tables["en"].keys()
        for name, sentence in sentences.items():
            same = fields(tables["en"][name]) - {"expected", "choices"}
            assert fields(sentence) - {"expected", "choices"} == same, (code, name)
