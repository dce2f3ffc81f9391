"""What is asked of the reader model and what it says: facts about a book, and the rating that readers would give it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from fabula.notices import Notice

Place = Literal["low", "high", "unknown"]
MOST_OF_SHELF = 0.7
"""If so much of the shelf lies within a rating's interval, the rating cannot tell the book from most others."""


@dataclass(frozen=True, slots=True)
class BookFacts:
    """What is known about a book before anyone has rated it."""

    genres: tuple[str, ...] = ()
    premise: str | None = None
    words: int | None = None
    plot: str | None = None
    cast: str | None = None
    language: str = "en"
    shelved: bool = False
    """Do the genres come from readers' shelves, as on Goodreads? An author's own genres do not."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """What was measured in the text, for a model that was trained with such measures."""
    has_text: bool = False
    """Is there a whole book? Then it is placed on the shelf even if nothing else is known of it."""


@dataclass(frozen=True, slots=True)
class AspectRating:
    """What readers who speak of one aspect would rate the book, with its 80% interval."""

    score: float
    low: float
    high: float
    kendall: float
    """How well such scores agreed with readers in validation."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a variant's ratings of unseen books agreed with readers, where each book counts by how like it is to
    the books to come. Nothing that predicted a book was fitted or chosen with it."""

    kendall: float
    low: float
    high: float
    """95% bootstrap interval over books."""
    of_100_pairs: int
    """Of a hundred pairs of books, how many are put in the right order. 50 is chance."""
    within_genre: float | None
    """The mean of Kendall's tau within genres; None where no genre had enough books."""
    coverage: float
    """The share of ratings that lay within the 80% interval."""
    books: int
    effective_books: int
    """How many books of equal weight would say as much."""
    mix: str
    """Which books the figures are for; empty for books like those of training."""
    plain: float
    """Kendall's tau if all training books count the same."""


@dataclass(frozen=True, slots=True)
class StarShare:
    """The expected share of readers who give so many stars, with its 80% interval."""

    stars: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Gain:
    """What one more input would bring."""

    input: Literal["genres", "premise", "reading"]
    of_100_pairs: int


@dataclass(frozen=True, slots=True)
class ReaderRating:
    """A rating of 1 to 5 stars, with an interval that contains four of five ratings, and its basis."""

    value: float
    low: float
    high: float
    percentile: float
    """The share of the shelf that readers rated lower, in percent. The shelf is the training books, each counted by how
    like it is to the books to come."""
    covers: float
    """The share of the shelf whose rating lies within the interval. Where it is high, the place says little."""
    genre: str | None
    genre_percentile: float | None
    """The same among training books of `genre`, the first of the book's genres with enough of them."""
    aspects: Mapping[str, AspectRating]
    """Empty if nothing but a text is known: the shelf's means say nothing of this book."""
    shares: tuple[StarShare, ...]
    """From one to five stars; empty if the training books did not tell."""
    inputs: tuple[str, ...]
    unused: tuple[Notice, ...]
    """Inputs that could not be used, and why."""
    variant: str
    agreement: Agreement

    would_help: tuple[Gain, ...]
    """What else could be told, and how many of a hundred pairs would then be put in the right order."""

    @property
    def place(self) -> Place:
        """Where the book stands on the shelf, as far as the interval can tell."""
        if self.covers >= MOST_OF_SHELF:
            return "unknown"
        return "high" if self.percentile > 50 else "low"


@dataclass(frozen=True, slots=True)
class Abstained:
    """No rating, and why."""

    reason: Notice
