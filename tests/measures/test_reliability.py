"""Confidence against accuracy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.measures.refusal import Refused
from fabula.measures.reliability import Reliability, reliability


def test_the_error_is_the_mean_distance_over_tenths() -> None:
    found = reliability([0.95, 0.95, 0.85, 0.25], [True, False, True, False])
    assert isinstance(found, Reliability)
    assert [(one.n, one.accuracy) for one in found.bins] == [(1, 0.0), (1, 1.0), (2, 0.5)]
    assert found.error == pytest.approx((0.25 + 0.15 + 2 * 0.45) / 4)


def test_a_certain_and_right_model_has_no_error() -> None:
    found = reliability([1.0] * 5, [True] * 5)
    assert isinstance(found, Reliability) and found.error == 0


def test_nothing_is_refused() -> None:
    assert isinstance(reliability([], []), Refused)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
def test_the_error_lies_between_0_and_1_and_every_answer_counts(answers: list[tuple[float, bool]]) -> None:
    found = reliability([one for one, _ in answers], [right for _, right in answers])
    assert isinstance(found, Reliability)
    assert 0 <= found.error <= 1 and sum(one.n for one in found.bins) == len(answers)
