"""The questions about readers' reviews: what a set of them holds, and how raw reviews become structured ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.request import Request, option

BOOKS_HELP = "Books: JSONL as in LongStoryEval's release."
REVIEWS_HELP = "Readers' reviews: parquet or JSONL, as released."


@dataclass(frozen=True, slots=True)
class StatsRequest(Request):
    """What does a set of reviews hold?"""

    books: Path = option(help=BOOKS_HELP, changes_result=True)
    reviews: Path = option(help=REVIEWS_HELP, changes_result=True)
    thin: bool = option(
        False, help="First thin each book's reviews to its rating distribution.", changes_result=True
    )
    normalise: bool = option(
        False, help="First move each reader's stars to the platform's mean and spread.", changes_result=True
    )
    seed: int = option(0, help="The same seed draws the same reviews.", changes_result=True)
    resamples: int = option(
        2_000, help="Bootstrap resamples for each interval.", changes_result=True, minimum=100
    )

    @property
    def asks_model(self) -> bool:
        """No model is needed."""
        return False


@dataclass(frozen=True, slots=True)
class BuildRequest(Request):
    """Turn raw reviews into structured ones: aspects, viewpoints, conclusion, rating."""

    raw: Path = option(
        argument=True, help="Raw reviews: JSONL with book, reviewer, rating, text.", changes_result=True
    )
    output: Path = option(help="Structured reviews, one a line.", changes_result=False, short="-o")
    recorded: bool = option(
        False,
        help="`text` is a model's recorded Markdown: read it, ask no model.",
        changes_result=True,
    )
    model: str | None = option(
        None,
        help="The model that structures the reviews: PROVIDER/NAME, such as openai/gpt-4o.",
        changes_result=True,
        signed_as="m",
    )
    second_model: str | None = option(
        None, help="Asked where the first does not keep to the reader's words.", changes_result=True
    )
    ask_names: bool = option(
        False, help="Ask the model which aspect an unknown name belongs to.", changes_result=True
    )

    def validate(self) -> None:
        """A recording is read without a model."""
        Request.validate(self)
        if self.recorded and (self.second_model or self.ask_names):
            raise UsageError("--recorded asks no model: leave out --second-model and --ask-names")

    @property
    def asks_model(self) -> bool:
        """A model is asked unless the reviews are recorded outputs."""
        return not self.recorded
