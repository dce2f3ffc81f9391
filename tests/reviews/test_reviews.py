"""Reviews as released: read, corrected, counted."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from fabula.benchmarks.longstoryeval_published import ASPECTS, rows_of
from fabula.errors import UsageError
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.bias import normalise, platform, thin
from fabula.reviews.reviews import Critique, Review, ReviewedBook, read_books, read_release
from fabula.reviews.statistics import review_bias, statistics

RELEASE = Path(__file__).parents[2] / ".." / "shared" / "data" / "longstoryeval"


def a_book(own: str = "b", rating: float = 4.0, **ratings: int) -> ReviewedBook:
    told = {int(name[1]): count for name, count in ratings.items()}
    return ReviewedBook(
        own, own, "", ("Fantasy",), rating, {stars: told.get(stars, 0) for stars in (5, 4, 3, 2, 1)}
    )


def a_review(stars: float, book: str = "b", reader: str = "r", aspect: str = "plot") -> Review:
    return Review(book, reader, stars, (Critique(aspect, "Well told.", (AspectMatch(aspect),)),), "Good.")


def book_line(**changes: object) -> str:
    row = {
        "id": "b",
        "title": "B",
        "author": "A",
        "genres": ["Fantasy"],
        "score": "4.10",
        "rating_distribution": ["9,838 (40%)", "8,133 (33%)", "4,861 (20%)", "987 (4%)", "221 (<1%)"],
        "book_len": "62000 words",
    }
    return json.dumps(row | changes)


def review_line(**changes: object) -> str:
    row = {
        "book": "b",
        "reviewer": "r",
        "rating": 4,
        "aspects": ["Plot and Storyline"],
        "reviews": ["Fast."],
        "conclusion": "Good.",
    }
    return json.dumps(row | changes)


def test_a_book_tells_its_ratings_from_five_stars_down_to_one(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl").write_text(book_line(), encoding="utf-8")
    books, skipped = read_books(tmp_path / "books.jsonl")
    assert (books["b"].rating, books["b"].words, skipped) == (4.1, 62_000, [])
    assert books["b"].ratings == {5: 9838, 4: 8133, 3: 4861, 2: 987, 1: 221}


def test_damaged_rows_are_named_and_the_others_read(tmp_path: Path) -> None:
    books = [
        book_line(),
        book_line(id="c", score=None),
        '{"id": ',
        book_line(id="d", rating_distribution=["1"]),
    ]
    reviews = [
        review_line(),
        review_line(rating=9),
        review_line(reviews=[]),
        '"a word"',
        review_line(book=None),
    ]
    (tmp_path / "books.jsonl").write_text("\n".join(books), encoding="utf-8")
    (tmp_path / "reviews.jsonl").write_text("\n".join(reviews), encoding="utf-8")
    release = read_release(tmp_path / "books.jsonl", tmp_path / "reviews.jsonl")
    assert list(release.books) == ["b"]
    assert [review.aspects for review in release.reviews] == [{"plot"}]
    named = " ".join(release.skipped)
    for place in ("books.jsonl, line 2", "books.jsonl, line 3", "books.jsonl, line 4"):
        assert place in named
    for place in (
        "reviews.jsonl, line 2",
        "reviews.jsonl, line 3",
        "reviews.jsonl, line 4",
        "reviews.jsonl, line 5: no book",
    ):
        assert place in named


def test_a_missing_or_damaged_file_is_named_and_the_other_still_read(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl").write_text(book_line(), encoding="utf-8")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    for name in ("broken.parquet", "absent.parquet"):
        release = read_release(tmp_path / "books.jsonl", tmp_path / name)
        assert len(release.books) == 1 and name in release.skipped[0]
    with pytest.raises(UsageError, match=r"absent\.jsonl.*absent\.parquet"):
        read_release(tmp_path / "absent.jsonl", tmp_path / "absent.parquet")


def test_unknown_names_of_aspects_are_counted_and_their_text_kept(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl").write_text(book_line(), encoding="utf-8")
    line = review_line(aspects=["Zorblax"], reviews=["Odd."])
    (tmp_path / "reviews.jsonl").write_text(f"{line}\n{line}", encoding="utf-8")
    release = read_release(tmp_path / "books.jsonl", tmp_path / "reviews.jsonl")
    assert release.unknown_names == {"Zorblax": 2}
    assert "Odd." in release.reviews[0].text and not release.reviews[0].aspects


def test_thinned_reviews_follow_the_ratings_of_the_book() -> None:
    reviews = (
        [a_review(5) for _ in range(80)] + [a_review(3) for _ in range(20)] + [a_review(1) for _ in range(20)]
    )
    books = {"b": a_book(s5=50, s3=30, s1=20)}
    outcome = thin(reviews, books)
    kept = Counter(int(review.stars) for review in outcome.reviews)
    shares = {stars: count / sum(kept.values()) for stars, count in kept.items()}
    apart = sum(abs(shares.get(stars, 0) - share) for stars, share in ((5, 0.5), (3, 0.3), (1, 0.2))) / 2
    assert apart <= 0.05 and not outcome.unmatched
    assert len(outcome.reviews) + outcome.left_out == 120 and len(outcome.reviews) > 60
    assert outcome.reviews == thin(reviews, books).reviews


def test_a_book_whose_ratings_cannot_be_matched_is_named() -> None:
    outcome = thin([a_review(5) for _ in range(10)], {"b": a_book(s1=90, s5=10)})
    assert outcome.unmatched["b"] == pytest.approx(0.9)
    unknown = thin([a_review(5, book="elsewhere")], {})
    assert unknown.unmatched == {"elsewhere": 1.0} and len(unknown.reviews) == 1


def test_a_harsh_reader_and_a_kind_one_meet_on_the_platforms_scale() -> None:
    common = platform([a_book(s5=1, s4=1, s3=1)])
    assert common.mean == pytest.approx(4) and common.spread == pytest.approx(np.std([5, 4, 3]))
    reviews = [a_review(stars, reader="harsh") for stars in (1, 2, 3, 2, 1)]
    reviews += [a_review(stars, reader="kind") for stars in (3, 4, 5, 4, 3)]
    moved, left = normalise(reviews, common)
    assert [review.stars for review in moved[:5]] == pytest.approx([review.stars for review in moved[5:]])
    assert left == 0 and np.mean([review.stars for review in moved]) == pytest.approx(4, abs=0.1)


def test_a_reader_of_few_books_keeps_his_stars() -> None:
    moved, left = normalise([a_review(1), a_review(2)], platform([a_book(s5=1)]))
    assert [review.stars for review in moved] == [1, 2] and left == 2


@pytest.mark.skipif(not RELEASE.is_dir(), reason="the released reviews are not here")
def test_statistics_of_the_release_agree_with_the_paper() -> None:
    release = read_release(RELEASE / "books_train.jsonl", RELEASE / "reviews_train.parquet")
    document = statistics(release, resamples=200)
    assert (document["books"], document["reviewed_books"], document["reviews"]) == (447, 407, 113_053)
    assert document["skipped"] == [] and document["unknown_names"] == {}
    (table_4,) = rows_of(4)
    for aspect, value in zip(ASPECTS, table_4[2], strict=False):
        assert 100 * document["aspects"][aspect]["pearson"]["value"] == pytest.approx(value, abs=8), aspect
    assert document["review_bias"]["5"]["ratio"] > 1.1 and document["review_bias"]["3"]["ratio"] < 0.9
    assert document["kinds"]["all"]["objective"] > 0.7
    json.dumps(document, allow_nan=False)
    mitigated = thin(release.reviews, release.books)
    assert abs(review_bias(release.books, mitigated.reviews)["3"]["ratio"] - 1) < 0.1
    assert mitigated.left_out + len(mitigated.reviews) == 113_053
