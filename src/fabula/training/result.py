"""The results of training, as saved and printed by --json."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.result import Result


class ExportResult(Result):
    """Training examples that were written."""

    KIND: ClassVar[str] = "readers-export"

    kind: str = KIND
    outcomes: dict[str, int]
    """For critique: reviews by outcome. For persona: examples by file."""
    output: str


class MemoryWay(BaseModel):
    """The GPU memory of one way to train, in GiB on each GPU."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    full: bool
    checkpointing: bool
    """Activations are computed twice instead of kept."""
    length: int
    trained: int
    """Parameters that are trained."""
    weights: float
    gradients: float
    optimiser: float
    activations: float
    total: float
    """Including a tenth that the allocator cannot use, and CUDA itself."""
    fits: bool
    longest: int | None
    """The longest row, in tokens, with which it fits. None if no row does."""


class MemoryPlan(BaseModel):
    """What training takes, and which ways fit an 80 GB GPU. An estimate from the model's config."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    parameters: int
    room: float
    """GiB that an 80 GB GPU leaves to one process."""
    asked: MemoryWay
    ways: tuple[MemoryWay, ...]


class FineTuneResult(Result):
    """A judge that was trained."""

    KIND: ClassVar[str] = "train"

    kind: str = KIND
    steps: int
    examples: int
    too_long: int
    """How many times an example was left out because it was longer than a row."""
    loss: float | None
    """At the end. None if nothing was trained."""
    output: str
    memory: MemoryPlan | None = None
    """With --plan: what it would take. Then nothing was trained."""
