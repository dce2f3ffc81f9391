"""The request of `bench lfed`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.quiz.choices import MOST_SHOTS
from fabula.quiz.request import QuizRunRequest
from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class BenchLfedRequest(Request):
    """The tables of the LFED paper for any models."""

    data: Path = option(
        help="LFED.csv as released, or a set in the same format.", changes_result=True, signed_as="text"
    )
    model: tuple[str, ...] = option(
        (), help="PROVIDER/NAME to compare (repeatable).", changes_result=True, signed_as="m"
    )
    shots: tuple[int, ...] = option(
        tuple(range(MOST_SHOTS + 1)),
        help="Numbers of examples for Table 6, as 0,5 or 0..5.",
        changes_result=True,
        comma=True,
    )
    seed: int = option(0, help="The same seed draws the same examples.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if not self.model:
            raise UsageError("no model is named: give --model PROVIDER/NAME once for each model")
        self.quiz().validate()

    def for_model(self, model: str | None) -> Self:
        """If the request lists no models, the benchmark uses the named one."""
        settled = self.but(model=(model,)) if model and not self.model else self
        settled.validate()
        return settled

    def quiz(self) -> QuizRunRequest:
        """What each model is asked: both prompts, with every number of examples."""
        shots = tuple(dict.fromkeys((0, *self.shots)))
        return QuizRunRequest(self.data, shots, "both", seed=self.seed)
