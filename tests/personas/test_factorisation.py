"""What ratings alone tell: biases, factors found again, readers folded in, and the best baseline named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.measures.agreement import kendall, pearson
from fabula.personas import audiences
from fabula.personas.baselines import AVERAGE, FACTORS, RIDGE, expect, on_unseen_stories
from fabula.personas.factorisation import (
    Ratings,
    biases,
    factorise,
    fold_in,
    item_features,
    ratings_of,
    ridge_with_bias,
    with_features,
)
from fabula.personas.profiles import PastReview, Profile
from fabula.personas.rating_tables import Item, Table, read_table
from fabula.rubrics.rubric import parse_scale

RELEASE = Path(__file__).parents[2] / ".." / "shared" / "data" / "longstoryeval"
TASTES = ("sea", "war")


def made(
    readers: int = 300, items: int = 60, each: int = 20, noise: float = 0.3, seed: int = 0
) -> tuple[Ratings, np.ndarray]:
    """Readers who are kind or not and like one of two things; items are about one of them."""
    random = np.random.default_rng(seed)
    kind = random.normal(scale=1.0, size=readers)
    taste = random.choice([-1.5, 1.5], size=readers)
    about = np.where(np.arange(items) % 2 == 0, 1.0, -1.0)
    good = random.normal(scale=0.5, size=items)
    true = 5.5 + kind[:, None] + good[None, :] + taste[:, None] * about[None, :]
    rows = [
        (f"r{who:03}", f"b{item:03}", float(true[who, item] + random.normal(scale=noise)))
        for who in range(readers)
        for item in random.choice(items, size=each, replace=False)
    ]
    return ratings_of(rows), true


def test_factors_find_again_what_made_the_ratings() -> None:
    ratings, true = made()
    factors = factorise(ratings, rank=2, penalty=1.0)
    who, item = np.unravel_index(np.arange(true.size), true.shape)
    said = factors.predict(who.astype(np.int64), item.astype(np.int64))
    mean, readers, items = biases(ratings)
    plain = mean + readers[who] + items[item]
    assert np.sqrt(np.mean((said - true.ravel()) ** 2)) < 0.5 < np.sqrt(np.mean((plain - true.ravel()) ** 2))


def test_a_new_reader_is_folded_in_from_his_few_ratings() -> None:
    ratings, _ = made()
    factors = factorise(ratings, rank=2, penalty=1.0)
    item = np.arange(12)
    loves_the_even = np.where(item % 2 == 0, 9.0, 6.0)
    folded = fold_in(factors, item, loves_the_even)
    said = folded.predict(factors, np.arange(12, 60))
    assert said[::2].mean() > said[1::2].mean() + 1.5
    assert folded.bias > 0.5


def test_a_reader_of_whom_nothing_is_known_is_as_the_rest() -> None:
    ratings, _ = made(50)
    factors = factorise(ratings)
    folded = fold_in(factors, np.array([], dtype=np.int64), [])
    assert folded.bias == 0 and not folded.vector.any()


def test_a_story_that_nobody_rated_is_placed_by_what_it_is_about() -> None:
    ratings, true = made()
    texts = [f"A tale of the {TASTES[item % 2]} and of number {item}." for item in range(60)]
    features = item_features(texts, [(TASTES[item % 2],) for item in range(60)])
    known = ratings.only(ratings.item < 50)
    factors = with_features(factorise(known, rank=2, penalty=1.0), features, penalty=1.0)
    who = np.repeat(np.arange(300), 10)
    item = np.tile(np.arange(50, 60), 300)
    placed = pearson(factors.predict(who, item), true[who, item])
    ridge = pearson(ridge_with_bias(known, features).predict(who, item), true[who, item])
    assert isinstance(placed, float) and isinstance(ridge, float)
    assert placed > 0.9 > ridge > 0.3


def test_one_who_rated_a_book_twice_counts_once() -> None:
    ratings = ratings_of([("a", "x", 2.0), ("a", "x", 4.0), ("b", "x", 5.0)])
    assert list(ratings.score) == [3.0, 5.0]


def test_a_hundred_thousand_ratings_factorise_without_forming_the_table() -> None:
    random = np.random.default_rng(0)
    count, readers, items = 100_000, 40_000, 20_000
    ratings = Ratings(
        tuple(map(str, range(readers))),
        tuple(map(str, range(items))),
        random.integers(readers, size=count),
        random.integers(items, size=count),
        random.normal(size=count),
    )
    assert factorise(ratings, rounds=2).reader_vectors.shape == (readers, 8)


def table_of(ratings: Ratings) -> Table:
    rows: list[tuple[str, PastReview | object]] = [
        (
            ratings.readers[who],
            PastReview(ratings.items[item], ratings.items[item], "", float(np.clip(score, 1, 10))),
        )
        for who, item, score in zip(ratings.reader, ratings.item, ratings.score, strict=True)
    ]
    items = {
        item: Item(f"A tale of the {TASTES[int(item[1:]) % 2]} {item}.", (TASTES[int(item[1:]) % 2],))
        for item in ratings.items
    }
    return Table(parse_scale("1-10"), rows, items)  # type: ignore[arg-type]


def test_the_best_baseline_in_cross_validation_is_used_and_named() -> None:
    ratings, _ = made(80, 40, 15)
    past = tuple(PastReview(f"b{n:03}", "known", "", 9 if n % 2 == 0 else 4) for n in range(10))
    stories = {
        "a sea story": Item("A tale of the sea.", ("sea",)),
        "a war story": Item("A tale of the war.", ("war",)),
    }
    found = expect([Profile("Ada", reviews=past)], stories, table_of(ratings))
    assert found.method == FACTORS == min(found.errors, key=lambda name: found.errors[name])
    assert found.errors[FACTORS] < found.errors[AVERAGE]
    sea, war = found.expected
    assert sea.score > war.score + 1
    assert sum(sea.shares(range(1, 11))) == pytest.approx(1)


def test_what_a_chinese_reader_gives_is_told_from_his_average_and_the_reason_said() -> None:
    past = tuple(PastReview(str(n), f"第{n}个故事讲海边的村庄。", "好看。", 8) for n in range(5))
    found = expect([Profile("阿宁", reviews=past)], {"新": Item("新的故事讲山里的学校。")})
    assert found.method == AVERAGE and "English" in str(found.notes[0])
    assert 7.5 < found.expected[0].score < 8.5


def test_a_profile_of_choices_alone_cannot_be_asked_for_scores() -> None:
    with pytest.raises(UsageError, match="only choices between plots"):
        expect([Profile("Ada")], {"new": Item("A plot.")})


def test_an_audience_is_of_its_genre_and_kindness() -> None:
    table = table_of(made(80, 40, 15)[0])
    strict, kind = (audiences.draw_audience(table, f"sea, {word}", readers=5) for word in ("strict", "kind"))
    means = [
        np.mean([profile.mean for profile in found.profiles if profile.mean]) for found in (strict, kind)
    ]
    assert means[0] < means[1] - 1 and len(strict.profiles) == 5
    assert audiences.draw_audience(table, "sea，严格", readers=5).profiles == strict.profiles
    with pytest.raises(UsageError, match="'lobsters' is neither"):
        audiences.draw_audience(table, "lobsters, strict")


@pytest.mark.long
def test_the_reviewer_average_agrees_with_longstoryevals_readers_as_published() -> None:
    if not RELEASE.is_dir():
        pytest.skip("LongStoryEval's reviews are not beside the checkout")
    table = read_table(RELEASE, "longstoryeval")
    ratings = table.ratings
    features = item_features(
        ["" for _ in ratings.items], [table.items[item].genres for item in ratings.items]
    )
    unseen = on_unseen_stories(ratings, features, folds=4)
    found = pearson(unseen.predicted[AVERAGE], unseen.truth), kendall(unseen.predicted[AVERAGE], unseen.truth)
    assert found[0] == pytest.approx(0.44, abs=0.02) and found[1] == pytest.approx(0.335, abs=0.015)
    assert pearson(unseen.predicted[RIDGE], unseen.truth) > 0.4
