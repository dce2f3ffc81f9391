"""A reader model of one's own shelf: any table with ratings, measures of the texts beside it, and a card of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.readermodel.blocks import count_features
from fabula.readermodel.card import card
from fabula.readermodel.model import unpacked
from fabula.readermodel.packing import train
from fabula.readermodel.predicting import predict
from fabula.readermodel.training_books import ReviewCounts, day_of, read_training_books, with_measures
from fabula.rubrics.rubric import parse_scale
from readermodel.test_reader_model_training import Letters, made_books

HEAD = "Title,Author,Tags,Rating,Blurb,Words,Published\n"


def shelf(folder: Path, rows: list[str], name: str = "shelf.csv") -> Path:
    path = folder / name
    path.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def full(count: int = 60) -> list[str]:
    return [
        f'Book {n},A. {n},Horror; Fantasy|Cozy,{3 + n % 3},"A lamp, a ship.",9{n},2024-05-0{1 + n % 9}'
        for n in range(count)
    ]


def test_a_table_is_read_by_the_names_people_give_its_columns(tmp_path: Path) -> None:
    first, *_ = read_training_books(shelf(tmp_path, full()))
    assert (first.book.id, first.book.author, first.book.rating) == ("Book 0", "A. 0", 3.0)
    assert first.facts.genres == ("Horror", "Fantasy", "Cozy")
    assert first.facts.premise == "A lamp, a ship." and first.facts.words == 90
    assert first.published == day_of("First published May 1, 2024")
    assert first.liking == (3.0, 3.0)


def test_another_scale_is_put_on_stars(tmp_path: Path) -> None:
    rows = [row.replace(f",{3 + n % 3},", f",{1 + n % 10},") for n, row in enumerate(full())]
    books = read_training_books(shelf(tmp_path, rows), parse_scale("1-10"))
    assert books[0].book.rating == 1 and books[9].book.rating == 5
    with pytest.raises(UsageError, match="line 7"):
        read_training_books(shelf(tmp_path, rows))


def test_counts_of_readers_are_used_where_they_are_given(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    rows = "".join(f"b{n},4,10,5,3,1,1\n" for n in range(60))
    path.write_text("id,rating,stars_5,stars_4,stars_3,stars_2,stars_1\n" + rows, encoding="utf-8")
    book = read_training_books(path)[0]
    assert book.book.ratings == {5: 10, 4: 5, 3: 3, 2: 1, 1: 1}
    assert book.liking[1] == pytest.approx((10 - 5) / 20)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([*full(), "Book 3,x,,4,,,"], "line 62: a second book"),
        ([*full(), "Book 99,x,,,,,"], "line 62: score must be"),
        ([*full(), ",x,,4,,,"], "line 62: a column `id` or `title`"),
        ([*full(), "Book 99,x"], "line 62: a row needs as many cells"),
        (full(20), "holds 20 books; 50 are needed"),
    ],
)
def test_a_faulty_table_names_its_line(tmp_path: Path, rows: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_training_books(shelf(tmp_path, rows))


def test_measures_are_joined_by_id_and_must_be_numbers(tmp_path: Path) -> None:
    books = read_training_books(shelf(tmp_path, full()))
    measures = tmp_path / "measures.csv"
    measures.write_text("id,mtld,pace\nBook 0,80.5,\nBook 1,70,2\n", encoding="utf-8")
    joined = with_measures(books, measures)
    assert joined[0].facts.measures == {"mtld": 80.5}
    assert joined[1].facts.measures == {"mtld": 70.0, "pace": 2.0}
    assert joined[2].facts.measures == {}
    measures.write_text("id,mtld\nBook 0,high\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 2: mtld must be a number"):
        with_measures(books, measures)
    measures.write_text("id,mtld\nelse,1\n", encoding="utf-8")
    with pytest.raises(UsageError, match="measures none of the books"):
        with_measures(books, measures)


def test_measures_that_say_something_are_shown_to_help_and_are_used() -> None:
    books, _ = made_books(50)
    rng = np.random.default_rng(8)
    measured = [
        replace(
            each,
            facts=replace(
                each.facts,
                premise=None,
                plot=None,
                cast=None,
                measures={"craft": each.book.rating + rng.normal(0, 0.05), "noise": rng.normal()},
            ),
        )
        for each in books
    ]
    none = [ReviewCounts() for _ in measured]
    model = unpacked(train(count_features(measured, none, Letters()), measured, none, repeats=1, parts=2))
    gain, low, _ = model.variants["shelf genres"]["measures_add"]
    assert gain > 0.3 and low > 0
    written = card(model)
    assert "these measures of a text: craft, noise" in written and "the measures help" in written
    poor, rich = (
        predict(replace(measured[0].facts, measures={"craft": craft, "noise": 0.0}), model)
        for craft in (2.5, 4.5)
    )
    assert rich.value > poor.value + 0.3  # type: ignore[union-attr]
    assert "measures" in rich.inputs and rich.aspects == {}  # type: ignore[union-attr]
