"""Shares and paired comparisons, held against figures worked out by hand or by another library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fabula.measures.intervals import Interval
from fabula.measures.proportions import McNemar, mcnemar, share
from fabula.measures.refusal import Refused


@given(st.lists(st.booleans(), min_size=1, max_size=200))
def test_a_share_has_wilsons_interval(right: list[bool]) -> None:
    found = share(right)
    known = stats.binomtest(sum(right), len(right)).proportion_ci(method="wilson")
    assert isinstance(found, Interval)
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-9)
    assert found.low - 1e-9 <= found.value <= found.high + 1e-9


def test_no_answers_have_no_share() -> None:
    assert isinstance(share([]), Refused)


def test_only_answers_that_differ_decide_between_two() -> None:
    first = [True] * 10 + [False] * 5 + [True] * 3
    second = [False] * 10 + [True] * 5 + [True] * 3
    found = mcnemar(first, second)
    assert isinstance(found, McNemar)
    assert (found.only_first, found.only_second) == (10, 5)
    assert found.difference == pytest.approx(5 / 18)
    assert found.p == pytest.approx(0.3017578125)


def test_two_who_answer_alike_do_not_differ() -> None:
    found = mcnemar([True, False], [True, False])
    assert isinstance(found, McNemar)
    assert (found.difference, found.p) == (0.0, 1.0)
