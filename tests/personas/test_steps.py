"""How readers spread over the steps of their scale: the same on every scale it is shown on, and right where not fitted."""

from __future__ import annotations

import numpy as np
import pytest

from fabula.personas.baselines import Expected
from fabula.personas.distribution import cold_to, loved_from
from fabula.personas.profiles import TEN
from fabula.personas.rating_tables import STARS
from fabula.personas.steps import StepOdds, learned
from fabula.rubrics.rubric import parse_scale


def ratings(count: int = 6_000, seed: int = 6) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Expected scores, the stars given (from 1 to 10), and the stories: most readers give fours and fives."""
    rng = np.random.default_rng(seed)
    story = rng.integers(0, 150, count)
    expected = 7.5 + rng.normal(0, 1, count)
    felt = 4.2 + 0.4 * (expected - 7.5) + rng.normal(0, 0.8, count) + rng.normal(0, 0.2, 150)[story]
    stars = np.clip(np.round(felt), 1, 5)
    return expected, np.array([STARS.to(each, TEN) for each in stars]), story


def odds() -> StepOdds:
    found = learned(*ratings())
    assert found is not None
    return found


@pytest.mark.parametrize("scale", ["1-5", "1-10", "0-100"])
def test_the_share_who_would_love_a_story_is_right_on_every_scale(scale: str) -> None:
    expected, given, story = ratings()
    known = story < 100
    found = learned(expected[known], given[known], story[known])
    shown = parse_scale(scale)
    steps = [
        TEN.low + (TEN.high - TEN.low) * n / (4 if scale == "1-5" else 9)
        for n in range(5 if scale == "1-5" else 10)
    ]
    asked = expected[~known]
    shares = np.mean([Expected("r", "s", float(score), 1.8, found).shares(steps) for score in asked], axis=0)
    love = sum(
        share for step, share in zip(steps, shares, strict=True) if TEN.to(step, shown) >= TEN.to(7.5, shown)
    )
    assert love == pytest.approx((given[~known] >= 7.7).mean(), abs=0.05)
    assert shares.sum() == pytest.approx(1)
    assert cold_to(shown) < loved_from(shown)


def test_a_higher_expectation_means_more_of_the_highest_steps() -> None:
    found = odds()
    low, high = found.shares(5.0), found.shares(9.0)
    assert low.sum() == pytest.approx(1) and (low >= 0).all()
    assert high[-1] > low[-1] and high[0] < low[0]


def test_four_of_five_stories_lie_within_the_error() -> None:
    expected, given, story = ratings()
    found = odds()
    error = found.error_from(7.5)
    assert error is not None
    reached = (given >= 7.7) - found.at_least(expected)[:, found.steps.index(7.75) - 1]
    means = np.array([reached[story == each].mean() for each in range(150)])
    assert ((means >= error[0]) & (means <= error[1])).mean() == pytest.approx(0.8, abs=0.03)


def test_few_stories_still_give_a_range_that_holds_four_of_five_new_ones() -> None:
    held = []
    for seed in range(40):
        expected, given, story = ratings(2_400, seed)
        known = story < 24
        found = learned(expected[known], given[known], story[known])
        assert found is not None
        error = found.error_from(7.5)
        assert error is not None
        reached = (given >= 7.7) - found.at_least(expected)[:, found.steps.index(7.75) - 1]
        held += [error[0] <= reached[story == each].mean() <= error[1] for each in range(24, 150)]
    assert 0.77 < np.mean(held) < 0.84


def test_scores_without_steps_have_no_odds() -> None:
    rng = np.random.default_rng(0)
    assert learned(rng.normal(size=500), rng.uniform(1, 10, 500), rng.integers(0, 9, 500)) is None
    assert odds().error_from(11) is None
