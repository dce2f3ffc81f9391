"""Predictions from labels alone, against ridge regression worked out by hand."""

import numpy as np
import pytest

from fabula.measures.baselines import from_labels, from_other_labels


@pytest.mark.parametrize(("penalty", "weight"), [(1.0, 1.0), (3.0, 0.5)])
def test_ridge_regression_on_one_label(penalty: float, weight: float) -> None:
    """Two items with the label rate 4, two without rate 2: the label is centred to ±0.5 and its weight is 2 / (1 + penalty)."""
    known, truth = [["a"], ["a"], [], []], [4.0, 4.0, 2.0, 2.0]
    found = from_other_labels(known, truth, [["a"], ["b"], []], penalty)
    assert found == pytest.approx([3 + weight / 2, 3 - weight / 2, 3 - weight / 2])


def test_no_item_is_predicted_with_its_own_truth() -> None:
    labels = [["a"] if index % 2 else ["b"] for index in range(20)]
    truth = np.arange(20.0)
    first = from_labels(labels, truth, folds=5, seed=1)
    for index in range(20):
        other = truth.copy()
        other[index] += 1_000
        assert from_labels(labels, other, folds=5, seed=1)[index] == pytest.approx(first[index])


def test_labels_that_tell_the_truth_are_used() -> None:
    labels = [["a"] if index % 2 else ["b"] for index in range(40)]
    truth = [4.0 if index % 2 else 2.0 for index in range(40)]
    found = from_labels(labels, truth)
    assert min(found[1::2]) > 3.5 and max(found[::2]) < 2.5
    assert list(found) == list(from_labels(labels, truth)) != list(from_labels(labels, truth, seed=1))
