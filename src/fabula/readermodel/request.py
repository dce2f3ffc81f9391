"""The questions that the reader model answers, and how one is trained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option
from fabula.text.book import Book

_READER_MODEL = "A reader model that you trained yourself, in place of the shipped one."


@dataclass(frozen=True, slots=True)
class TrainReaderModelRequest(Request):
    """Train a reader model on books and their reviews."""

    books: Path = option(
        help="Books with ratings: a CSV table, or JSONL as in LongStoryEval's release.", changes_result=True
    )
    output: Path = option(
        help="The model's file. Its card is written beside it, as .md.", changes_result=False, short="-o"
    )
    reviews: Path | None = option(
        None,
        help="Readers' reviews: parquet or JSONL, as released. Without them, no aspects are learned.",
        changes_result=True,
    )
    measures: Path | None = option(
        None,
        help="What was measured in the books' texts: CSV or JSONL with an id and numbers. Checked beside the rest.",
        changes_result=True,
    )
    mix: Path | None = option(
        None,
        help="JSON with the shares of genres among the books that you will rate. The figures in the card are then for this mix.",
        changes_result=True,
    )
    scale: str = option("1-5", help="The scale of the ratings, such as 1-10.", changes_result=True)

    @property
    def asks_model(self) -> bool:
        """No language model takes part."""
        return False


@dataclass(frozen=True, slots=True)
class PredictRequest(Request):
    """How might readers rate these books?"""

    books: Path = option(
        argument=True,
        help="Books: JSONL with the fields of LongStoryEval's release.",
        changes_result=True,
        signed_as="text",
    )
    output: Path | None = option(
        None, help="Ratings: JSONL, one line per book.", changes_result=False, short="-o"
    )
    draft: bool = option(
        False, help="The genres are the author's own, not from readers' shelves.", changes_result=True
    )
    reader_model: Path | None = option(None, help=_READER_MODEL, changes_result=True, signed_as="readers")

    @property
    def asks_model(self) -> bool:
        """No language model takes part."""
        return False


@dataclass(frozen=True, slots=True)
class LikeRequest(Request):
    """Which published books are most like a manuscript?"""

    book: Path | Book = option(
        argument=True,
        help="A book in any format that fabula reads.",
        changes_result=True,
        signed_as="text",
    )
    genres: tuple[str, ...] = option(
        (), help="Its genre; may be repeated.", changes_result=True, flag="--genre"
    )
    premise: str | None = option(None, help="What it is about, as on a back cover.", changes_result=True)
    count: int = option(5, help="How many books.", changes_result=True, short="-n", minimum=1)
    reader_model: Path | None = option(None, help=_READER_MODEL, changes_result=True, signed_as="readers")

    @property
    def asks_model(self) -> bool:
        """No language model takes part."""
        return False
