"""The central promise: what is missing changes the count and nothing else. It never becomes a zero or a guess, and no gap is hidden."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.judging.aggregation import mean_verdict
from fabula.judging.evaluation import aspect_results, estimate, overall_result, scores_by_length
from fabula.judging.judged import Judged, PieceVerdict
from fabula.measures.intervals import Interval, mean_interval
from fabula.rubrics.files import load
from fabula.rubrics.verdict import AspectVerdict, Verdict

RUBRIC = load("longstory")
IDS = [aspect.id for aspect in RUBRIC.scored_aspects]
SCORES = st.lists(st.floats(0, 100), min_size=1, max_size=8)


def verdict(scores: dict[str, float | None], overall: float | None, replicate: int = 0) -> Verdict:
    aspects = tuple(AspectVerdict(name, scores.get(name), f"Of {name}.") for name in IDS)
    return Verdict("b", "longstory", "summary", "m", replicate, overall, "All in all.", aspects)


def of_one_score(score: float | None, replicate: int) -> Verdict:
    return verdict(dict.fromkeys(IDS, score), score, replicate)


@given(SCORES, st.integers(1, 5))
def test_a_missing_replicate_changes_nothing_but_the_count(scores: list[float], lost: int) -> None:
    whole = Judged(tuple(of_one_score(score, place) for place, score in enumerate(scores)))
    with_gaps = Judged((*whole.verdicts, *(of_one_score(None, len(scores) + place) for place in range(lost))))
    assert overall_result(with_gaps, RUBRIC)[0] == overall_result(whole, RUBRIC)[0]
    for before, after in zip(
        aspect_results(whole, RUBRIC, "en"), aspect_results(with_gaps, RUBRIC, "en"), strict=True
    ):
        assert after.estimate == before.estimate
        assert after.replicates == (*before.replicates, *[None] * lost)


def test_the_mean_is_of_the_scores_that_are_there() -> None:
    judged = Judged(tuple(of_one_score(score, place) for place, score in enumerate([80, None, 60, None, 70])))
    found, _ = overall_result(judged, RUBRIC)
    assert found is not None and found.score == 70
    interval = mean_interval([80, 60, 70])
    assert (
        isinstance(interval, Interval)
        and found.low == max(interval.low, 0)
        and found.high == min(interval.high, 100)
    )


def test_no_score_at_all_is_no_estimate() -> None:
    judged = Judged((of_one_score(None, 0), of_one_score(None, 1)))
    assert overall_result(judged, RUBRIC)[0] is None
    assert all(each.estimate is None for each in aspect_results(judged, RUBRIC, "en"))


def test_one_score_has_no_interval() -> None:
    judged = Judged((of_one_score(None, 0), of_one_score(55, 1)))
    found = overall_result(judged, RUBRIC)[0]
    assert found is not None and (found.score, found.low, found.high) == (55, None, None)


@pytest.mark.parametrize("lost", IDS)
def test_a_missing_aspect_leaves_every_other_as_it_was(lost: str) -> None:
    full = [verdict(dict.fromkeys(IDS, 40.0 + 5 * place), 50, place) for place in range(3)]
    lacking = [
        replace(each, aspects=tuple(replace(a, score=None) if a.aspect == lost else a for a in each.aspects))
        for each in full
    ]
    before, after = (aspect_results(Judged(tuple(one)), RUBRIC, "en") for one in (full, lacking))
    for one, other in zip(before, after, strict=True):
        assert other.estimate == (None if one.id == lost else one.estimate)
    assert overall_result(Judged(tuple(lacking)), RUBRIC)[0] == overall_result(Judged(tuple(full)), RUBRIC)[0]


def pieces(scores: list[float | None], words: list[int]) -> list[PieceVerdict]:
    return [
        PieceVerdict(place, (place,), size, replace(of_one_score(score, 0), method="aggregation"))
        for place, (score, size) in enumerate(zip(scores, words, strict=True), start=1)
    ]


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(1, 9_000)), min_size=1, max_size=8))
def test_a_missing_chapter_has_no_part_in_the_means(known: list[tuple[float, int]]) -> None:
    scores, sizes = [score for score, _ in known], [size for _, size in known]
    for by_length in (False, True):
        whole = mean_verdict(pieces([*scores], sizes), RUBRIC, by_length=by_length)
        gap = mean_verdict(pieces([*scores, None], [*sizes, 5_000]), RUBRIC, by_length=by_length)
        assert gap.overall == pytest.approx(whole.overall)
        assert [each.score for each in gap.aspects] == pytest.approx([each.score for each in whole.aspects])


def test_scores_by_length_leave_out_what_is_missing() -> None:
    of_book = pieces([90, None, 30], [1_000, 5_000, 2_000])
    judged = Judged((mean_verdict(of_book, RUBRIC),), tuple(of_book))
    found = scores_by_length(judged, RUBRIC)
    assert found["overall"] == pytest.approx((90 * 1_000 + 30 * 2_000) / 3_000)
    assert judged.verdicts[0].overall == fmean([90, 30])


def test_the_estimate_of_one_aggregate_comes_from_the_segments_that_were_scored() -> None:
    of_book = pieces([90, None, 30, 60], [1_000, 1_000, 1_000, 1_000])
    judged = Judged((mean_verdict(of_book, RUBRIC),), tuple(of_book))
    found = estimate([60.0], [90.0, None, 30.0, 60.0], judged, RUBRIC)
    interval = mean_interval([90.0, 30.0, 60.0])
    assert found is not None and isinstance(interval, Interval)
    assert (found.score, found.low, found.high) == (60, max(0, interval.low), min(100, interval.high))
