"""Bradley-Terry over duels, and the board's paired differences."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_novelists import ASPECTS

from fabula.measures.bradley_terry import ratings
from fabula.novelists.board import board
from fabula.novelists.differences import flipped_p
from fabula.novelists.duels import strengths
from fabula.novelists.lines import Duel, Gauged, Score
from fabula.novelists.placement import shipped_reference


def duel(first: str, second: str, outcome: str | None, story: str = "s") -> Duel:
    return Duel.model_validate(
        {"first": first, "second": second, "story": story, "chapter": 1, "judge": "j", "outcome": outcome}
    )


def score(model: str, story: int, mark: float | None, chapter: int = 1, judge: str = "j") -> Score:
    return Score(
        model=model, story=f"s{story}", chapter=chapter, judge=judge, score=mark,
        scores=dict.fromkeys(ASPECTS, mark), words=900, trouble="" if mark else "malformed: no scores",
    )  # fmt: skip


def test_ratings_give_back_the_strengths_that_made_the_duels() -> None:
    rng = random.Random(0)
    true = {"a": 1200.0, "b": 1000.0, "c": 800.0}
    fought = [
        duel(
            one,
            two,
            "first" if rng.random() < 1 / (1 + 10 ** ((true[two] - true[one]) / 400)) else "second",
            f"s{n}",
        )
        for n in range(400)
        for one, two in itertools.combinations(true, 2)
    ]
    found = strengths(fought)
    for name, rating in true.items():
        assert found[name].rating == pytest.approx(rating, abs=40)
        assert found[name].low < found[name].rating < found[name].high


@given(st.integers(2, 5), st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_ratings_are_finite_and_centred_whoever_wins(count: int, seed: int) -> None:
    wins = np.random.default_rng(seed).integers(0, 4, size=(count, count)).astype(float)
    np.fill_diagonal(wins, 0)
    found = ratings(wins)
    assert np.isfinite(found).all()
    assert math.isclose(found.mean(), 1000, abs_tol=1e-3)


def test_a_tie_counts_half_to_each_and_an_unusable_duel_counts_for_nobody() -> None:
    found = strengths([duel("a", "b", "tie"), duel("a", "b", None)])
    assert found["a"].rating == pytest.approx(1000) and found["b"].rating == pytest.approx(1000)
    assert (found["a"].duels, found["a"].ties, found["a"].wins) == (1, 1, 0)
    assert strengths([]) == {}


def test_differences_are_paired_and_small_ones_stay_within_the_noise() -> None:
    rng = np.random.default_rng(0)
    scores = []
    for story in range(30):
        base = 3 + 0.3 * rng.normal()
        scores += [score("good", story, base + 0.25), score("even", story, base), score("same", story, base + 0.02 * (-1) ** story)]  # fmt: skip
    made = board(scores, shipped_reference(), ASPECTS)
    held = {frozenset((one.first, one.second)): one.holds for one in made.apart}
    assert held[frozenset(("good", "even"))] and held[frozenset(("good", "same"))]
    assert not held[frozenset(("even", "same"))]
    assert made.rows[0].writer == "good"


def test_a_chapter_without_a_score_leaves_the_mean_and_a_writer_without_any_stands_last() -> None:
    scores = [*(score("a", n, 3.5) for n in range(4)), score("a", 3, None, chapter=2), score("mute", 0, None)]
    first, last = board(scores, shipped_reference(), ASPECTS).rows
    assert (first.writer, first.unjudged, first.chapters) == ("a", 1, 5)
    assert set(first.dimensions.values()) == {3.5}
    assert (last.writer, last.centre, last.unjudged) == ("mute", None, 1)


def test_the_dull_judge_stands_beside_the_judges() -> None:
    scores = [
        score(model, n, 2.5 + place / 2 + n / 20) for place, model in enumerate("abcde") for n in range(4)
    ]
    gauged = [
        Gauged(model=one.model, story=one.story, chapter=1, score=20 * (one.score or 0)) for one in scores
    ]
    made = board(
        scores,
        shipped_reference(),
        ASPECTS,
        (),
        [*gauged, Gauged(model="a", story="x", chapter=1, abstain=True)],
    )
    assert made.gauge is not None
    assert made.gauge.judges[0].writers == pytest.approx(1)
    assert made.gauge.abstained == 1 and set(made.gauge.means) == set("abcde")


def test_few_books_never_prove_a_difference() -> None:
    assert flipped_p(np.full(4, 30.0)) == 2 / 2**4
    assert flipped_p(np.zeros(6)) == 1
    assert flipped_p(np.full(40, 3.0)) < 0.001
