"""What readers name, the two corrections compared, and the paper's own figure of who writes reviews."""

import json
from pathlib import Path

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.reviews.ablations import compared
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.bias import Moments, normalise, read_readers
from fabula.reviews.mentions import distribution, of_book, sub_aspects
from fabula.reviews.request import StatsRequest
from fabula.reviews.reviews import Critique, Release, Review, ReviewedBook, read_release
from fabula.reviews.statistics import statistics


def book(own: str, rating: float, counts: tuple[int, ...], genre: str = "Fantasy") -> ReviewedBook:
    return ReviewedBook(own, own, "", (genre,), rating, dict(zip((5, 4, 3, 2, 1), counts, strict=True)))


def review(own: str, stars: float, *names: tuple[str, str | None], reader: str = "r") -> Review:
    said = tuple(Critique(aspect, "So.", (AspectMatch(aspect, sub),)) for aspect, sub in names)
    return Review(own, reader, stars, said, "Good.")


def test_reviews_per_rating_are_the_papers_mean_over_books() -> None:
    """By hand. Five stars: 2 of 10 and 1 of 4 give (.2 + .25) / 2. One star: 1 of 2; the second book has no such rating."""
    books = {"a": book("a", 4.0, (10, 5, 5, 2, 2)), "b": book("b", 4.5, (4, 8, 1, 1, 0))}
    stars = {"a": (5, 5, 4, 1), "b": (5, 4, 4)}
    release = Release(books, [review(own, each) for own, some in stars.items() for each in some])
    found = statistics(release, resamples=100)["review_bias"]
    written = {own: entry["written"] for own, entry in found.items()}
    assert written == pytest.approx({"5": 0.225, "4": (1 / 5 + 2 / 8) / 2, "3": 0.0, "2": 0.0, "1": 0.5})


def test_a_sub_aspect_is_counted_once_a_review_and_set_beside_the_other_reviews_of_its_book() -> None:
    slow, ending = ("plot", "development"), ("plot", "ending")
    reviews = [
        review("a", 2, slow, slow),
        review("a", 4, ending),
        review("b", 3, slow),
        review("b", 5),
        review("c", 1, slow),
    ]
    books = {own: book(own, 3.0 + place, (1, 1, 1, 1, 1)) for place, own in enumerate("abc")}
    found = sub_aspects(books, of_book(reviews), 100, 0)["plot"]
    assert (found["development"]["mentions"], found["development"]["share"]) == (3, 0.6)
    assert found["development"]["apart"]["value"] == pytest.approx(-2)
    assert found["development"]["books"] == 3 and found["structure"]["mentions"] == 0
    assert sub_aspects(books, of_book([review("a", 2, ("plot", None))]), 100, 0) == {}


def test_sub_aspects_are_read_from_built_reviews(tmp_path: Path) -> None:
    row = {
        "book": "b",
        "reviewer": "r",
        "rating": 4,
        "aspects": ["plot"],
        "reviews": ["Slow."],
        "conclusion": "",
    }
    lines = [row | {"sub_aspects": [["development", "ending"]]}, row, row | {"sub_aspects": []}]
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "b", "score": 4.0}))
    first, second, third = read_release(tmp_path / "b.jsonl", tmp_path / "r.jsonl").reviews
    assert [match.sub_aspect for match in first.critiques[0].matches] == ["development", "ending"]
    assert second.aspects == third.aspects == first.aspects == {"plot"}


def test_every_genre_has_equal_books_in_the_distribution_and_every_book_counts_the_same() -> None:
    books = {f"f{n}": book(f"f{n}", 4, (1, 1, 1, 1, 1)) for n in range(30)}
    books |= {f"r{n}": book(f"r{n}", 4, (1, 1, 1, 1, 1), "Romance") for n in range(20)}
    books |= {f"m{n}": book(f"m{n}", 4, (1, 1, 1, 1, 1), "Mystery") for n in range(5)}
    reviews = [review(own, 4, ("plot", "ending")) for own in books if own[0] == "f"]
    reviews += [review(own, 4, ("plot", None), ("themes", None)) for own in books if own[0] == "r"] * 3
    reviews += [review(own, 4, ("world", None)) for own in books if own[0] == "m"]
    found = distribution(books, of_book(reviews), 0)
    assert (found["genres"], found["drawn"]) == (["Romance", "Fantasy"], 20)
    assert found["aspects"]["plot"]["ending"] == pytest.approx(0.5)
    assert (
        found["aspects"]["plot"]["unspecified"]
        == found["aspects"]["themes"]["unspecified"]
        == pytest.approx(0.25)
    )
    assert sum(share for subs in found["aspects"].values() for share in subs.values()) == pytest.approx(1)


def test_thinned_and_normalised_reviews_stand_beside_the_raw_ones() -> None:
    """Nine readers in ten of every book gave it its own stars; those who gave 5 wrote ten times as often."""
    draw = np.random.default_rng(0)
    books, reviews = {}, []
    for n in range(40):
        most = n % 4
        counts = tuple(90 if place == most + 1 else 10 if place == 0 else 0 for place in range(5))
        books[f"b{n}"] = book(f"b{n}", (50 + 90 * (4 - most)) / 100, counts)
        reviews += [
            review(f"b{n}", 4 - most, ("plot", None), reader=f"r{draw.integers(9)}") for _ in range(9)
        ]
        reviews += [
            review(f"b{n}", 5, ("plot", None), reader=f"k{draw.integers(9)}")
            for _ in range(int(draw.integers(1, 30)))
        ]
    found = compared(Release(books, reviews), None, 100, 0)
    assert list(found) == ["raw", "thinned", "normalised", "thinned and normalised"]
    assert found["thinned"]["rmse"] < 0.5 * found["raw"]["rmse"]
    assert found["thinned"]["kendall"]["value"] > found["raw"]["kendall"]["value"]
    assert (
        found["raw"]["changed"] == 0
        and found["thinned"]["changed"] == len(reviews) - found["thinned"]["reviews"]
    )
    assert found["normalised"]["reviews"] == len(reviews) and found["normalised"]["changed"] > 0
    told = statistics(Release(books, reviews), thinned=True, normalised=True, resamples=100)
    assert told["mitigation"]["thinned"]["kept"] == told["reviews"] == found["thinned"]["reviews"]
    assert told["aspects"]["plot"]["pearson"]["value"] == pytest.approx(
        found["thinned and normalised"]["aspects"]["plot"]["value"]
    )


def test_without_rating_distributions_raw_reviews_stand_alone() -> None:
    books = {own: ReviewedBook(own, own, "", (), 4.0, {}) for own in "ab"}
    reviews = [review(own, 4, ("plot", None)) for own in "ab"]
    assert list(compared(Release(books, reviews), None, 100, 0)) == ["raw"]
    with pytest.raises(UsageError, match="rating distribution"):
        statistics(Release(books, reviews), normalised=True, resamples=100)


def test_a_readers_own_distribution_comes_before_what_they_wrote_here(tmp_path: Path) -> None:
    """By hand: 1 to 5 stars once each have the mean 3 and the spread √2, so 5 lies √2 spreads above it."""
    file = tmp_path / "readers.jsonl"
    file.write_text(json.dumps({"reviewer": "r", "rating_distribution": ["1", "1", "1", "1", "1"]}))
    readers = read_readers(file)
    assert (readers["r"].mean, readers["r"].spread) == pytest.approx((3, 2**0.5))
    moved, unchanged = normalise([review("a", 5), review("a", 5, reader="other")], Moments(3.5, 0.5), readers)
    assert [each.stars for each in moved] == pytest.approx([3.5 + 0.5 * 2**0.5, 5]) and unchanged == 1
    file.write_text(json.dumps({"reviewer": "r", "rating_distribution": ["1"]}))
    with pytest.raises(UsageError, match=r"readers.jsonl, line 1: .*five counts"):
        read_readers(file)
    with pytest.raises(UsageError, match="--normalise or --ablations"):
        StatsRequest(file, file, reviewers=file).validate()
