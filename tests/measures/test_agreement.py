"""Coefficients against the plain formulas and against scipy and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from fabula.measures.agreement import (
    accuracy,
    auc,
    balanced_accuracy,
    cohen_kappa,
    kendall,
    krippendorff_alpha,
    partial_correlation,
    pearson,
    ranks,
    rounded,
    spearman,
)
from fabula.measures.refusal import Refused

scores = st.lists(st.integers(0, 6), min_size=4, max_size=40)


@settings(max_examples=60)
@given(scores, st.randoms(use_true_random=False))
def test_correlations_are_those_of_scipy_ties_and_all(values: list[int], random: object) -> None:
    other = [value + random.randint(0, 3) for value in values]  # type: ignore[attr-defined]
    assert list(ranks(values)) == list(stats.rankdata(values))
    for ours, theirs in (
        (kendall, stats.kendalltau),
        (spearman, stats.spearmanr),
        (pearson, stats.pearsonr),
    ):
        found = ours(values, other)
        if len(set(values)) == 1 or len(set(other)) == 1:
            assert isinstance(found, Refused) and found.reason == "constant"
        else:
            assert found == pytest.approx(theirs(values, other).statistic, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ([1, 2, 3], [1, 2, 3], "too few"),
        ([], [], "too few"),
        ([5, 5, 5, 5, 5], [1, 2, 3, 4, 5], "constant"),
        ([1, 2, float("nan"), 4, 5], [1, 2, 3, 4, 5], "not a number"),
    ],
)
def test_where_a_number_would_mislead_a_reason_is_given(
    first: list[float], second: list[float], reason: str
) -> None:
    for measure in (kendall, spearman, pearson):
        found = measure(first, second)
        assert isinstance(found, Refused) and found.reason == reason and reason in str(found)


def test_columns_of_unequal_length_are_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="the same length"):
        kendall([1, 2, 3, 4], [1, 2, 3, 4, 5])


def test_alpha_of_krippendorffs_own_example() -> None:
    nan = float("nan")
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
        [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
    ]
    assert krippendorff_alpha(ratings, "nominal") == pytest.approx(0.743, abs=5e-4)
    assert krippendorff_alpha(ratings, "ordinal") == pytest.approx(0.815, abs=5e-4)
    assert krippendorff_alpha(ratings, "interval") == pytest.approx(0.849, abs=5e-4)


def test_alpha_refuses_raters_who_never_differ_and_items_rated_once() -> None:
    same, once = krippendorff_alpha([[3, 3, 3], [3, 3, 3]]), krippendorff_alpha([[1, float("nan")]] * 1)
    assert isinstance(same, Refused) and same.reason == "constant"
    assert isinstance(once, Refused) and once.reason == "too few"


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=6, max_size=40))
def test_kappa_and_balanced_accuracy_are_those_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    said, true = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    assert accuracy(said, true) == pytest.approx(metrics.accuracy_score(true, said))
    if len(set(true)) > 1 and set(said) <= set(true):
        assert balanced_accuracy(said, true) == pytest.approx(metrics.balanced_accuracy_score(true, said))
    if len({*said, *true}) > 1:
        labels = list(range(4))
        for weights in ("linear", "quadratic"):
            theirs = metrics.cohen_kappa_score(said, true, weights=weights, labels=labels)
            assert cohen_kappa(said, true, weights) == pytest.approx(theirs)
        assert cohen_kappa(said, true) == pytest.approx(metrics.cohen_kappa_score(said, true))


def test_always_the_same_answer_gains_nothing_in_balanced_accuracy() -> None:
    true = ["A"] * 9 + ["B"]
    assert accuracy(["A"] * 10, true) == pytest.approx(0.9)
    assert balanced_accuracy(["A"] * 10, true) == pytest.approx(0.5)
    assert isinstance(balanced_accuracy(["A"] * 10, ["A"] * 10), Refused)


def test_auc_counts_ties_as_half() -> None:
    assert auc([1, 2, 3, 4], [0, 0, 1, 1]) == 1.0
    assert auc([2, 2, 2, 2], [0, 1, 0, 1]) == 0.5
    assert isinstance(auc([1, 2], [1, 1]), Refused)


def test_a_correlation_that_only_length_makes_is_gone_once_length_is_held_fixed() -> None:
    random = np.random.default_rng(0)
    length = random.normal(size=400)
    first, second = length + random.normal(size=400), length + random.normal(size=400)
    together, left = pearson(first, second), partial_correlation(first, second, length)
    assert isinstance(together, float) and together > 0.4
    assert isinstance(left, float) and abs(left) < 0.1
    copied = partial_correlation(length, second, length)
    assert isinstance(copied, Refused) and copied.reason == "constant"


def test_the_truth_is_rounded_as_the_papers_round_it() -> None:
    """Python's `round` looks at the number itself; numpy's multiplies by ten first and turns 3.85 into 3.8."""
    assert list(rounded([3.85, 3.65, 4.15, 4.05, 3.95], 1)) == [3.9, 3.6, 4.2, 4.0, 4.0]
    assert np.isnan(rounded([float("nan")], 1)[0])
