"""How a model is asked: what the command line and settings files decide before a door is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.models.chat import Tally
from fabula.models.ledger.databases import Place
from fabula.models.retry import Clock, RetryPolicy


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """How to ask a model. The defaults are safe."""

    base_url: str | None = None
    main: tuple[str, ...] | None = None
    """The models of --model: `base_url` and FABULA_API_KEY are for their server alone. None: the one that is asked."""
    reading_model: str | None = None
    """Who reads before others judge or write: summaries, cast, excerpts. None: the model that is asked."""
    ledger: Place | None = None
    """None: FABULA_LEDGER, fabula.toml, or the user's own data folder."""
    prompts: Path | None = None
    """A folder of the user's own prompt files, used in place of ours."""
    max_cost: float | None = None
    max_calls: int | None = None
    budget: str | None = None
    """--budget: the name of a budget that other runs on the ledger share. None: the caps are this run's alone."""
    concurrency: int | None = None
    """Most requests in flight; None for what suits the provider."""
    batch: bool = False
    """--batch: questions go as the provider's batches, for half the price and an answer within a day."""
    rehearsal: bool = False
    """--dry-run: nothing is sent; answers are made up and counted."""
    command: str = ""
    """What the user asked for, for the record of the run."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Inputs and seeds, for the record of the run."""
    watch: Callable[[Tally], None] | None = None
    """Called with the tally when the door opens; the tally then changes as the run goes on."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    attempt_timeout: float = 300.0
    grace: float = 60.0
    """Seconds to wait for requests in flight when a run ends early: they will be billed."""
    clock: Clock = field(default_factory=Clock)
