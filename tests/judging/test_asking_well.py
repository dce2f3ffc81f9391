"""What a judge is asked: an anchored scale, each aspect where it can be seen, and quotations that are in the book."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fabula.judging.evaluate import run
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from judging.critics import LETTER, STORM, asked, critic, judgement, notes, properties, short_book
from loopback import Loopback

WRONG = "The dragon of the northern hills spoke in riddles all that night."


def judged(loopback: Loopback, **options: Any) -> EvaluateResult:
    request = EvaluateRequest(options.pop("book", short_book()), **options)

    async def work() -> EvaluateResult:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url)) as door:
            return (await run(request.for_model("custom/critic"), door)).result

    return asyncio.run(work())


def judging(loopback: Loopback) -> list[str]:
    """The questions that ask for scores."""
    return [asked(each.body) for each in loopback.requests if "overall_score" in properties(each.body)]


@pytest.mark.parametrize(
    ("language", "rubric", "marks"),
    [
        ("en", "longstory", ("- 20: ", "- 50: ", "- 70: ", "- 85: ", "- 95: ", "published book")),
        ("zh", "longstory", ("- 20：", "- 50：", "- 70：", "- 85：", "- 95：", "已出版作品")),
        ("en", "webnovel", ("- 1.8: ", "- 3: ", "- 3.8: ", "- 4.4: ", "- 4.8: ")),
    ],
)
def test_the_scale_is_anchored_among_published_books(
    loopback: Loopback, language: str, rubric: str, marks: tuple[str, ...]
) -> None:
    loopback.answer = critic
    judged(loopback, book=short_book(2, language), method="one-pass", rubric=rubric)
    question = judging(loopback)[0]
    assert [mark for mark in marks if mark not in question] == []


def test_in_one_pass_the_task_stands_again_behind_the_text(loopback: Loopback) -> None:
    loopback.answer = critic
    judged(loopback, method="one-pass")
    before, _, after = judging(loopback)[0].rpartition("</manuscript-")
    assert "- plot: Plot and structure" in before and "- plot: Plot and structure" in after


def test_a_segment_is_not_asked_for_what_only_a_whole_book_has(loopback: Loopback) -> None:
    loopback.answer = critic
    result = judged(loopback, method="aggregation", segment_tokens=3_000, runs=1)
    of_segments = [each for each in judging(loopback) if "You judge one segment" in each]
    of_whole = [each for each in judging(loopback) if "You judge one segment" not in each]
    assert len(of_segments) == 3 and not any("- expectation:" in each for each in of_segments)
    assert len(of_whole) == 1 and "- expectation:" in of_whole[0] and "- plot:" not in of_whole[0]
    assert result.missing == () and {one.score for one in result.aspects} == {80}
    assert result.segments[0].aspects["expectation"] is None and result.segments[0].aspects["plot"] == 80


def test_strengths_and_weaknesses_are_labelled_in_the_language_of_the_book(loopback: Loopback) -> None:
    loopback.answer = critic
    assert judged(loopback, method="one-pass").aspects[0].critique == (
        "Strengths: plot holds.\n\nWeaknesses: plot sags in the middle."
    )
    chinese = judged(loopback, method="one-pass", book=short_book(2, "zh"))
    assert chinese.aspects[0].critique.startswith("长处：")


def test_quotations_that_are_not_in_the_book_are_sent_back_once(loopback: Loopback) -> None:
    def careless(body: dict[str, Any]) -> Any:
        if "cast" in properties(body):
            return notes(body)
        if "overall_score" in properties(body):
            return judgement(body, quotes=(STORM, WRONG))
        return f"1. {LETTER}\nAnything else?"

    loopback.answer = careless
    result = judged(loopback, method="one-pass", runs=1)
    assert loopback.count == 2
    sent_back = asked(loopback.requests[1].body)
    assert f"1. {WRONG}" in sent_back and f"\n2. {STORM}" not in sent_back
    assert [one.quote for one in result.aspects[0].evidence] == [STORM, LETTER]
    assert all(one.verified for aspect in result.aspects for one in aspect.evidence)


def test_what_is_still_not_in_the_book_is_counted(loopback: Loopback) -> None:
    def stubborn(body: dict[str, Any]) -> Any:
        return judgement(body, quotes=(WRONG,)) if "overall_score" in properties(body) else f"1. {WRONG}!"

    loopback.answer = stubborn
    result = judged(loopback, method="one-pass", runs=1)
    assert loopback.count == 2, "asked once, not again and again"
    assert not any(one.verified for aspect in result.aspects for one in aspect.evidence)


def test_sub_aspects_are_scored_on_request(loopback: Loopback) -> None:
    def thorough(body: dict[str, Any]) -> dict[str, Any]:
        answer = judgement(body)
        for name, schema in properties(body).items():
            parts = schema.get("properties", {}).get("parts", {}).get("properties", {})
            if parts:
                answer[name]["parts"] = {part: 10 * place for place, part in enumerate(parts, 4)}
        return answer

    loopback.answer = thorough
    result = judged(loopback, method="one-pass", sub_aspects=True)
    assert result.aspects[0].parts == {"Development": 40, "Structure": 50, "Ending": 60}
    assert "|sub-aspects:yes|" in result.signature
    assert judged(loopback, method="one-pass").aspects[0].parts == {}


def test_a_judge_with_more_room_sees_more_of_the_book(loopback: Loopback) -> None:
    loopback.answer = critic
    book = short_book(12)
    judged(loopback, book=book, context=8_000, runs=1)
    judged(loopback, book=book, context=128_000, runs=1)
    small, large = (question.count("They walked along the shore") for question in judging(loopback))
    assert large > 3 * small > 0
