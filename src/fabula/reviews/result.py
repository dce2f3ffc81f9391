"""The results of the questions about reviews, as saved and printed by --json."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Summary(_Part):
    """A summary of a column of numbers. All None if it is empty."""

    mean: float | None
    median: float | None
    low: float | None
    high: float | None


class BookRatings(Summary):
    """Ratings of books."""

    bins: dict[str, int]
    """Books by rating, such as `3.5 to 3.75`."""


class ReviewStars(Summary):
    """Stars of reviews."""

    stars: dict[str, int]


class Scores(_Part):
    """How books and reviews are rated."""

    books: BookRatings
    reviews: ReviewStars


class Lengths(_Part):
    """How long books and reviews are."""

    book_words: Summary
    review_words: Summary
    aspects_a_review: Summary


class Correlation(_Part):
    """A coefficient with its interval, or why there is none."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    why: Notice | None = None


class AspectMentions(_Part):
    """How often readers mention an aspect, and how this correlates with the book's rating."""

    kind: str
    mentions: int
    share: float | None
    """Of all reviews."""
    books: int
    pearson: Correlation


class Kinds(_Part):
    """How many mentioned aspects are objective and how many subjective."""

    mentions: int
    objective: float | None
    subjective: float | None


class StarBias(_Part):
    """How common a number of stars is in reviews and in all ratings."""

    reviews: float | None
    ratings: float | None
    ratio: float | None


class Thinning(_Part):
    """What thinning did."""

    left_out: int
    kept: int
    unmatched_books: int


class Normalising(_Part):
    """What normalising did."""

    mean: float
    spread: float
    left_as_they_are: int


class Mitigation(_Part):
    """The corrections applied first."""

    thinned: Thinning | None
    normalised: Normalising | None


class StatsResult(Result):
    """What a set of reviews contains."""

    KIND: ClassVar[str] = "readers-stats"

    kind: str = KIND
    books: int
    reviewed_books: int
    reviews: int
    readers: int
    reviews_a_book: Summary
    without_book: int
    """Reviews of books that are not in the list of books."""
    lengths: Lengths
    scores: Scores
    aspects: dict[str, AspectMentions]
    kinds: dict[str, Kinds]
    """By stars, and `all`."""
    genres: dict[str, dict[str, float]]
    """By genre: `books`, `drawn`, and each aspect's share of all mentions."""
    review_bias: dict[str, StarBias]
    mitigation: Mitigation
    unknown_names: dict[str, int]
    """Unknown names of aspects, with how often they occur."""
    skipped: tuple[str, ...]
    """Rows that could not be read, and why."""


class LeftOutReview(_Part):
    """A review that yielded nothing, and why."""

    book: str
    reader: str
    why: Notice


class BuildResult(Result):
    """What happened to the raw reviews."""

    KIND: ClassVar[str] = "readers-build"

    kind: str = KIND
    reviews: int
    written: int
    outcomes: dict[str, int]
    left_out: tuple[LeftOutReview, ...]
    unrated: int
    """Reviews without stars from the platform or in the text."""
    unknown_names: dict[str, int]
    skipped: tuple[str, ...]
    output: str
