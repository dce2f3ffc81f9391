"""What joins a judge's overall score: genres and length where they help on books left out, nothing where they do not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from commands import fabula
from fabula.measures.calibrating import CalibrateResult
from fabula.measures.calibration_of_books import ENOUGH, Scored, fit_books, held_out_books

NAMES = ("Romance", "Horror", "Fantasy", "Crime")


def shelf(n: int, seed: int, effect: float = 0.3, slope: float = 0.0) -> Scored:
    """Stars rise with the score; romance is rated higher and horror lower by `effect`, longer books by `slope` a doubling."""
    draw = np.random.default_rng(seed)
    score = draw.uniform(40, 90, n).round()
    genre = draw.integers(4, size=n)
    words = 40_000 * 2 ** draw.uniform(0, 2, n)
    tilt = np.array([effect, -effect, 0.0, 0.0])[genre]
    stars = 3.8 + (score - 65) / 100 + tilt + slope * (np.log2(words / 80_000)) + draw.normal(0, 0.15, n)
    scores = {"overall": score, "plot": np.clip(score + draw.normal(0, 8, n), 0, 100)}
    return Scored(scores, stars.clip(1, 5), [(NAMES[each],) for each in genre], words)


def test_genres_join_where_they_help_and_are_drawn_towards_none() -> None:
    found = fit_books(shelf(160, 1), 0, 100)
    assert "genres" in found.joined
    assert 0.15 < found.genres["romance"] < 0.32 and -0.32 < found.genres["horror"] < -0.15
    assert fit_books(shelf(60, 1), 0, 100).genres["romance"] < found.genres["romance"]
    tried, alone = (held_out_books(shelf(160, 1), 0, 100, alone=each) for each in (False, True))
    assert tried.rmse < 0.85 * alone.rmse < alone.mean_rmse and 0.72 < tried.coverage < 0.9


def test_length_joins_by_its_doublings_and_is_level_beyond_the_books_seen() -> None:
    books = shelf(160, 2, effect=0, slope=0.3)
    found = fit_books(books, 0, 100)
    assert found.length is not None and "length" in found.joined
    assert found.length.slope == pytest.approx(0.3, abs=0.06)
    one = Scored({"overall": np.full(3, 65.0)}, np.full(3, np.nan), [()] * 3, np.array([160e3, 320e3, 9e9]))
    first, second, third = found.predict(one)
    assert second == third and second - first < 0.05


def test_what_says_nothing_does_not_join_and_costs_nothing() -> None:
    joined, worse = 0, []
    for seed in range(12):
        books = shelf(100, 10 + seed, effect=0)
        plain = Scored({"overall": books.scores["overall"]}, books.stars, books.genres, books.words)
        found = fit_books(plain, 0, 100)
        joined += bool(found.joined)
        new = shelf(200, 500 + seed, effect=0)
        alone = fit_books(Scored(plain.scores, plain.stars, [()] * 100, np.full(100, np.nan)), 0, 100)
        errors = [np.sqrt(((each.predict(new) - new.stars) ** 2).mean()) for each in (found, alone)]
        worse.append(errors[0] / errors[1])
    assert joined <= 4 and np.mean(worse) < 1.02


def test_few_books_have_the_overall_score_alone_and_a_book_without_genres_gets_it_too() -> None:
    few = fit_books(shelf(ENOUGH - 1, 3), 0, 100)
    assert few.joined == () and not few.genres and few.length is None
    books = shelf(160, 1)
    found = fit_books(books, 0, 100)
    bare = Scored(books.scores, books.stars, [()] * 160, np.full(160, np.nan))
    strange = Scored(books.scores, books.stars, [("Nobody knows",)] * 160, np.full(160, np.nan))
    assert found.predict(bare).tolist() == found.predict(strange).tolist()


def test_a_genre_counts_once_however_it_is_written_and_no_length_is_none() -> None:
    books = shelf(160, 1)
    found = fit_books(books, 0, 100)
    twice = Scored(books.scores, books.stars, [(own[0].upper(),) * 2 for own in books.genres], books.words)
    assert found.predict(twice).tolist() == found.predict(books).tolist()
    books = shelf(160, 2, effect=0, slope=0.3)
    gaps = Scored(books.scores, books.stars, books.genres, np.where(np.arange(160) % 9, books.words, 0.0))
    with_gaps = fit_books(gaps, 0, 100)
    assert np.isfinite(with_gaps.predict(gaps)).all() and "length" in with_gaps.joined


def test_aspects_with_gaps_are_mapped_by_what_is_known() -> None:
    books = shelf(160, 4)
    books.scores["plot"][::3] = np.nan
    books.scores["plot"][150:] = np.nan
    found = fit_books(books, 0, 100)
    assert np.isfinite(found.predict(books)).all() and set(found.maps) == {"overall", "plot"}


def test_the_command_says_what_joined_and_its_file_predicts_one_book(tmp_path: Path) -> None:
    books = shelf(160, 1)
    rows = [
        {"id": f"b{n}", "overall": {"score": books.scores["overall"][n]}, "aspects": [{"id": "plot", "score": books.scores["plot"][n]}],
         "readers": books.stars[n], "genres": list(books.genres[n]), "words": int(books.words[n]), "together": 3.0, "signature": "judge|m:a/b"}
        for n in range(160)
    ]  # fmt: skip
    (tmp_path / "scored.json").write_text(json.dumps({"books": rows}))
    done = fabula("calibrate", tmp_path / "scored.json", "-o", tmp_path / "out.json")
    assert done.returncode == 0 and "genres join the overall score; by itself" in done.stdout, done.stderr
    found = CalibrateResult.load(tmp_path / "out.json")
    assert (
        found.alone is not None and found.held_out.rmse < found.alone.rmse and set(found.aspects) == {"plot"}
    )
    scores = {"overall": 60.0, "plot": 60.0}
    apart = found.predict(scores, ("Romance",), 80_000) - found.predict(scores, ("Horror",), 80_000)
    assert apart == pytest.approx(found.genres["romance"] - found.genres["horror"])
    (tmp_path / "scored.json").write_text(json.dumps({"books": rows[:30]}))
    done = fabula("calibrate", tmp_path / "scored.json", "-o", tmp_path / "out.json")
    said = " ".join(done.stdout.split())
    assert "30 books: aspects, genres and length are used beside the overall score from 60 books on." in said
