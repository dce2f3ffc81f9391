"""The results of training, as saved and printed by --json."""

from __future__ import annotations

from typing import ClassVar

from fabula.result import Result


class ExportResult(Result):
    """Training examples that were written."""

    KIND: ClassVar[str] = "readers-export"

    kind: str = KIND
    outcomes: dict[str, int]
    """For critique: reviews by outcome. For persona: examples by file."""
    output: str


class FineTuneResult(Result):
    """A judge that was trained."""

    KIND: ClassVar[str] = "train"

    kind: str = KIND
    steps: int
    examples: int
    too_long: int
    """How many times an example was left out because it was longer than a row."""
    loss: float
    """At the end."""
    output: str
