"""Judges' scores as readers' stars: a known map comes back, intervals keep their word, and noise gives the mean."""

from __future__ import annotations

import numpy as np
import pytest

from fabula.measures.calibration import COVERS, fit, held_out, rising


def judged(n: int, seed: int, noise: float = 0.15) -> tuple[np.ndarray, np.ndarray]:
    """Scores of 100, and stars that rise with them, steeply in the middle."""
    draw = np.random.default_rng(seed)
    scores = draw.uniform(30, 95, n).round()
    return scores, true(scores) + draw.normal(0, noise, n)


def true(scores: np.ndarray) -> np.ndarray:
    return 3.2 + 1.2 / (1 + np.exp(-(scores - 65) / 6))


def test_a_known_map_comes_back() -> None:
    scores, stars = judged(400, 1)
    found = fit(scores, stars, 0, 100)
    at = np.linspace(35, 90, 20)
    assert found.shape == "steps" and np.abs(found.predict(at) - true(at)).max() < 0.15
    assert list(found.stars) == sorted(found.stars)


def test_few_books_give_a_line_or_steps_that_beat_the_mean() -> None:
    scores, stars = judged(30, 2)
    found = held_out(scores, stars, 0, 100)
    assert found.rmse < 0.7 * found.mean_rmse and found.tau is not None and found.tau > 0.5


@pytest.mark.parametrize("n", [20, 60])
def test_intervals_cover_what_they_say(n: int) -> None:
    """New books against maps of 60 draws: within three standard errors of Monte Carlo."""
    inside = []
    for seed in range(60):
        own = fit(*judged(n, seed), 0, 100)
        scores, stars = judged(40, 1_000 + seed)
        inside.append(float((np.abs(own.predict(scores) - stars) <= own.half).mean()))
    error = np.std(inside) / np.sqrt(len(inside))
    assert np.mean(inside) > COVERS - 3 * error
    assert np.mean(inside) < COVERS + 0.08


def test_a_judge_of_noise_gives_the_mean() -> None:
    draw = np.random.default_rng(5)
    shapes = []
    for _ in range(30):
        scores, stars = draw.uniform(30, 95, 80), draw.normal(3.9, 0.3, 80)
        own = fit(scores, stars, 0, 100)
        shapes.append(own.shape)
        assert abs(own.predict([60.0])[0] - 3.9) < 0.15 and 0.3 < own.half < 0.5
    assert shapes.count("mean") > 20
    found = held_out(scores, stars, 0, 100)
    assert found.rmse == pytest.approx(found.mean_rmse, rel=0.05) and 0.65 < found.coverage < 0.95


def test_a_judge_that_is_wrong_way_round_gives_the_mean() -> None:
    scores, stars = judged(100, 3)
    assert fit(100 - scores, stars, 0, 100).shape == "mean"


def test_adjacent_violators_are_pooled() -> None:
    assert rising(np.array([1.0, 3.0, 2.0, 4.0]), np.ones(4)).tolist() == [1.0, 2.5, 2.5, 4.0]
