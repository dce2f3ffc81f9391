"""The request of `fabula calibrate`: what a judge's score means in readers' stars."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class CalibrateRequest(Request):
    """How many stars would readers give a book with this judge's score?"""

    scores: Path = option(
        argument=True,
        help="Scored books: `evaluate SHELF --json`, or JSONL or CSV with an id, `overall`, and aspects, `genre`, `words` if known.",
        changes_result=True,
    )
    truth: Path | None = option(
        None,
        help="Readers' ratings of the same ids, from 1 to 5. Default: the column `readers` of the scores.",
        changes_result=True,
    )
    low: float = option(0.0, help="The lowest score of the judge's scale.", changes_result=True)
    high: float = option(100.0, help="The highest score of the judge's scale.", changes_result=True)
    out: Path = option(
        Path("judge.calibration.json"), help="The file to write.", changes_result=False, short="-o"
    )
    seed: int = option(0, help="The same seed gives the same folds.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if self.low >= self.high:
            raise UsageError(f"--low {self.low:g} must be below --high {self.high:g}")

    @property
    def asks_model(self) -> bool:
        """No model is needed."""
        return False
