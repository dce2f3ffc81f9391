"""The paper's figures as far as a board has the data: tiers, dimensions and genres, and results by genre."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scripted_novelists import ASPECTS

from commands import fabula
from fabula.errors import UsageError
from fabula.novelists.asking import criteria
from fabula.novelists.board import Board, board
from fabula.novelists.genres import read_genres
from fabula.novelists.line_files import write_lines
from fabula.novelists.lines import Score
from fabula.novelists.reference_files import shipped_reference
from fabula.reports.drawing import drawn
from fabula.reports.novelists import board_labels
from fabula.reports.novelists_distributions import distributions

LEVEL = {"prize": 4.2, "web": 3.1, "m1": 3.9, "m2": 3.5, "m3": 3.2, "m4": 2.6}


def lines(books: int = 12) -> list[Score]:
    dice = np.random.default_rng(0)
    found = []
    for name, level in LEVEL.items():
        for book in range(books):
            marks = np.clip(dice.normal(level, 0.25, len(ASPECTS)), 1, 5)
            found.append(
                Score(
                    model=name, story=f"book {book}", chapter=1, judge="j", language="en",
                    setting="human" if name in ("prize", "web") else "hidden",
                    scores=dict(zip(ASPECTS, map(float, marks), strict=True)), score=float(marks.mean()),
                )
            )  # fmt: skip
    return found


def made(books: int = 12, genres: dict[str, str] | None = None) -> Board:
    return board(lines(books), shipped_reference(), ASPECTS, genres=genres)


def test_tiers_dimensions_and_genres_are_drawn_where_there_are_enough_books() -> None:
    say = board_labels("en")
    names = [aspect.en.label for aspect in criteria().scored_aspects]
    genres = {f"book {n}": "fantasy" if n < 8 else "history" for n in range(12)}
    found = {one.name: one for one in distributions(made(genres=genres), names, say)}
    assert set(found) == {"tiers", "dimensions", "genres"}
    assert found["genres"].alt == "fantasy 8, history 4"
    told = {part.partition(": ")[0]: float(part.partition(": ")[2]) for part in found["tiers"].alt.split(", ") if ": " in part}  # fmt: skip
    assert told["prize"] > told["web"]
    assert "models, tier 1" in found["tiers"].alt and "models, tier 2" in found["tiers"].alt
    for one in drawn(list(found.values())):
        assert one.page.startswith("<svg") and one.phone.startswith("<svg")
    assert distributions(made(books=2), names, say) == ()


def test_results_by_genre_are_the_means_of_that_genres_books(tmp_path: Path) -> None:
    scores, table = tmp_path / "scores.jsonl", tmp_path / "genres.csv"
    write_lines(lines(), scores)
    table.write_text(
        "story,genre\n" + "".join(f"book {n},{'fantasy' if n < 8 else 'history'}\n" for n in range(11)),
        encoding="utf-8",
    )
    done = fabula("novelist", "board", scores, "--genres", table, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    fantasy, history = found["genres"]
    assert (fantasy["genre"], fantasy["books"], history["books"]) == ("fantasy", 8, 3)
    best = next(row for row in found["writers"] if row["writer"] == "m1")
    own = [book["percentile"] for book in best["by_book"] if int(book["story"][5:]) < 8]
    (told,) = (one for one in fantasy["writers"] if one["writer"] == "m1")
    assert (
        told["percentile"] == pytest.approx(np.mean(own)) and told["low"] < told["percentile"] < told["high"]
    )


def test_a_table_without_its_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text("book,kind\na,b\n", encoding="utf-8")
    with pytest.raises(UsageError, match="story and genre"):
        read_genres(tmp_path / "g.csv")
