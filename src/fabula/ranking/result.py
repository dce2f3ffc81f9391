"""The saved form of a ranking."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.languages import Language
from fabula.notices import Notice
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RankedBook(_Part):
    """One book with its place."""

    rank: int
    place: int
    """Its place among the books given, from 0, by which pairs name it."""
    id: str
    title: str
    author: str | None
    language: Language
    rating: float
    """On the Elo scale; the mean of these books is 1000."""
    low: float
    high: float
    """The 95% interval."""
    above_next: float | None
    """The probability that it is better than the book below it. None for the last."""
    compared: int
    won: int
    lost: int
    undecided: int
    """Comparisons that flipped with the order, or that the judge called a tie."""
    score: float | None
    """The judge's overall score of the book by itself, on the rubric's scale."""
    score_rank: int | None


class RankedPair(_Part):
    """Two books that were compared, by their places among the books given, from 0."""

    first: int
    second: int
    straight: Literal["first", "second", "tie"] | None
    """What was chosen when the first one was shown first. None if the answer could not be used."""
    turned: Literal["first", "second", "tie"] | None
    outcome: Literal["first", "second", "tie"] | None
    flipped: bool
    reasons: tuple[str, str]


class RankResult(Result):
    """Books in the order in which a judge prefers them. The document of `fabula rank --json`."""

    KIND: ClassVar[str] = "rank"

    kind: str = KIND
    books: tuple[RankedBook, ...]
    pairs: tuple[RankedPair, ...]
    stopped: Literal["sure", "pairs", "all"]
    """Why no more was asked: the order is sure, the limit of pairs was reached, or every pair was compared."""
    questions: int
    """What the pairs took."""
    questions_of_all_pairs: int
    flips: int
    first_chosen: float
    """The probability that the first of two equal books is chosen; 0.5 for a judge without a preference."""
    first_chosen_low: float
    first_chosen_high: float
    score_questions: int
    score_agreement: float | None
    """Kendall's tau between the order by pairs and the order by single scores."""
    troubles: tuple[Notice, ...]
    """What was lost while the books were read, and answers that could not be used."""
    notices: tuple[Notice, ...] = ()
    """What in the books or their readings addresses the judge."""
