"""The request of `fabula agree`: how well do scores agree with people's ratings?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class AgreeRequest(Request):
    """How well do scores agree with what people said?"""

    scores: Path = option(
        argument=True, help="Scores: JSONL or CSV, one row per item, with an id.", changes_result=True
    )
    truth: Path | None = option(
        None,
        argument=True,
        help="What people said: JSONL or CSV with the same ids. Default: --truth-column of SCORES.",
        changes_result=True,
    )
    group: str | None = option(
        None,
        help="Also measure within groups: a column of labels (genre) or numbers (length).",
        changes_result=True,
    )
    against: Path | None = option(
        None, help="Scores of another system, compared pair by pair.", changes_result=True
    )
    round_truth: int | None = option(
        None,
        help="Round the truth to this many decimal places first.",
        changes_result=True,
        minimum=-6,
        maximum=12,
    )
    baseline: tuple[str, ...] = option(
        (),
        help="A column that should be easy to beat: length, genre, ... (repeat, or a,b).",
        changes_result=True,
    )
    column: tuple[str, ...] = option(
        (), help="Score columns to use; may be repeated; default: all.", changes_result=True
    )
    truth_column: str | None = option(None, help="The column that is the truth.", changes_result=True)
    resamples: int = option(
        10_000, help="Bootstrap resamples and shuffles.", changes_result=True, minimum=100
    )
    seed: int = option(0, help="The same seed gives the same intervals.", changes_result=True)

    @property
    def asks_model(self) -> bool:
        """No model is needed."""
        return False

    @property
    def baselines(self) -> tuple[str, ...]:
        """The baselines as a flat list, split at commas."""
        return tuple(name.strip() for given in self.baseline for name in given.split(",") if name.strip())
