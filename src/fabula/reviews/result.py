"""The results of the questions about reviews, as saved and printed by --json."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

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


class Estimated(_Part):
    """A figure with its interval, or why there is none."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    why: Notice | None = None


class Mentions(_Part):
    """How often readers mention something, and how this goes with ratings."""

    mentions: int
    share: float | None
    """Of all reviews."""
    books: int
    pearson: Estimated
    """The mean stars of these reviews of a book with the book's rating."""
    apart: Estimated
    """By how many stars these reviews differ from others of the same book."""


class AspectMentions(Mentions):
    """The mentions of an aspect."""

    kind: str


class Distribution(_Part):
    """Each aspect's share of all mentions, with equal books from each of these genres."""

    genres: tuple[str, ...]
    drawn: int
    """Books of each genre."""
    aspects: dict[str, dict[str, float]]
    """By aspect and sub-aspect; `unspecified` names the aspect only."""


class Ablation(_Part):
    """What is left of the reviews after a correction, and how they go with the books' ratings."""

    reviews: int
    changed: int
    """Reviews left out, or with other stars than before."""
    books: int
    kendall: Estimated
    """The mean stars of a book's reviews with its rating."""
    rmse: float | None
    """Of the mean stars of a book's reviews against its rating."""
    aspects: dict[str, Estimated]
    """As in the column `pearson` of the aspects."""


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
    written: float | None = None
    """The mean over books of reviews per rating with that many stars."""


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
    sub_aspects: dict[str, dict[str, Mentions]] = Field(default_factory=dict)
    """By aspect and sub-aspect."""
    distribution: Distribution | None = None
    ablations: dict[str, Ablation] = Field(default_factory=dict)
    """With --ablations: raw, thinned, normalised, and both."""
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
