"""The requests about readers' reviews: statistics of a set, and turning raw reviews into structured ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.request import Request, option

BOOKS_HELP = "Books: JSONL as in LongStoryEval's release."
REVIEWS_HELP = "Readers' reviews: parquet or JSONL, as released."

REVIEWERS_HELP = "Readers' own distributions for normalising: JSONL with reviewer and rating_distribution (counts from 5 stars to 1)."


@dataclass(frozen=True, slots=True)
class StatsRequest(Request):
    """What does a set of reviews contain?"""

    books: Path = option(help=BOOKS_HELP, changes_result=True)
    reviews: Path = option(help=REVIEWS_HELP, changes_result=True)
    thin: bool = option(
        False, help="Thin each book's reviews to its rating distribution first.", changes_result=True
    )
    normalise: bool = option(
        False, help="Shift each reader's stars to the platform's mean and spread first.", changes_result=True
    )
    ablations: bool = option(
        False,
        help="Compare the reviews in one table: raw, thinned, normalised, and thinned and normalised.",
        changes_result=True,
    )
    reviewers: Path | None = option(
        None,
        help=REVIEWERS_HELP,
        changes_result=True,
    )
    seed: int = option(0, help="The same seed draws the same reviews.", changes_result=True)
    resamples: int = option(
        2_000, help="Bootstrap resamples for each interval.", changes_result=True, minimum=100
    )

    def validate(self) -> None:
        """Check that readers' distributions are used for something."""
        Request.validate(self)
        if self.reviewers is not None and not (self.normalise or self.ablations):
            raise UsageError("--reviewers is used for normalising: add --normalise or --ablations")

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
    output: Path = option(help="Structured reviews, one per line.", changes_result=False, short="-o")
    recorded: bool = option(
        False,
        help="Read a model's recorded Markdown from `text` instead of asking a model.",
        changes_result=True,
    )
    model: str | None = option(
        None,
        help="The model that structures the reviews: PROVIDER/NAME, such as openai/gpt-4o.",
        changes_result=True,
        signed_as="m",
    )
    second_model: str | None = option(
        None,
        help="A second model to ask if the first does not keep to the reader's words.",
        changes_result=True,
    )
    ask_names: bool = option(
        False, help="Ask the model which aspect an unknown name belongs to.", changes_result=True
    )

    def validate(self) -> None:
        """Check that no model options are given with a recording."""
        Request.validate(self)
        if self.recorded and (self.second_model or self.ask_names):
            raise UsageError("--recorded uses no model: leave out --second-model and --ask-names")

    @property
    def asks_model(self) -> bool:
        """A model is needed unless the reviews are recorded outputs."""
        return not self.recorded
