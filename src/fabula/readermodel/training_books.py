"""The training data of the reader model: books as they were before anyone rated them, and what readers said later."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from fabula.errors import UsageError
from fabula.jsonl import read_lines
from fabula.measures.scorefile import number
from fabula.readermodel.features import word_counts
from fabula.readermodel.model import ASPECT_IDS
from fabula.readermodel.rating import BookFacts
from fabula.readermodel.tables import table_rows
from fabula.reviews.reviews import Review, ReviewedBook, book_of, fault
from fabula.rubrics.rubric import Scale

STARS = Scale(low=1, high=5)
_FEWEST = 50


@dataclass(frozen=True, slots=True)
class TrainingBook:
    """A book with its facts and its readers' ratings."""

    book: ReviewedBook
    facts: BookFacts
    published: int | None = None
    """The day it came out. It orders the books in time; the model never sees it."""

    @property
    def liking(self) -> tuple[float, float]:
        """The mean of its ratings, and how many more readers gave five stars than three or fewer, as a share.

        Where only the mean is known, it stands for both.
        """
        ratings = self.book.ratings
        readers = sum(ratings.values())
        if not readers:
            return self.book.rating, self.book.rating
        mean = sum(stars * count for stars, count in ratings.items()) / readers
        return mean, (ratings[5] - ratings[3] - ratings[2] - ratings[1]) / readers


@dataclass(slots=True)
class ReviewCounts:
    """The reviews of one book as counts; no sentence of them is kept."""

    reviews: int = 0
    words: Counter[str] = field(default_factory=Counter)
    """In how many reviews each word occurs."""
    mentions: Counter[str] = field(default_factory=Counter)
    """Reviews that mention an aspect."""
    stars: dict[str, float] = field(default_factory=dict)
    """The sum of those reviews' ratings."""
    kindness: dict[str, float] = field(default_factory=dict)
    """The sum, over those reviews, of the sentiment of their passages on the aspect, from -1 to 1 each."""


def read_training_books(path: Path, scale: Scale = STARS) -> list[TrainingBook]:
    """Books with ratings: JSON lines as in LongStoryEval's release, or a CSV table. Any error names its line."""
    training_books = []
    seen: set[str] = set()
    for place, row in rows_with_ids(path):
        try:
            book = book_of(_in_stars(row, scale))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UsageError(fault(path, place, error)) from None
        if book.id in seen:
            raise UsageError(f"{path.name}, line {place}: a second book with the id {book.id!r}")
        seen.add(book.id)
        facts = facts_of(row, path.name, place, shelved=True)
        training_books.append(TrainingBook(book, facts, day_of(row.get("published_date"))))
    if len(training_books) < _FEWEST:
        raise UsageError(f"{path.name} holds {len(training_books)} books; {_FEWEST} are needed to train")
    return training_books


def _in_stars(row: Mapping[str, Any], scale: Scale) -> Mapping[str, Any]:
    """The row with its rating on the scale of stars."""
    rating = number(row.get("score"))
    if scale == STARS or rating is None:
        return row
    return {**row, "score": scale.to(rating, STARS), "rating_distribution": None}


def day_of(text: object) -> int | None:
    """The day in a text such as `First published May 6, 2024` or `2024-05-06`. None if there is none."""
    for pattern, layout in ((r"[A-Z][a-z]+ \d{1,2}, \d{4}", "%B %d, %Y"), (r"\d{4}-\d{2}-\d{2}", "%Y-%m-%d")):
        if found := re.search(pattern, str(text or "")):
            try:
                return datetime.strptime(found.group(), layout).replace(tzinfo=UTC).toordinal()
            except ValueError:
                return None
    return None


def with_measures(training_books: Sequence[TrainingBook], path: Path) -> list[TrainingBook]:
    """The books with what was measured in their texts: a table with an id and one column of numbers per measure."""
    found = {str(row["id"]): _measured(row, path.name, line) for line, row in rows_with_ids(path)}
    missing = [book.book.id for book in training_books if book.book.id not in found]
    if len(missing) == len(training_books):
        raise UsageError(f"{path.name} measures none of the books: its ids differ from theirs")
    return [
        replace(book, facts=replace(book.facts, measures=found.get(book.book.id, {})))
        for book in training_books
    ]


def _measured(row: Mapping[str, Any], name: str, line: int) -> dict[str, float]:
    measured = {}
    for key, value in row.items():
        if key == "id" or value in (None, ""):
            continue
        try:
            measured[str(key)] = float(value)
        except (TypeError, ValueError):
            raise UsageError(f"{name}, line {line}: {key} must be a number, not {value!r}") from None
    return measured


def rows_with_ids(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's object and its number.

    A line that is not an object with an id is an error that names its number.
    """
    if path.suffix.lower() == ".csv":
        yield from table_rows(path)
        return
    for line, row in read_lines(path, wanted="books"):
        if not isinstance(row, dict) or "id" not in row:
            raise UsageError(f'{path.name}, line {line}: an object with an id is needed, as {{"id": "…"}}')
        yield line, row


def facts_of(row: Mapping[str, Any], name: str, place: int, shelved: bool) -> BookFacts:
    """The facts in a row of such a file and nothing else: no rating, no author, no date."""
    texts: dict[str, str | None] = {}
    for ours, theirs in (("premise", "premise"), ("plot", "plot_summary"), ("cast", "character_summary")):
        text = row.get(theirs)
        if text is not None and not isinstance(text, str):
            raise UsageError(f"{name}, line {place}: {theirs} must be a text")
        texts[ours] = text
    genres = row.get("genres") or []
    if not isinstance(genres, list) or not all(isinstance(genre, str) for genre in genres):
        raise UsageError(f"{name}, line {place}: genres must be a list of names")
    words = number(row.get("book_len"))
    return BookFacts(
        genres=tuple(genres),
        premise=texts["premise"],
        words=int(words) if words else None,
        plot=texts["plot"],
        cast=texts["cast"],
        language=str(row.get("language") or "en"),
        shelved=shelved,
    )


def count_reviews(reviews: Iterable[Review], ids: Sequence[str]) -> list[ReviewCounts]:
    """Counts of the reviews of each of these books, in the books' order."""
    found = {own: ReviewCounts() for own in ids}
    feeling = SentimentIntensityAnalyzer()
    for review in reviews:
        if (counts := found.get(review.book)) is None:
            continue
        counts.reviews += 1
        counts.words.update(set(word_counts(review.text)))
        for aspect in ASPECT_IDS:
            if aspect not in review.aspects:
                continue
            heard = [
                feeling.polarity_scores(critique.text)["compound"]
                for critique in review.critiques
                if any(spot.aspect == aspect for spot in critique.matches)
            ]
            counts.mentions[aspect] += 1
            counts.stars[aspect] = counts.stars.get(aspect, 0.0) + review.stars
            counts.kindness[aspect] = counts.kindness.get(aspect, 0.0) + sum(heard) / len(heard)
    return list(found.values())
