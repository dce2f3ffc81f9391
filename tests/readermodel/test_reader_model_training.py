"""Training the reader model on a small made features: blind to held-out books, the same every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.readermodel.blocks import Features, blocks, count_features, fit
from fabula.readermodel.model import ASPECT_IDS, unpacked
from fabula.readermodel.packing import train
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import BookFacts, ReaderRating
from fabula.readermodel.training import FOLDS, chosen, duals, folds, held_out, kernel, targets, truth_of
from fabula.readermodel.training_books import ReviewCounts, TrainingBook, count_reviews, read_training_books
from fabula.readermodel.validation import by_date, calibrate, coverage
from fabula.readermodel.variants import VARIANTS
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.reviews import Critique, Review, ReviewedBook

GOOD = ["garden", "friendship", "harvest", "music", "wedding", "lantern", "journey", "brother"]
BAD = ["murder", "debt", "prison", "winter", "betrayal", "fever", "rope", "silence"]
PLAIN = [
    "house",
    "river",
    "morning",
    "letter",
    "street",
    "window",
    "market",
    "teacher",
    "doctor",
    "captain",
    "horse",
    "island",
]
GENRES = ("Romance", "Horror", "Adult", "Fantasy")


class Letters:
    """A word's vector from its own letters: a real embedder of a very simple kind."""

    name = "letters"

    def vocabulary(self) -> tuple[str, ...]:
        return tuple(sorted([*GOOD, *BAD, *PLAIN]))

    def embed(self, texts: Sequence[str]) -> Any:
        counts = np.array([[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts])
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)


def made_books(count: int = 60) -> tuple[list[TrainingBook], list[ReviewCounts]]:
    rng = np.random.default_rng(3)
    training_books, said = [], []
    for place in range(count):
        good = rng.uniform()
        texts = [
            " ".join(
                [
                    *rng.choice(GOOD, int(8 * good)),
                    *rng.choice(BAD, int(8 * (1 - good))),
                    *rng.choice(PLAIN, 9),
                ]
            )
            for _ in range(3)
        ]
        ratings = {stars: int(5 + 200 * np.exp(-abs(stars - 2 - 3 * good))) for stars in (5, 4, 3, 2, 1)}
        mean = sum(stars * n for stars, n in ratings.items()) / sum(ratings.values())
        genres = tuple(genre for genre in GENRES if rng.uniform() < 0.4)
        words = int(rng.integers(20_000, 200_000))
        training_books.append(
            TrainingBook(
                ReviewedBook(
                    f"b{place}", f"Book {place}", f"Author {place // 2}", genres, mean, ratings, words
                ),
                BookFacts(genres, texts[0], words, texts[1], texts[2], shelved=True),
            )
        )
        each = ReviewCounts(reviews=30)
        each.words.update({word: int(rng.integers(1, 30)) for word in (*GOOD, *BAD, *PLAIN)})
        for aspect in ASPECT_IDS:
            each.mentions[aspect] = 25
            each.stars[aspect] = 25 * (mean + rng.normal(0, 0.1))
            each.kindness[aspect] = 25 * (good - 0.5)
        said.append(each)
    return training_books, said


@pytest.fixture(scope="module")
def made() -> tuple[list[TrainingBook], list[ReviewCounts], Features]:
    training_books, said = made_books()
    return training_books, said, count_features(training_books, said, Letters())


@pytest.fixture(scope="module")
def packed(made: tuple[list[TrainingBook], list[ReviewCounts], Features]) -> bytes:
    training_books, said, features = made
    return train(features, training_books, said, repeats=1, parts=2)


def test_the_same_books_give_the_same_bytes(packed: bytes) -> None:
    training_books, said = made_books()
    features = count_features(training_books, said, Letters())
    assert train(features, training_books, said, repeats=1, parts=2) == packed


def test_what_was_put_into_the_texts_is_found(packed: bytes) -> None:
    told = unpacked(packed).variants["premise + plot + cast"]
    assert told["agreement"]["kendall"] > 0.4
    kind = predict(BookFacts(premise=" ".join(GOOD), plot=" ".join(GOOD)), unpacked(packed))
    grim = predict(BookFacts(premise=" ".join(BAD), plot=" ".join(BAD)), unpacked(packed))
    assert isinstance(kind, ReaderRating)
    assert isinstance(grim, ReaderRating)
    assert kind.value > grim.value
    assert kind.aspects["plot"].score > grim.aspects["plot"].score


def test_one_weight_a_word_says_what_the_kernels_say(
    made: tuple[list[TrainingBook], list[ReviewCounts], Features], packed: bytes
) -> None:
    training_books, said, features = made
    learned, truth, rows = unpacked(packed), truth_of(training_books, said), np.arange(len(training_books))
    found, aims = blocks(features, fit(features, rows)), targets(truth, rows)
    recipes, kernels = chosen(features, truth, rows), dict[str, Any]()
    for place, variant in enumerate(VARIANTS):
        opinions = []
        for recipe in recipes[variant.tags]:
            gram = kernel(variant, recipe, found, kernels)
            opinions.append(gram @ duals(gram, aims.opinions, recipe))
        stars = learned.arrays["stars"][place]
        expected = stars[:, 0] + np.mean(opinions, axis=0) @ stars[:, 1:].T
        for at, each_book in enumerate(training_books):
            facts = replace(
                each_book.facts,
                genres=each_book.facts.genres if variant.tags != "none" else (),
                shelved=variant.tags == "shelved",
                **{
                    name: getattr(each_book.facts, name) if getattr(variant, name) else None
                    for name in ("premise", "plot", "cast")
                },
            )
            told = predict(facts, learned)
            if isinstance(told, ReaderRating) and told.variant == variant.name:
                assert told.value == pytest.approx(min(5, max(1, expected[at, 0])), abs=0.01)
                assert told.aspects["plot"].score == pytest.approx(min(5, max(1, expected[at, 1])), abs=0.01)


def test_a_held_out_book_is_judged_without_its_own_rating(
    made: tuple[list[TrainingBook], list[ReviewCounts], Features],
) -> None:
    training_books, said, features = made
    truth = truth_of(training_books, said)
    split = next(folds(np.arange(len(training_books)), FOLDS, 0))
    before, out = held_out(features, truth, [split]), split[1]
    liking, aspects = truth.liking.copy(), truth.aspects.copy()
    liking[out], aspects[out] = liking[out][::-1] - 1, 1.0
    rating = truth.rating.copy()
    rating[out] = 1.0
    after = held_out(features, replace(truth, liking=liking, aspects=aspects, rating=rating), [split])
    for variant in VARIANTS:
        assert np.array_equal(before[variant.name][out], after[variant.name][out])


def test_what_is_fitted_does_not_see_the_held_out_texts_or_reviews(
    made: tuple[list[TrainingBook], list[ReviewCounts], Features],
) -> None:
    training_books, _, features = made
    rows, out = next(folds(np.arange(len(training_books)), FOLDS, 0))
    other = replace(
        features,
        texts={name: _emptied(texts, out) for name, texts in features.texts.items()},
        spoken=_emptied(features.spoken, out),
    )
    one, two = fit(features, rows), fit(other, rows)
    assert np.array_equal(one.interest_axes, two.interest_axes)
    assert all(np.array_equal(one.frequency[name], two.frequency[name]) for name in one.frequency)
    assert all(np.array_equal(one.sense_middle[name], two.sense_middle[name]) for name in one.sense_middle)


def _emptied(matrix: Any, rows: Any) -> Any:
    changed = matrix.tolil()
    changed[rows] = 0
    return changed.tocsr()


def test_books_of_one_author_are_held_out_together() -> None:
    authors = ["a", "b", "a", "c", "d", "e", "f", "g", "h", "i", "j", "b"]
    seen: list[int] = []
    for rows, out in folds(np.arange(len(authors)), FOLDS, 0, authors):
        assert not {authors[at] for at in rows} & {authors[at] for at in out}
        seen += out.tolist()
    assert sorted(seen) == list(range(len(authors)))


def test_four_of_five_unseen_ratings_lie_in_the_interval() -> None:
    rng = np.random.default_rng(0)
    said = rng.normal(size=400)
    stars = 3.9 + 0.2 * said + rng.normal(0, 0.3, 400)
    weights = np.where(said > 0, 3.0, 0.5)
    assert 0.75 <= coverage(said, stars, weights, 0) <= 0.85
    line = calibrate(said, stars, weights)
    assert line.low < 0 < line.high
    assert line.slope == pytest.approx(0.2, abs=0.05)


def test_reviews_are_heard_as_counts() -> None:
    review = Review(
        "b",
        "r",
        4.0,
        (Critique("Plot", "A wonderful, gripping plot.", (AspectMatch("plot", None),)),),
        "Loved it.",
    )
    (said,) = count_reviews([review, replace(review, stars=2.0), replace(review, book="another")], ["b"])
    assert (said.reviews, said.mentions["plot"], said.stars["plot"]) == (2, 2, 6.0)
    assert said.words["gripping"] == 2
    assert said.kindness["plot"] > 0


def test_too_few_books_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "books.jsonl"
    path.write_text(
        '{"id": "a", "title": "t", "author": "x", "score": "4.0", "rating_distribution": ["5 (50%)", "5 (50%)", "0", "0", "0"]}\n',
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match="50 are needed"):
        read_training_books(path)


def test_an_aspect_that_reviews_hardly_speak_of_is_not_learned(
    made: tuple[list[TrainingBook], list[ReviewCounts], Features],
) -> None:
    training_books, said, features = made
    silent = [replace(each, mentions=each.mentions - Counter({"world": 20})) for each in said]
    truth = truth_of(training_books, silent)
    assert truth.aspect_ids == tuple(aspect for aspect in ASPECT_IDS if aspect != "world")
    split = next(folds(np.arange(len(training_books)), FOLDS, 0))
    assert held_out(features, truth, [split])["plot"].shape[1] == 1 + len(truth.aspect_ids)


def test_books_are_learned_from_without_any_review(
    made: tuple[list[TrainingBook], list[ReviewCounts], Features],
) -> None:
    training_books, _, _ = made
    none = [ReviewCounts() for _ in training_books]
    features, truth = count_features(training_books, none, Letters()), truth_of(training_books, none)
    assert truth.aspect_ids == ()
    split = next(folds(np.arange(len(training_books)), FOLDS, 0))
    predicted = held_out(features, truth, [split])["premise + plot + cast"][split[1]]
    assert predicted.shape == (len(split[1]), 1)
    assert np.corrcoef(predicted[:, 0], truth.rating[split[1]])[0, 1] > 0


def test_later_books_are_predicted_from_earlier_ones_alone() -> None:
    published = np.arange(60.0)
    published[::7] = np.nan
    seen: list[int] = []
    for rows, out in by_date(published):
        assert np.nanmax(published[rows]) < np.nanmin(published[out])
        seen += out.tolist()
    assert len(seen) == len(set(seen)) and np.nanmin(published[seen]) > 25
    assert list(by_date(np.full(60, np.nan))) == []


def test_aspects_are_drawn_to_the_books_rating_where_few_reviews_mention_them() -> None:
    """Each step by loops over books and aspects; the arrays must say the same."""
    training_books, counts = made_books(120)
    rng = np.random.default_rng(5)
    for each in counts:
        for aspect in ASPECT_IDS:
            each.mentions[aspect] = int(rng.integers(0, 40))
            each.stars[aspect] = each.mentions[aspect] * rng.uniform(1, 5)
    truth = truth_of(training_books, counts)
    found = targets(truth, np.arange(120))
    likings = [book.liking for book in training_books]
    scaled = []
    for column in zip(*likings, strict=True):
        scaled.append([(value - np.mean(column)) / np.std(column) for value in column])
    assert found.opinions[:, 0] == pytest.approx([one + two for one, two in zip(*scaled, strict=True)])
    for at, aspect in enumerate(ASPECT_IDS):
        heard = [
            each.stars[aspect] / each.mentions[aspect] - book.liking[0] if each.mentions[aspect] else 0.0
            for book, each in zip(training_books, counts, strict=True)
        ]
        mentions = [each.mentions[aspect] for each in counts]
        offset = sum(h * n for h, n in zip(heard, mentions, strict=True)) / sum(mentions)
        shrunk = [
            book.liking[0] + offset + (h - offset) * n / (n + 10)
            for book, h, n in zip(training_books, heard, mentions, strict=True)
        ]
        assert found.middle[at] == pytest.approx(np.mean(shrunk))
        apart = np.array(shrunk) - np.mean(shrunk)
        overall = found.opinions[:, 0]
        assert found.turn[0, at] == pytest.approx(overall @ apart / (overall @ overall))
    assert found.opinions[:, 1:].mean(axis=0) == pytest.approx(0, abs=1e-9)
    assert np.abs(found.opinions[:, 1:]).max() > 0.1
