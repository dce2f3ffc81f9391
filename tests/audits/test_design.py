"""When an audit accuses: simulated runs of honest and of biased judges, and the rule's edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from audits.simulated import (
    CASES,
    Case,
    accused,
    concluded,
    found,
    passport,
    reading_readers,
    reading_stories,
)
from fabula.audits.design import FEWEST, Effect, conclude, needed_for, sign_flip_p
from fabula.measures.variance import between_groups

RUNS = 60
CHANCE = 2 * (0.05 * 0.95 / RUNS) ** 0.5
"""So few runs may lie this far above the true rate. `python tests/audits/simulated.py` makes 400."""
NAMES = [f"{case.audit}: {case.bias}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_an_honest_judge_is_hardly_ever_accused_and_a_bias_is_found(case: Case) -> None:
    for size in case.honest:
        assert accused(concluded(case, size, RUNS, seed=1)) <= 0.05 + CHANCE
    assert found(case, concluded(case, case.size, RUNS, seed=2)) >= 0.8 - CHANCE


@pytest.mark.parametrize("stories", [3, 6, 10])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_few_stories_accuse_no_honest_judge(case: Case, stories: int) -> None:
    for size in case.honest:
        assert accused(concluded(case, size, RUNS, seed=stories, stories=stories)) <= 0.05 + CHANCE


@pytest.mark.parametrize("noise", [0.3, 1.0])
@pytest.mark.parametrize("stories", [10, 20, 80])
@pytest.mark.parametrize("reads", [reading_stories, reading_readers])
def test_a_weak_reader_is_not_said_to_read_nothing(reads: Any, stories: int, noise: float) -> None:
    """Less than its own noise, and just above what counts as no reaction."""
    random = np.random.default_rng(stories)
    weak = 0.5 if reads is reading_stories else 0.7
    runs = [conclude(reads(random, stories, weak, noise)) for _ in range(2 * RUNS)]
    assert accused(runs) <= 0.05


def test_all_effects_together_accuse_an_honest_judge_as_rarely() -> None:
    random = np.random.default_rng(0)
    assert accused([passport(random) for _ in range(RUNS // 3)]) <= 0.1


def test_the_limit_of_a_spread_holds_as_often_as_it_says() -> None:
    random = np.random.default_rng(4)
    own = random.normal(0, 0.5, (400, 20, 1)) + random.normal(0, 1, (400, 20, 3))
    limits = [one.at_most for each in own.tolist() if (one := between_groups([each]))]
    assert 0.95 <= np.mean(np.array(limits) > 0.5) <= 0.99
    (still,) = [between_groups([[[7.0, 7.0]] * 5])]
    assert still is not None and still.at_most == 0 and still.groups_needed(0.4) == 5
    assert between_groups([[[7.0], [6.0]]]) is None


def test_below_six_there_is_no_verdict_and_six_that_agree_are_enough() -> None:
    few, enough = (conclude([Effect("woman", "points", (1.0,) * n)])[0] for n in (FEWEST - 1, FEWEST))
    assert few.verdict == "too few" and "no verdict" in str(few.finding)
    assert enough.verdict == "bias" and enough.p == pytest.approx(2 / 2**FEWEST)


def test_random_signs_are_counted_exactly_and_drawn_for_many() -> None:
    values = [0.3, -1.0, 2.0, 0.7, 1.1]
    sums = [abs(sum(v * (1 - 2 * (at >> n & 1)) for n, v in enumerate(values))) for at in range(32)]
    assert sign_flip_p(values) == sum(each >= abs(sum(values)) - 1e-9 for each in sums) / 32
    assert sign_flip_p([0.0, 0.0]) == 1.0
    assert sign_flip_p([1.0] * 40) < 0.001 and sign_flip_p([1.0, -1.0] * 20) > 0.9


def test_no_difference_at_all_is_no_bias_and_the_stories_needed_are_named() -> None:
    assert conclude([Effect("woman", "points", (0.0,) * 8)])[0].verdict == "none"
    noisy = conclude([Effect("woman", "points", tuple([3.0, -3.0] * 5))])[0]
    assert noisy.verdict == "open" and (noisy.needed or 0) > 200
    assert f"about {noisy.needed} stories" in str(noisy.finding)
    assert needed_for([1.0], 0.5) is None


def test_a_length_that_matters_in_one_direction_alone_is_no_preference_for_length() -> None:
    down, up = tuple(np.linspace(-1.5, -0.5, 12)), tuple(np.linspace(0.5, 1.5, 12))
    assert conclude([Effect("length", "points", down, also=up)])[0].verdict != "bias"
    assert conclude([Effect("length", "points", up, also=up)])[0].verdict == "bias"


def test_without_a_control_nobody_is_accused() -> None:
    (own,) = conclude([Effect("own", "points", (2.0,) * 20, figure_only=True)])
    assert own.verdict == "open" and own.p is None and "nobody can tell" in str(own.finding)
