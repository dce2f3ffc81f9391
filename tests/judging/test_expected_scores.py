"""Scores as a judge's own probabilities expect them (G-Eval's way)."""

from __future__ import annotations

import asyncio
import json
import math
import re
from typing import Any

import pytest

from fabula.errors import FabulaError
from fabula.judging.judged import Judged
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.settings import JudgeSettings, ScoreReading
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.rubrics.files import load
from judging.critics import judgement, short_book
from loopback import Behaviour, Loopback, parameter_refused


def judged(loopback: Loopback, score: ScoreReading) -> Judged:
    async def run() -> Judged:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url)) as door:
            return await judge_in_one_pass(short_book(), JudgeSettings(load("longstory"), score=score), door)

    return asyncio.run(run())


def test_a_score_can_be_what_the_judges_own_probabilities_expect(loopback: Loopback) -> None:
    def weighing(body: dict[str, Any]) -> Any:
        text = json.dumps(judgement(body, 80))
        parts = re.split(r"(80)", text)
        both = [{"token": "80", "logprob": math.log(0.75)}, {"token": "60", "logprob": math.log(0.25)}]
        tokens = [
            {**both[0], "top_logprobs": both} if part == "80" else {"token": part, "logprob": 0.0}
            for part in parts
        ]
        return Behaviour(text=text, logprobs=tokens if body.get("logprobs") else None)

    loopback.answer = weighing
    (written,) = judged(loopback, "written").verdicts
    (expected,) = judged(loopback, "expected").verdicts
    assert written.overall == 80
    assert expected.overall == pytest.approx(75)
    assert [said.score for said in expected.aspects] == [pytest.approx(75)] * 8


@pytest.mark.parametrize("how", ["refuses the parameter", "ignores it"])
def test_a_judge_without_probabilities_is_named_at_once(loopback: Loopback, how: str) -> None:
    refused = parameter_refused("logprobs") if how == "refuses the parameter" else None
    loopback.answer = lambda body: refused if refused and "logprobs" in body else judgement(body, 80)
    with pytest.raises(FabulaError, match="--score expected: custom/critic gives no probabilities"):
        judged(loopback, "expected")
