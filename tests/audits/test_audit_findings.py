"""The figures and findings of audits to the digit, so that a wrong formula or a wrong boundary shows."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fabula.audits import repeat
from fabula.audits.material import Subject
from fabula.audits.memory import VersionAnswers, _figures
from fabula.audits.request import AuditRepeatRequest
from fabula.audits.run import run
from fabula.measures.figure import Figure, share
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.personas.pairwise import BothOrders
from fabula.personas.profiles import NOBODY
from fabula.personas.prompt_settings import PersonaSettings
from loopback import Loopback
from personas.scripted_readers import review, stories


def codes(found: Any) -> list[str]:
    return [each.code.removeprefix("audits.") for each in found]


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure("x", "share", 0.834, 0.702, 0.918), "83% (70 to 92)"),
        (Figure("x", "share", 0.5), "50%"),
        (Figure("x", "points", 0.5), "+0.50"),
        (Figure("x", "points", 0.5, 0.2, 0.8), "0.50 (0.20 to 0.80)"),
        (Figure("x", "points", -0.1, -0.3, 0.1), "-0.10 (-0.30 to 0.10)"),
    ],
)
def test_a_figure_is_written_as_people_read_it(figure: Figure, text: str) -> None:
    assert figure.text == text


def test_an_interval_that_touches_a_level_is_neither_above_nor_below_it() -> None:
    figure = Figure("x", "share", 0.6, 0.5, 0.7)
    assert not figure.above(0.5) and not figure.below(0.7)
    assert figure.above(0.49) and figure.below(0.71)


def test_the_design_effect_is_kishs() -> None:
    groups = [[True, True], [False, False], [True, False]]
    found = share("so", groups)
    value, n, groups_n = 0.5, 6, 3
    apart = sum((sum(group) - value * len(group)) ** 2 for group in groups)
    asked = n / (groups_n / (groups_n - 1) * apart / n**2 * n / (value * (1 - value)))
    z = 1.959964
    half = z / (1 + z**2 / asked) * (value * (1 - value) / asked + z**2 / (4 * asked**2)) ** 0.5
    assert found.low is not None and found.high is not None
    assert found.high - found.low == pytest.approx(2 * half)


def test_an_answer_missing_in_either_order_leaves_no_choice() -> None:
    assert BothOrders("A", None).outcome is None and BothOrders(None, "A").outcome is None
    assert BothOrders("A", "A").outcome == "A" and BothOrders("A", "B").outcome == "tie"


def test_the_spread_over_stories_has_an_interval_from_two_stories_on() -> None:
    table = np.array(
        [
            [1.0, 3.0, np.nan, np.nan],
            [2.0, 2.0, 5.0, np.nan],
            [1.0, 2.0, 3.0, 4.0],
            [9.0, 1.0, np.nan, np.nan],
        ]
    )
    found = repeat._over_stories("x", table, seed=0)
    squares, freedom = np.array([2.0, 3.0, 5 / 3, 32.0]), np.array([1, 2, 3, 1])
    assert found.value == pytest.approx(((squares * freedom).sum() / freedom.sum()) ** 0.5)
    draws = np.random.default_rng(0).integers(4, size=(2_000, 4))
    again = np.sqrt((squares * freedom)[draws].sum(axis=1) / freedom[draws].sum(axis=1))
    assert found.low == pytest.approx(np.quantile(again, 0.025))
    assert found.high == pytest.approx(np.quantile(again, 0.975))
    assert repeat._over_stories("x", table[:2], seed=0).low is not None
    assert repeat._over_stories("x", table[:1], seed=0).low is None


def test_what_does_not_vary_is_not_said_to_be_about_the_story() -> None:
    steady = Figure("x", "points", 0.0, 0.0, 0.0)
    about, usable = Figure("x", "share", 1.0, 1.0, 1.0), Figure("x", "share", 1.0)
    assert codes(repeat._findings(steady, about, usable)) == ["same-every-time"]
    varied = Figure("x", "points", 0.4, 0.3, 0.5)
    unknown = Figure("x", "share", None, why="one story")
    assert codes(repeat._findings(varied, unknown, usable)) == ["varies"]


def test_the_known_of_a_pair_is_counted_only_where_exactly_one_is_known() -> None:
    from fabula.audits.material import AskedPair
    from fabula.personas.pairwise import AspectChoice, Pair, PersonalChoice

    one, two = stories(2)
    choice = PersonalChoice("x", (AspectChoice("ending", "Ending", (BothOrders("A", "A"),)),))
    pair = AskedPair(Pair(one, two), {})
    for known, counted in (((False, False), False), ((True, False), True), ((True, True), False)):
        answers = VersionAnswers("raw", dict(zip((one.name, two.name), known, strict=True)), [(pair, choice)])
        labels = [figure.label for figure in _figures(answers)]
        assert any("chooses the known" in label for label in labels) == counted


def test_the_judge_takes_the_place_of_the_profiles_first_reader_and_two_repeats_are_enough(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = lambda _: review(6)
    profile = tmp_path / "readers.jsonl"
    rows = [{"reader": name, "text": f"Plot {name}.", "score": 5} for name in ("Ada", "Bo", "Cy")]
    profile.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    plot = tmp_path / "plot.txt"
    plot.write_text(stories(1)[0].text, encoding="utf-8")

    async def behind() -> Any:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return await run(AuditRepeatRequest((plot,), profile=profile, repeats=2), door)

    result = asyncio.run(behind()).result
    assert result.reader == "Ada" and result.kind == "audit-repeat"
    assert Subject(NOBODY, PersonaSettings(repeats=2)).uncut.budget == 50_000
