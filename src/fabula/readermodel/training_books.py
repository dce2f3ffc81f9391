"""The training data of the reader model: books as they were before anyone rated them, and what readers said later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from fabula.errors import UsageError
from fabula.jsonl import read_lines
from fabula.measures.scorefile import number
from fabula.readermodel.features import word_counts
from fabula.readermodel.model import ASPECT_IDS, BookFacts
from fabula.reviews.reviews import Review, ReviewedBook, read_books

_FEWEST = 50


@dataclass(frozen=True, slots=True)
class TrainingBook:
    """A book with its facts and its readers' ratings."""

    book: ReviewedBook
    facts: BookFacts

    @property
    def liking(self) -> tuple[float, float]:
        """The mean of its ratings, and how many more readers gave five stars than three or fewer, as a share."""
        ratings = self.book.ratings
        readers = sum(ratings.values())
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


def read_training_books(path: Path) -> list[TrainingBook]:
    """Books as in LongStoryEval's release, one JSON object per line. Any error names its line."""
    books, faults = read_books(path)
    if faults:
        raise UsageError(faults[0])
    training_books = []
    for place, row in rows_with_ids(path):
        book = books[str(row["id"])]
        if not sum(book.ratings.values()):
            raise UsageError(f"{path.name}, line {place}: no rating_distribution to train on")
        training_books.append(TrainingBook(book, facts_of(row, path.name, place, shelved=True)))
    if len(training_books) < _FEWEST:
        raise UsageError(f"{path.name} holds {len(training_books)} books; {_FEWEST} are needed to train")
    return training_books


def rows_with_ids(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's object and its number.

    A line that is not an object with an id is an error that names its number.
    """
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
