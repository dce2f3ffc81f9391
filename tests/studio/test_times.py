"""How long a job has left: by its own pace, and before that by what others of its kind and size took."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fabula.studio.home import Home, open_home, store_text
from fabula.studio.labels import LANGUAGES, studio_labels
from fabula.studio.times import Left, Past, time_left

PLAN = {"calls": 20, "answers": 20, "cached": 0}


def tally(calls: int, cached: int = 0, in_flight: int = 0, open_batches: int = 0) -> dict[str, Any]:
    batches = [{"open": open_batches}] if open_batches else []
    return {"calls": calls, "answers": calls, "cached": cached, "in_flight": in_flight, "batches": batches}


def seconds_left(now: float, plan: Any = PLAN, **state: Any) -> Left | None:
    return time_left({"started": 0.0, "stage": "asking", "asking_since": 100.0, **state}, plan, now)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (3, "a few seconds left"),
        (40, "less than a minute left"),
        (50, "about a minute left"),
        (100, "about 2 minutes left"),
        (89 * 60, "about 89 minutes left"),
        (95 * 60, "about 2 hours left"),
        (26 * 3600, "about 26 hours left"),
    ],
)
def test_it_is_said_as_people_say_it(seconds: float, said: str) -> None:
    left = Left.of(seconds)
    assert studio_labels("en")(f"job.left.{left.unit}", n=left.n) == said
    for language in LANGUAGES:
        assert (str(left.n) in studio_labels(language)(f"job.left.{left.unit}", n=left.n)) == (left.n > 1 or (language == "zh" and left.n > 0))  # fmt: skip


def test_answers_of_this_run_show_its_pace() -> None:
    """Ten minutes for ten of twenty: ten more. Answers that were there before took no time, and one on its way counts half."""
    assert seconds_left(700.0, tally=tally(10)) == Left("minutes", 10)
    assert seconds_left(700.0, tally=tally(5, cached=10)) == Left("minutes", 10)
    assert seconds_left(700.0, tally=tally(8, in_flight=4)) == Left("minutes", 10)


def test_replicates_are_counted_one_by_one() -> None:
    """The plan asks for five answers with each of its four questions. A server may give them at once or one at a time."""
    plan = {"calls": 4, "answers": 20, "cached": 0}
    assert seconds_left(700.0, plan, tally=tally(10)) == Left("minutes", 10)
    assert seconds_left(700.0, plan, tally=tally(2) | {"answers": 10}) == Left("minutes", 10)


def test_without_a_pace_it_is_what_others_took() -> None:
    for state in ({}, {"tally": tally(2)}, {"tally": tally(20)}, {"tally": tally(10, open_batches=1)}):
        assert seconds_left(60.0, **state) is None
        assert seconds_left(60.0, expected=660.0, **state) == Left("minutes", 10)
        assert seconds_left(700.0, expected=660.0, **state) is None, (
            "nobody knows: it takes longer than others"
        )
    assert seconds_left(60.0, None, tally=tally(10)) is None, "it has no plan"


def test_a_stage_that_counts_shows_its_pace() -> None:
    told = {"stage": "preparing", "stage_since": 100.0, "about": {"done": 250, "of": 1000}}
    assert seconds_left(160.0, None, expected=170.0, **told) == Left("minutes", 3)
    assert seconds_left(160.0, None, **told | {"about": {"done": 0, "of": 1000}}) is None


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return open_home(tmp_path)


def past(home: Home, words: int, kind: str = "outline", *, planning: bool = False, **form: Any) -> Past:
    book = store_text(home, "books", f"{words}.txt", "word " * words)
    return Past.of(home, kind, {"book": book.id, "method": None, **form}, planning=planning)


def test_what_to_expect_is_what_jobs_of_that_kind_and_size_took(home: Home) -> None:
    assert past(home, 1000).expected is None
    for words, seconds in ((1000, 10.0), (1100, 12.0), (1050, 50.0), (9000, 100.0)):
        past(home, words).remember(seconds)
    assert past(home, 1020).expected == 12.0, "the median of those that are alike"
    assert past(home, 8000).expected == 100.0
    assert past(home, 40_000).expected is None
    assert past(home, 1000, "evaluate").expected is None
    assert past(home, 1000, model="openai/gpt-4o").expected is None
    assert past(home, 1000, planning=True).expected is None
    assert past(home, 1000, book="job:0123456789abcdef").expected is None, "it has no size"


def test_only_the_latest_are_remembered(home: Home) -> None:
    for seconds in range(100):
        past(home, 1000).remember(float(seconds))
    assert past(home, 1000).expected == 97.0
    assert (home.root / "times.json").stat().st_size < 1000


def test_a_damaged_file_stops_no_job(home: Home) -> None:
    (home.root / "times.json").write_text("{")
    assert past(home, 1000).expected is None
    past(home, 1000).remember(3.0)
    assert past(home, 1000).expected == 3.0
