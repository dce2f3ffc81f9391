"""The mix of books to come: training books like them count more, none too much, and the figures follow."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.readermodel.mix import HEAVIEST, LIGHTEST, Mix, effective, read_mix, weigh, weighted_quantile
from fabula.readermodel.training import weighted_tau


def shelf(count: int = 400) -> tuple[list[tuple[str, ...]], np.ndarray]:
    rng = np.random.default_rng(1)
    genres = [
        tuple(tag for tag, share in (("Romance", 0.6), ("Mystery", 0.15)) if rng.uniform() < share)
        for _ in range(count)
    ]
    return genres, np.exp(rng.normal(7, 2, count))


def test_books_like_those_to_come_count_more() -> None:
    genres, readers = shelf()
    mix = Mix("new", {"Romance": 0.3, "Mystery": 0.5}, tuple(np.quantile(readers, np.linspace(0.4, 1, 11))))
    weights = weigh(mix, genres, readers)
    shares = {
        tag: np.average([tag in own for own in genres], weights=weights) for tag in ("Romance", "Mystery")
    }
    assert shares["Romance"] == pytest.approx(0.3, abs=0.1)
    assert shares["Mystery"] == pytest.approx(0.5, abs=0.1)
    assert np.average(readers > np.median(readers), weights=weights) > 0.7
    assert weights.mean() == pytest.approx(1)
    assert weights.min() * len(weights) / weights.sum() * 1.5 >= LIGHTEST
    assert weights.max() / weights.min() <= HEAVIEST / LIGHTEST + 1e-9
    assert effective(weights) < len(weights)


def test_without_a_mix_every_book_counts_the_same() -> None:
    genres, readers = shelf(20)
    assert weigh(None, genres, readers).tolist() == [1.0] * 20
    assert effective(np.ones(20)) == 20


def test_a_weighted_tau_counts_a_book_as_often_as_it_weighs() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.normal(size=12), rng.normal(size=12)
    weights = rng.integers(1, 4, 12)
    repeated = np.repeat(np.arange(12), weights)
    tau, once = (
        weighted_tau(first, second, weights),
        weighted_tau(first[repeated], second[repeated], np.ones(len(repeated))),
    )
    assert tau == pytest.approx(once, abs=1e-5)
    assert weighted_tau(np.zeros(12), second, weights) == 0


def test_a_weighted_quantile_leaves_that_share_of_the_weight_below() -> None:
    values = np.arange(1000.0)
    weights = np.where(values < 500, 3.0, 1.0)
    assert weighted_quantile(values, weights, 0.75) == pytest.approx(500, abs=2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not a mix"),
        ("[1]", "is not a mix"),
        ('{"tags": {"Romance": 40}}', "between 0 and 1"),
        ('{"tags": {}, "ratings_count_deciles": [1, 2]}', "11 rising numbers"),
    ],
)
def test_a_damaged_mix_is_told_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mix.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read_mix(path)


def test_a_mix_is_named_by_itself_or_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "spring.json"
    path.write_text(json.dumps({"tags": {"Romance": 0.4}}), encoding="utf-8")
    assert read_mix(path) == Mix("spring", {"Romance": 0.4}, ())
    path.write_text(json.dumps({"name": "our spring list", "tags": {}}), encoding="utf-8")
    assert read_mix(path).name == "our spring list"
    with pytest.raises(UsageError, match="names no genre"):
        weigh(read_mix(path), [("Romance",), ()], np.ones(2))
