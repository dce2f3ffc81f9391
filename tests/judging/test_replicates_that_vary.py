"""Five answers that are one answer repeated say nothing of how steady a judge is, and nobody may read that they do."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from fabula.benchmarks.longstoryeval_request import BenchLongStoryEvalRequest
from fabula.errors import UsageError
from fabula.judging.evaluate import run
from fabula.judging.evaluation import Evaluation
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.novelists.request import JudgeRequest
from fabula.reports.labels import labels
from fabula.reports.sureness import how_sure
from judging.critics import critic, short_book
from loopback import Loopback


def evaluated(loopback: Loopback, **options: Any) -> Evaluation:
    async def through() -> Evaluation:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url)) as door:
            request = EvaluateRequest(book=short_book(), method="summary", **options).for_model(
                "custom/critic"
            )
            return (await run(request, door)).evaluation

    return asyncio.run(through())


def varied() -> Any:
    """A judge whose overall score wanders."""
    scores = itertools.cycle([40, 55, 47, 60, 51])

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        said = critic(body)
        return {**said, "overall_score": next(scores)} if "overall_score" in said else said

    return answer


def temperatures(loopback: Loopback) -> set[float]:
    return {
        each.body["temperature"]
        for each in loopback.requests
        if "overall_score" in str(each.body["response_format"])
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, 0.8), ({"runs": 1}, 0.0), ({"temperature": 0.0}, 0.0), ({"temperature": 0.3}, 0.3)],
)
def test_several_answers_are_asked_for_warmly(
    loopback: Loopback, options: dict[str, Any], expected: float
) -> None:
    loopback.answer = varied()
    found = evaluated(loopback, **options)
    assert temperatures(loopback) == {expected} and f"|T:{expected:g}|" in found.signature


def test_a_greedy_judge_is_not_called_steady(loopback: Loopback) -> None:
    loopback.answer = critic
    found = evaluated(loopback)
    said = " ".join(how_sure(found, labels("en")))
    result = EvaluateResult.of(found)
    assert result.one_answer_repeated is not None and result.one_answer_repeated.fields == {"n": 5}
    assert found.overall is not None and found.overall.low is None
    assert (
        "answers are the same, word for word" in said
        and "consistent" not in said
        and "every time." not in said.split("otherwise")[0]
    )
    assert EvaluateResult.model_validate_json(result.model_dump_json()) == result


def test_a_judge_that_varies_has_an_interval(loopback: Loopback) -> None:
    loopback.answer = varied()
    found = evaluated(loopback)
    assert found.one_answer_repeated is None and found.overall is not None and found.overall.low is not None
    assert "consistent" in " ".join(how_sure(found, labels("en")))


def test_one_answer_says_nothing_of_consistency(loopback: Loopback) -> None:
    loopback.answer = varied()
    said = " ".join(how_sure(evaluated(loopback, runs=1), labels("en")))
    assert "asked once" in said and "consistent" not in said


def test_a_novelists_judge_follows_the_same_rule() -> None:
    assert JudgeRequest(repeats=3).settings.temperature == 0.8
    assert JudgeRequest(repeats=3, temperature=0.0).settings.temperature == 0.0


def test_the_papers_own_replicates_have_a_name(tmp_path: Path) -> None:
    asked = BenchLongStoryEvalRequest(data=tmp_path, model=("custom/m",))
    settled, papers = asked.for_model(None), asked.but(as_in_paper=True).for_model(None)
    assert (settled.runs, settled.temperature) == (5, 0.8)
    assert (papers.runs, papers.temperature) == (5, 0.0)
    with pytest.raises(UsageError, match="--as-in-paper"):
        asked.but(as_in_paper=True, temperature=0.5).for_model(None)
