"""Bradley-Terry over duels, and the board's paired differences."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_novelists import ASPECTS

from commands import fabula
from fabula.novelists.board import board
from fabula.novelists.differences import flipped_p
from fabula.novelists.duels import duels_held, strengths
from fabula.novelists.line_files import read_lines, write_lines
from fabula.novelists.lines import Duel, Gauged, Score, Story
from fabula.novelists.reference_files import shipped_reference
from loopback import Answer, Loopback


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
@settings(max_examples=10)
def test_ratings_are_finite_and_centred_whoever_wins(count: int, seed: int) -> None:
    names = "abcde"[:count]
    dice = random.Random(seed)
    fought = [duel(*pair, dice.choice(["first", "second"])) for pair in itertools.combinations(names, 2)]
    found = strengths(fought)
    assert all(math.isfinite(each.low) and math.isfinite(each.high) for each in found.values())
    assert fmean(each.rating for each in found.values()) == pytest.approx(1000)


def test_a_writer_between_two_others_on_every_book_has_an_interval() -> None:
    books = [f"s{n}" for n in range(9)]
    fought = [
        duel("even", other, outcome, book)
        for book in books
        for other, outcome in (("strong", "second"), ("weak", "first"))
    ]
    found = strengths(fought)
    assert all(each.low < each.rating < each.high for each in found.values())


def test_intervals_of_few_duels_hold_the_true_strengths_also_if_books_favour_a_writer() -> None:
    rng = np.random.default_rng(0)
    held = []
    for _ in range(30):
        true = rng.normal(0, 1.2, 6)
        fought = []
        for book in range(12):
            mood = rng.normal(0, 0.8, 6)
            for _ in range(5):
                one, two = rng.choice(6, 2, replace=False)
                odds = true[one] + mood[one] - true[two] - mood[two]
                won = rng.random() < 1 / (1 + math.exp(-odds))
                fought.append(duel("abcdef"[one], "abcdef"[two], "first" if won else "second", f"s{book}"))
        for name, each in strengths(fought).items():
            rating = 1000 + 400 / math.log(10) * (true["abcdef".index(name)] - true.mean())
            held.append(each.low <= rating <= each.high)
    assert fmean(held) > 0.92


class World:
    """Writers of planted quality, and a judge that prefers what it sees first if the two are close."""

    def __init__(self, folder: Path, writers: int, chapters: int) -> None:
        self.path = folder / "stories.jsonl"
        write_lines(
            [
                Story(model=f"w{n:02}", story=f"book {c % 4}", chapter=c, text=f"quality {n} of {c}. The boats came.", language="en")
                for n in range(writers)
                for c in range(chapters)
            ],
            self.path,
        )  # fmt: skip

    def held(self, *words: str) -> tuple[list[Duel], list[str], int]:
        """The duels, the writers in order, and how many questions were asked."""

        def judge(body: dict[str, Any]) -> Answer:
            one, two = map(int, re.findall(r"quality (\d+)", str(body["messages"][-1]["content"])))
            return {"reason": "seen", "better": "A" if one + 1 >= two else "B"}

        out = self.path.with_name("duels.jsonl")
        with Loopback(judge) as server:
            asked = ("novelist", "judge", self.path, "-o", out, "--pairwise", "--judge", "custom/j", "--base-url", server.url, *words)  # fmt: skip
            done = fabula(*asked)
            assert done.returncode == 0, done.stderr
            count = server.count
        duels = read_lines(out, Duel)
        rated = strengths(duels)
        return duels, sorted(rated, key=lambda name: -rated[name].rating), count


def test_sparse_duels_find_the_order_and_show_how_often_the_judge_turned_with_it(tmp_path: Path) -> None:
    world = World(tmp_path, writers=8, chapters=12)
    duels, order, asked = world.held("--most-duels", "120")
    assert order == [f"w{n:02}" for n in range(7, -1, -1)]
    assert asked == 2 * len(duels) and len(duels) <= 120 < 28 * 12 / 2
    met = Counter(abs(int(one.first[1:]) - int(one.second[1:])) for one in duels)
    assert met[1] > met[3] and met[1] > met[5], "most duels are between neighbours, whose order is least sure"
    flipped = [one for one in duels if one.flipped]
    assert flipped and all(abs(int(one.first[1:]) - int(one.second[1:])) == 1 for one in flipped)
    assert {one.outcome for one in flipped} == {"tie"} and {
        (one.straight, one.turned) for one in flipped
    } == {("first", "second")}
    said = duels_held(duels)
    assert said and said.flips == len(flipped) and said.first_chosen > 0.5


def test_another_writer_is_paid_for_alone_once_the_order_of_the_others_is_sure(tmp_path: Path) -> None:
    def apart(body: dict[str, Any]) -> Answer:
        one, two = map(int, re.findall(r"quality (\d+)", str(body["messages"][-1]["content"])))
        return {"reason": "seen", "better": "A" if one > two else "B"}

    out = tmp_path / "duels.jsonl"
    with Loopback(apart) as server:
        judge = ("-o", out, "--pairwise", "--judge", "custom/sure", "--base-url", server.url)
        for writers in (5, 6):
            before, world = server.count, World(tmp_path, writers, chapters=16)
            kept = out.read_text(encoding="utf-8").splitlines() if out.is_file() else []
            done = fabula("novelist", "judge", world.path, *judge)
            assert done.returncode == 0, done.stderr
        new = [each.question for each in server.requests[before:]]
    assert out.read_text(encoding="utf-8").splitlines()[: len(kept)] == kept
    assert new and all("quality 5" in question for question in new)


def test_duels_end_when_the_order_is_sure_or_the_limit_is_reached(tmp_path: Path) -> None:
    def apart(body: dict[str, Any]) -> Answer:
        one, two = map(int, re.findall(r"quality (\d+)", str(body["messages"][-1]["content"])))
        return {"reason": "seen", "better": "A" if one > two else "B"}

    world = World(tmp_path, writers=5, chapters=24)
    with Loopback(apart) as server:
        out = tmp_path / "sure.jsonl"
        done = fabula("novelist", "judge", world.path, "-o", out, "--pairwise", "--judge", "custom/sure", "--base-url", server.url)  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert len(read_lines(out, Duel)) < 240 / 3
    assert len(world.held("--most-duels", "7")[0]) == 7


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
    assert made.gauge.judges[0].writers.value == pytest.approx(1)
    assert made.gauge.abstained == 1 and set(made.gauge.means) == set("abcde")


def test_few_books_never_prove_a_difference() -> None:
    assert flipped_p(np.full(4, 30.0)) == 2 / 2**4
    assert flipped_p(np.zeros(6)) == 1
    assert flipped_p(np.full(40, 3.0)) < 0.001
