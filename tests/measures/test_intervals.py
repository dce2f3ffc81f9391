"""Resampling by counts gives what resampling item by item gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.measures.agreement import CORRELATIONS
from fabula.measures.baselines import from_labels
from fabula.measures.groups import bands, by_label, group_means, within_groups
from fabula.measures.intervals import (
    Difference,
    Estimate,
    Interval,
    _remembered,
    difference,
    estimate,
    holm,
    mean_interval,
    permutation_p,
)
from fabula.measures.refusal import Refused
from fabula.measures.replicates import intraclass, repeatability
from fabula.measures.resampling import Coefficient, draws, resampled

KINDS: tuple[Coefficient, ...] = ("kendall", "spearman", "pearson")


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.sampled_from(KINDS))
def test_a_resample_by_counts_equals_the_plain_formula_on_the_drawn_items(
    seed: int, kind: Coefficient
) -> None:
    random = np.random.default_rng(seed)
    first, second = random.integers(0, 5, 25), random.integers(0, 5, 25)
    (counts,) = draws(25, 5, seed)
    found = resampled(first, second, [counts], kind)
    for row, value in zip(counts, found, strict=True):
        drawn = np.repeat(np.arange(25), row.astype(int))
        plain = CORRELATIONS[kind](first[drawn], second[drawn])
        if isinstance(plain, Refused):
            assert not np.isfinite(value)
        else:
            assert value == pytest.approx(plain, abs=1e-6)


@pytest.mark.parametrize("items", [30, 31, 64, 65, 200])
def test_many_items_are_sorted_in_stretches_with_the_same_outcome(
    items: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(items)
    first, second = random.integers(0, 9, items), random.integers(0, 9, items)
    at_once = resampled(first, second, draws(items, 20))
    monkeypatch.setattr("fabula.measures.resampling._STRETCH", 8)
    assert resampled(first, second, draws(items, 20)).tolist() == at_once.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_blocks_that_fit_in_memory_give_the_figures_of_one_large_block(
    kind: Coefficient, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(4)
    truth = random.normal(size=40)
    scores = truth + random.normal(size=40)
    whole = estimate(scores, truth, kind, resamples=600)
    monkeypatch.setattr("fabula.measures.resampling._CELLS", 40 * 7)
    _remembered.cache_clear()
    assert estimate(scores, truth, kind, resamples=600) == whole


def test_an_interval_is_the_same_each_time_and_holds_its_estimate() -> None:
    random = np.random.default_rng(3)
    truth = random.normal(size=60)
    scores = truth + random.normal(size=60)
    one = estimate(scores, truth, resamples=2000)
    assert isinstance(one, Estimate) and one == estimate(scores, truth, resamples=2000)
    assert one.low < one.value < one.high and one.p < 0.01 and one.n == 60


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(4)
    true_tau = 2 / np.pi * np.arcsin(0.5)
    covered = 0
    for trial in range(120):
        one, two = random.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], 60).T
        found = estimate(one, two, resamples=400, seed=trial)
        assert isinstance(found, Estimate)
        covered += found.low <= true_tau <= found.high
    assert 0.88 <= covered / 120 <= 1.0


@pytest.mark.parametrize("kind", KINDS)
def test_permutation_p_values_are_even_where_nothing_agrees(kind: str) -> None:
    random = np.random.default_rng(5)
    found = [
        permutation_p(random.integers(0, 6, 20), random.integers(0, 6, 20), kind, 300, seed)  # type: ignore[arg-type]
        for seed in range(200)
    ]
    assert 0.01 <= np.mean(np.asarray(found) <= 0.05) <= 0.1
    assert 0.4 < np.mean(found) < 0.6


def test_two_systems_are_compared_on_the_same_items() -> None:
    random = np.random.default_rng(6)
    truth = random.normal(size=80)
    good, poor = truth + random.normal(0, 0.5, 80), truth + random.normal(0, 3, 80)
    better, same = difference(good, poor, truth, resamples=2000), difference(good, good, truth, resamples=500)
    assert isinstance(better, Difference) and better.low > 0 and better.p < 0.01
    assert isinstance(same, Difference) and same.difference == 0 and same.p == 1
    assert isinstance(difference(good, [1.0] * 80, truth), Refused)


def test_holm_keeps_the_order_given_and_never_falls_below_a_smaller_p() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_mean_of_a_column_has_an_interval_or_a_reason() -> None:
    found = mean_interval([1, 2, 3, 4, 5])
    assert isinstance(found, Interval) and found.low < found.value == 3 < found.high
    assert isinstance(mean_interval([1.0]), Refused)
    assert isinstance(mean_interval([1.0, float("nan")]), Refused)


@pytest.mark.parametrize("n", [2, 3, 5, 20])
def test_the_interval_of_a_mean_covers_it_95_times_in_100_however_few_the_values(n: int) -> None:
    """A bootstrap covered it 50 times in 100 for two values, 75 for three, 86 for five."""
    trials = 4_000
    table = np.random.default_rng(n).normal(70, 6, (trials, n))
    found = [mean_interval(row, (0, 100)) for row in table]
    covered = np.mean([isinstance(one, Interval) and one.low <= 70 <= one.high for one in found])
    assert abs(covered - 0.95) < 4 * (0.95 * 0.05 / trials) ** 0.5


def test_an_interval_ends_where_its_scale_ends() -> None:
    found = mean_interval([90, 100], (0, 100))
    assert isinstance(found, Interval) and found.high == 100 and 0 < found.low < 40


def test_agreement_that_lies_between_groups_alone_vanishes_within_them() -> None:
    random = np.random.default_rng(7)
    labels = [["fantasy"] if index % 2 else ["horror"] for index in range(120)]
    level = np.array([2.0 if index % 2 else 0.0 for index in range(120)])
    first, second = level + random.normal(0, 0.3, 120), level + random.normal(0, 0.3, 120)
    overall = estimate(first, second, resamples=500)
    inside = within_groups(first, second, by_label(labels), resamples=500)
    assert isinstance(overall, Estimate) and overall.value > 0.4
    assert isinstance(inside.mean, Interval) and inside.mean.low < 0 < inside.mean.high


def test_many_small_groups_keep_every_resample_and_their_interval_is_honest() -> None:
    """Of four items a resample often draws equal ones. Those groups weigh nothing in it; the others still count."""
    random = np.random.default_rng(3)
    groups = by_label([[str(at // 4)] for at in range(80)])
    beside = 0
    for seed in range(60):
        first, second = random.normal(size=80), random.normal(size=80)
        first[0] = first[1] = first[2]
        mean = within_groups(first, second, groups, resamples=200, seed=seed).mean
        assert isinstance(mean, Interval) and np.isfinite([mean.low, mean.high]).all()
        beside += not mean.low <= 0 <= mean.high
    assert beside <= 6


def test_a_group_too_small_to_measure_is_named_and_weighs_nothing() -> None:
    labels = [["a"]] * 8 + [["b"]] * 2
    values = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2]
    found = within_groups(values, values, by_label(labels), resamples=50)
    alone = found.by_group["a"]
    assert isinstance(found.by_group["b"], Refused) and isinstance(alone, Estimate)
    assert alone.value == pytest.approx(1.0) and alone.n == 8
    assert isinstance(found.mean, Interval) and found.mean.value == pytest.approx(1.0)


def test_length_bands_hold_every_known_item_once() -> None:
    lengths = [float(value) for value in range(100)] + [float("nan")]
    found = bands(lengths)
    assert sorted(place for places in found.values() for place in places) == list(range(100))
    assert [len(places) for places in found.values()] == [34, 33, 33]
    assert next(iter(found)) == "0 to 33"
    assert group_means(lengths, {"first": [0, 2]}) == {"first": 1.0}
    assert isinstance(group_means(lengths, {"unknown": [100]})["unknown"], Refused)


def test_repeated_judging_with_no_differences_within_items_is_fully_repeatable() -> None:
    steady = repeatability([[1, 1, 1], [2, 2, 2], [5, 5, 5]])
    assert not isinstance(steady, Refused)
    assert (steady.spread, steady.iqr, steady.icc) == (0, 0, 1)
    shaky = repeatability(np.random.default_rng(8).normal(size=(50, 5)))
    assert not isinstance(shaky, Refused) and isinstance(shaky.icc, float)
    assert abs(shaky.icc) < 0.15 and shaky.spread == pytest.approx(1, abs=0.15)


def test_intraclass_correlation_of_shrout_and_fleiss_example() -> None:
    table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    assert intraclass(table) == pytest.approx(0.166, abs=5e-4)


def test_items_judged_once_tell_nothing_of_repetition() -> None:
    assert isinstance(repeatability([[1.0, float("nan")], [2.0, float("nan")]]), Refused)
    assert isinstance(intraclass([[1.0, 1.0], [1.0, 1.0]]), Refused)


def test_a_prediction_from_labels_does_not_know_the_item_it_predicts() -> None:
    random = np.random.default_rng(9)
    unique = [[f"only {index}"] for index in range(40)]
    truth = random.normal(size=40)
    assert np.ptp(from_labels(unique, truth)) < 1.0
    shared = [["good"] if value > 0 else ["bad"] for value in truth]
    assert np.corrcoef(from_labels(shared, truth), truth)[0, 1] > 0.6


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_told_apart_by_a_constant_column_whatever_its_items_weigh(kind: Coefficient) -> None:
    random = np.random.default_rng(5)
    weights = random.uniform(0.1, 2, (50, 7))
    assert not np.isfinite(resampled(np.full(7, 3.1), random.normal(size=7), [weights], kind)).any()
