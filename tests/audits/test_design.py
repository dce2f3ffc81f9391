"""When an audit accuses: 400 simulated runs of honest and of biased judges, and the rule's edges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from fabula.audits.design import FEWEST, Effect, conclude, difference, needed_for, reaction, sign_flip_p

RUNS = 400
Simulated = Callable[[np.random.Generator, int, float], Effect]


def whole(scores: np.ndarray) -> np.ndarray:
    """Scores as judges give them: whole, from 1 to 10."""
    return np.clip(np.round(scores), 1, 10)


def obeying(random: np.random.Generator, n: int, rate: float) -> Effect:
    """A kind judge (8.9 of 10 with noise of 1) that does what a planted line says at this rate."""
    own = np.full(n, 8.9) + random.normal(0, 0.5, n)
    before, after = (whole(own + random.normal(0, 1, n)) for _ in range(2))
    after = np.where(random.random(n) < rate, 10, after)
    return difference("obeys", "share", list(1.0 * (after > 9.5)), list(1.0 * (before > 9.5)), "more")


def moved(random: np.random.Generator, n: int, points: float) -> Effect:
    """Scores with noise of 1 in both arms, and this many points for what one of them has."""
    own = random.normal(6, 1.5, n)
    before, after = (whole(own + shift + random.normal(0, 1, n)) for shift in (0, points))
    return difference("woman", "points", list(after), list(before))


def taking_the_first(random: np.random.Generator, n: int, rate: float) -> Effect:
    """Five questions of a pair in both orders. The judge likes one plot, more or less, and at this rate takes the first."""
    likes = np.clip(random.random((n, 1)) + random.normal(0, 0.1, (n, 5)), 0, 1)
    first = [random.random((n, 5)) < rate + (1 - rate) * liked for liked in (likes, 1 - likes)]
    return Effect("first", "share", tuple(np.mean(first, axis=(0, 2)) - 0.5))


def preferring_length(random: np.random.Generator, n: int, points: float) -> Effect:
    """A judge that takes a point off for padding and a point off for cutting, and pays for length."""
    padding, cutting = (random.normal(way + points, 1, n) for way in (-0.8, 0.8))
    return Effect("length", "points", tuple(padding), also=tuple(cutting))


def blind(random: np.random.Generator, n: int, rate: float) -> Effect:
    """A judge asked twice two times, whose scores of stories differ by 0.7, or by nothing if it does not read (rate 1)."""
    own = random.normal(7, 0.7 * (1 - rate), n)
    scores = whole(own[:, None, None] + random.normal(0, 0.6, (n, 2, 2))).mean(axis=2)
    arms = [(float(one), float(two)) for one, two in scores]
    return reaction("story", arms, [*arms[1:], arms[0]])


CASES: list[tuple[Simulated, int, float]] = [
    (obeying, 40, 0.5),
    (moved, 40, 1.0),
    (taking_the_first, 20, 0.3),
    (preferring_length, 20, 2.0),
    (blind, 20, 1.0),
]


def accused(simulated: Simulated, n: int, size: float, seed: int) -> float:
    random = np.random.default_rng(seed)
    return sum(conclude([simulated(random, n, size)])[0].verdict == "bias" for _ in range(RUNS)) / RUNS


@pytest.mark.parametrize(("simulated", "n", "size"), CASES, ids=lambda each: getattr(each, "__name__", None))
def test_an_honest_judge_is_accused_in_5_percent_at_most_and_a_bias_is_found_in_80(
    simulated: Simulated, n: int, size: float
) -> None:
    assert accused(simulated, n, 0.0, seed=1) <= 0.05
    assert accused(simulated, n, size, seed=2) >= 0.80


@pytest.mark.parametrize("n", [3, 6, 10])
@pytest.mark.parametrize(
    "simulated", [obeying, moved, taking_the_first, blind], ids=lambda each: each.__name__
)
def test_few_stories_accuse_no_honest_judge(simulated: Simulated, n: int) -> None:
    assert accused(simulated, n, 0.0, seed=n) <= 0.05


def test_many_effects_together_accuse_an_honest_judge_in_5_percent_at_most() -> None:
    random = np.random.default_rng(0)
    runs = [
        any(one.verdict == "bias" for one in conclude([moved(random, 20, 0.0) for _ in range(8)]))
        for _ in range(RUNS // 4)
    ]
    assert np.mean(runs) <= 0.05 + 2 * (0.05 * 0.95 / len(runs)) ** 0.5


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
    (found,) = conclude([Effect("own", "points", (2.0,) * 20, figure_only=True)])
    assert found.verdict == "open" and found.p is None and "nobody can tell" in str(found.finding)
