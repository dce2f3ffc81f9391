"""The place among humans: the released figures, the shipped table, and a fit of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gaussian_kde, norm, percentileofscore

from fabula.errors import UsageError
from fabula.novelists.densities import density
from fabula.novelists.placement import choose, placement, placements
from fabula.novelists.reference import Reference, fit
from fabula.novelists.reference_files import read_reference, shipped_reference, tabled, write_reference

RELEASED = (
    Path(__file__).parents[2] / ".." / "shared" / "data" / "webnovelbench" / "fixed_parameters.json"
).resolve()
EXAMPLE = [3.5, 3.5, 4, 3.8, 4.1, 3.9, 4.1, 4]


@pytest.fixture
def released() -> Reference:
    if not RELEASED.exists():
        pytest.skip("the released parameters of WebNovelBench are not beside this checkout")
    return read_reference(RELEASED)


def novels(count: int = 200, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(3 + 0.4 * rng.normal(size=(count, 1)) + 0.3 * rng.normal(size=(count, 8)), 1, 5)


def test_the_papers_example_lands_on_its_figures(released: Reference) -> None:
    found = placement(EXAMPLE, released)
    assert round(found.normalised, 4) == 0.8749
    assert round(found.percentile, 2) == 99.31
    assert [round(weight, 4) for weight in released.weights] == [
        0.1304, 0.1160, 0.1152, 0.1171, 0.1377, 0.1290, 0.1281, 0.1263,
    ]  # fmt: skip
    assert round(placement([4] * 8, released).percentile, 2) == 99.75


def test_the_shipped_table_is_within_half_a_percentile_of_the_released_novels(released: Reference) -> None:
    shipped = shipped_reference()
    apart = [
        abs(shipped.percentile(figure) - released.percentile(figure))
        for figure in np.linspace(-0.2, 1.2, 4_000)
    ]
    assert max(apart) < 0.5


def test_the_shipped_table_places_the_example_without_any_file() -> None:
    found = placement(EXAMPLE, shipped_reference())
    assert found.normalised == pytest.approx(0.8749, abs=5e-5)
    assert found.percentile == pytest.approx(99.31, abs=0.5)


def test_a_place_beyond_every_novel_is_said_to_be_beyond() -> None:
    best, worst = placement([5] * 8, shipped_reference()), placement([1] * 8, shipped_reference())
    assert best.normalised > 1 and best.percentile == 100 and best.beyond == "above"
    assert worst.normalised < 0 and worst.percentile == 0 and worst.beyond == "below"
    batch = placements([[5] * 8, [1] * 8, [3] * 8], shipped_reference())
    assert (batch.above, batch.below) == (1, 1)


def test_percentiles_count_as_scipys_rank() -> None:
    reference = fit(novels())
    for figure in (-0.5, 0.0, 0.31, reference.novels[17], 1.0, 1.4):
        assert reference.percentile(figure) == pytest.approx(
            percentileofscore(reference.novels, figure, kind="rank")
        )


def test_the_density_is_scipys() -> None:
    known = fit(novels())
    grid, smooth, bell = density(known)
    figures = np.array(known.novels)
    assert (grid[0], grid[-1]) == pytest.approx((figures.min() - 0.1, figures.max() + 0.1))
    assert smooth == pytest.approx(gaussian_kde(figures)(grid))
    assert bell == pytest.approx(norm.pdf(grid, figures.mean(), figures.std()))


def test_a_fit_spreads_its_own_novels_from_0_to_1_with_positive_weights() -> None:
    table = novels()
    reference = fit(table, dimensions=tuple("abcdefgh"))
    figures = [placement(row, reference).normalised for row in table]
    assert min(figures) == pytest.approx(0) and max(figures) == pytest.approx(1)
    assert sum(reference.weights) == pytest.approx(1)
    assert min(reference.weights) > 0
    assert sum(reference.explained) == pytest.approx(1)
    assert list(reference.explained) == sorted(reference.explained, reverse=True)
    better = placement(table.mean(axis=0) + 0.5, reference)
    assert better.percentile > 50, "the sign of the component is fixed so that better scores stand higher"


def test_a_reference_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    reference = fit(novels(), dimensions=tuple("abcdefgh"), source="a shelf")
    write_reference(reference, tmp_path / "deep" / "reference.json")
    assert read_reference(tmp_path / "deep" / "reference.json") == reference
    written = json.loads((tmp_path / "deep" / "reference.json").read_text())
    assert {"mean", "std", "weights", "min_score", "max_score", "normalized_existing_scores"} <= set(written)
    write_reference(tabled(reference), tmp_path / "table.json")
    assert read_reference(tmp_path / "table.json") == tabled(reference)


@given(st.floats(-1, 2), st.floats(-1, 2))
def test_a_better_figure_never_has_a_lower_percentile(one: float, two: float) -> None:
    low, high = sorted((one, two))
    shipped = shipped_reference()
    assert 0 <= shipped.percentile(low) <= shipped.percentile(high) <= 100


def test_a_test_set_has_one_novel_a_percentile() -> None:
    shelf = {f"n{index:04}": index / 40 for index in range(4_000)}
    chosen = choose(shelf, 100)
    assert len(set(chosen)) == 100
    assert sorted(int(shelf[name]) for name in chosen) == list(range(100))
    assert choose({"a": 3.0, "b": 90.0}, 100) == ["a", "b"]


def test_what_cannot_be_placed_or_fitted_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="8 scores"):
        placement([3, 4], shipped_reference())
    with pytest.raises(UsageError, match="at least 10"):
        fit(novels(5))
    flat = novels()
    flat[:, 2] = 3
    with pytest.raises(UsageError, match="sensory"):
        fit(flat, dimensions=("a", "b", "sensory", "d", "e", "f", "g", "h"))
    (tmp_path / "odd.json").write_text('{"mean": [1]}')
    with pytest.raises(UsageError, match="is not a reference"):
        read_reference(tmp_path / "odd.json")
