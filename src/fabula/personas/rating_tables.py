"""Tables of readers' judgements, in the common formats."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.measures.scorefile import number
from fabula.notices import Notice
from fabula.personas.factorisation import Ratings, ratings_of
from fabula.personas.profiles import TEN, PastChoice, PastReview, side_of
from fabula.personas.request import Format
from fabula.personas.row_files import Row, rows_of
from fabula.rubrics.rubric import Scale

STARS = Scale(low=1, high=5)

_REVIEWS = "reviews_train.parquet"
_BOOKS = "books_train.jsonl"
_READER = (
    "reader",
    "reviewer",
    "reviewerID",
    "reviewer_id",
    "user_id",
    "user",
    "worker",
    "worker_id",
    "annotator",
)
_COLUMNS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mpst": {
        "item": ("item", "imdb_id", "movie_id", "movie", "title"),
        "text": ("plot", "plot_synopsis", "synopsis", "text"),
        "review": ("review", "review_text", "review_content"),
        "score": ("score", "rating", "review_score"),
    },
    "amazon": {
        "item": ("item", "parent_asin", "asin"),
        "text": ("plot", "description"),
        "review": ("review", "reviewText", "text"),
        "score": ("score", "overall", "rating"),
    },
}
"""The possible column names of each format. The first one found is used."""
_SIDES = {
    "premise": ("premise", "prompt"),
    "first": ("plot_a", "plotA", "plot1", "plot_1", "story_a"),
    "second": ("plot_b", "plotB", "plot2", "plot_2", "story_b"),
}
_ASPECTS = {
    "interestingness": ("interestingness", "interesting", "interest", "Q1", "q1"),
    "adaptability": ("adaptability", "adaptation", "adapt", "Q2", "q2"),
    "surprise": ("surprise", "surprising", "Q3", "q3"),
    "character_development": ("character_development", "character", "characters", "Q4", "q4"),
    "ending": ("ending", "end", "Q5", "q5"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """What is known about a story apart from reviews: its plot and genres."""

    text: str
    genres: tuple[str, ...] = ()


@dataclass(slots=True)
class Table:
    """Readers' judgements in file order, and how many rows were left out, by reason."""

    scale: Scale
    rows: list[tuple[str, PastReview | PastChoice]] = field(default_factory=list)
    items: dict[str, Item] = field(default_factory=dict)
    _left_out: Counter[Notice] = field(default_factory=Counter)

    def leave_out(self, code: str, **fields: Any) -> None:
        """Count a row that is left out, by the code of its reason."""
        self._left_out[Notice.of(f"personas.{code}", **fields)] += 1

    @property
    def left_out(self) -> tuple[Notice, ...]:
        """How many rows were left out, and why."""
        return tuple(Notice.of(why.code, **why.fields, n=count) for why, count in self._left_out.items())

    @property
    def ratings(self) -> Ratings:
        """The ratings from 1 to 10, without reviews."""
        return ratings_of(
            [
                (reader, past.item, self.scale.to(past.score, TEN))
                for reader, past in self.rows
                if isinstance(past, PastReview)
            ]
        )


def read_table(path: Path, kind: Format, items: Path | None = None) -> Table:
    """Read a table in one of the known formats. `items` names a second file with the stories, if they are not in the table."""
    if kind == "longstoryeval":
        return _longstoryeval(path, items)
    known = _items(items) if items else {}
    table = Table(STARS if kind == "amazon" else TEN)
    for _, row in rows_of(path):
        if kind == "doc":
            _add_pair(table, row)
        else:
            _add_rating(table, row, _COLUMNS[kind], known)
    if not table.rows:
        why = ", ".join(map(str, table.left_out))
        raise UsageError(f"{path.name} has nothing in the format {kind}: {why or 'no rows'}")
    return table


def _add_rating(
    table: Table, row: Row, columns: Mapping[str, tuple[str, ...]], known: Mapping[str, Item]
) -> None:
    reader, own, score = (
        _first(row, _READER),
        _first(row, columns["item"]),
        number(_cell(row, columns["score"])),
    )
    item = known.get(own) or Item(_first(row, columns["text"]))
    text = item.text
    own = own or text
    if not reader:
        table.leave_out("rows-without-reader")
    elif score is None or not table.scale.low <= score <= table.scale.high:
        table.leave_out("rows-without-score", low=f"{table.scale.low:g}", high=f"{table.scale.high:g}")
    elif not text:
        table.leave_out("rows-without-plot")
    else:
        table.items.setdefault(own, item)
        table.rows.append((reader, PastReview(own, text, _first(row, columns["review"]), score)))


def _add_pair(table: Table, row: Row) -> None:
    nested = row.get("choices")
    cells = {**row, **nested} if isinstance(nested, Mapping) else row
    reader, first, second = _first(row, _READER), _first(row, _SIDES["first"]), _first(row, _SIDES["second"])
    answers = {aspect: _cell(cells, names) for aspect, names in _ASPECTS.items()}
    choices = {aspect: side for aspect, answer in answers.items() if (side := side_of(answer))}
    for aspect, answer in answers.items():
        if answer is not None and aspect not in choices:
            table.leave_out("answers-unclear")
    if not (reader and first and second):
        table.leave_out("rows-without-two-plots")
    elif not choices:
        table.leave_out("pairs-without-choice")
    else:
        table.rows.append((reader, PastChoice(_first(row, _SIDES["premise"]), first, second, choices)))


def _longstoryeval(path: Path, items: Path | None) -> Table:
    """LongStoryEval's release: a folder with both files, or the reviews with the books given by `items`."""
    if not path.exists():
        raise UsageError(
            f"no folder or file {path}: give the folder of LongStoryEval's release, or a table of reviews"
        )
    reviews = path / _REVIEWS if path.is_dir() else path
    table = Table(STARS, items=_items(items or reviews.parent / _BOOKS))
    for _, row in rows_of(reviews):
        own, score = str(row.get("book") or ""), number(row.get("rating"))
        if own not in table.items:
            table.leave_out("reviews-without-plot")
        elif score is None or not STARS.low <= score <= STARS.high or not row.get("reviewer"):
            table.leave_out("rows-without-stars")
        else:
            parts = [*(row.get("reviews") or ()), str(row.get("conclusion") or "")]
            past = PastReview(own, table.items[own].text, "\n".join(parts).strip(), score)
            table.rows.append((str(row["reviewer"]), past))
    if not table.rows:
        raise UsageError(
            f"{reviews.name} holds no review of the books: it needs book, reviewer, rating, reviews"
        )
    return table


def _items(path: Path) -> dict[str, Item]:
    """Stories by id from a separate file: LongStoryEval's books, Amazon's products, MPST's films."""
    found: dict[str, Item] = {}
    for _, row in rows_of(path):
        own = _first(row, ("id", "item", "parent_asin", "asin", "imdb_id", "movie_id", "title"))
        text = _first(
            row, ("plot_summary", "plot", "plot_synopsis", "synopsis", "description", "premise", "text")
        )
        if own and text:
            found[own] = Item(text, _listed(row.get("genres", row.get("tags"))))
    if not found:
        raise UsageError(f"{path.name} has no stories: each row needs an id and a plot")
    return found


def _first(row: Row, names: tuple[str, ...]) -> str:
    cell = _cell(row, names)
    if isinstance(cell, list):
        return "\n".join(str(part) for part in cell).strip()
    return "" if cell is None else str(cell).strip()


def _cell(row: Row, names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "", [])), None)


def _listed(cell: Any) -> tuple[str, ...]:
    if isinstance(cell, str) and cell.startswith("["):
        try:
            cell = ast.literal_eval(cell)
        except (ValueError, SyntaxError):
            return ()
    if isinstance(cell, str):
        cell = cell.split(",")
    return tuple(str(part).strip() for part in cell) if isinstance(cell, list | tuple) else ()
