"""The requests for training: exporting reviews as training examples, and fine-tuning a judge on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.errors import UsageError
from fabula.request import Request, option
from fabula.reviews.request import REVIEWERS_HELP

Learner = Literal["critique", "persona"]


@dataclass(frozen=True, slots=True)
class ExportRequest(Request):
    """Export reviews as training examples for `fabula train`."""

    learner: Learner = option(
        help="What the examples train: critique or persona.", changes_result=True, flag="--for"
    )
    output: Path = option(
        help="Training examples: JSONL in chat format, one per review.", changes_result=False, short="-o"
    )
    books: Path | None = option(None, help="For critique: books, JSONL as released.", changes_result=True)
    reviews: Path | None = option(None, help="For critique: reviews, parquet or JSONL.", changes_result=True)
    asked: Path | None = option(
        None, help="For persona: a folder that `persona build` wrote.", changes_result=True
    )
    one_each: bool = option(
        False, help="For persona: write a separate file for each aspect of a choice.", changes_result=True
    )
    without_reviews: bool = option(
        False, help="For persona: show past scores without the reader's words.", changes_result=True
    )
    thin: bool = option(
        True, help="Thin each book's reviews to its rating distribution.", changes_result=True
    )
    normalise: bool = option(
        True, help="Shift each reader's stars to the platform's mean and spread.", changes_result=True
    )
    reviewers: Path | None = option(None, help=REVIEWERS_HELP, changes_result=True)
    seed: int = option(0, help="The same seed draws the same reviews.", changes_result=True)

    def validate(self) -> None:
        """Check that the files for the chosen kind of judge are given."""
        Request.validate(self)
        if self.learner == "persona" and self.asked is None:
            raise UsageError("--for persona needs --asked, a folder that `fabula persona build` wrote")
        if self.learner == "critique" and (self.books is None or self.reviews is None):
            raise UsageError("--for critique needs --books and --reviews")

    @property
    def asks_model(self) -> bool:
        """No model is needed."""
        return False


@dataclass(frozen=True, slots=True)
class FineTuneRequest(Request):
    """Fine-tune a judge on training examples."""

    model: str = option(
        help="A causal language model: a folder, or a name on the hub.",
        changes_result=True,
        signed_as="m",
    )
    data: Path = option(
        help="Training examples in chat format, from `fabula readers export`.",
        changes_result=True,
        signed_as="text",
    )
    output: Path = option(
        help="A folder for weights, checkpoints and log.jsonl.", changes_result=False, short="-o"
    )
    full: bool = option(
        False,
        help="Train all weights, instead of a LoRA on every linear layer.",
        changes_result=True,
        flag="--full/--lora",
    )
    rank: int = option(64, help="Rank of the LoRA.", changes_result=True, minimum=1)
    alpha: int = option(16, help="Alpha of the LoRA.", changes_result=True, minimum=1)
    learning_rate: float = option(1e-5, help="The highest learning rate.", changes_result=True, minimum=0)
    batch: int = option(32, help="Examples per step, over all devices.", changes_result=True, minimum=1)
    epochs: int = option(3, help="Passes over the data.", changes_result=True, minimum=1)
    length: int = option(
        8192,
        help="Tokens per row. Longer examples are left out and counted.",
        changes_result=True,
        minimum=64,
    )
    share: int = option(
        8,
        help="The most examples that share one pass over a common beginning; 1 means no sharing.",
        changes_result=True,
        minimum=1,
    )
    seed: int = option(
        0, help="The same seed gives the same order and the same weights.", changes_result=True
    )
    save_every: int = option(100, help="Steps between checkpoints.", changes_result=False, minimum=1)
    checkpointing: bool = option(
        True,
        help="Recompute activations to save memory. Without this, training is about a quarter less work.",
        changes_result=False,
    )
    merge: bool = option(
        False,
        help="Also write the LoRA merged into its model, under merged/.",
        changes_result=False,
    )
    plan: bool = option(
        False,
        help="Train nothing: print the GPU memory that it takes, and what fits in 80 GB.",
        changes_result=False,
    )
    resume: bool = option(
        False, help="Continue the run in --output from its last checkpoint.", changes_result=False
    )

    def validate(self) -> None:
        """Only a LoRA can be merged."""
        Request.validate(self)
        if self.merge and self.full:
            raise UsageError("--merge folds a LoRA into its model; --full trains the model itself")

    @property
    def asks_model(self) -> bool:
        """No model is asked. One is trained."""
        return False
