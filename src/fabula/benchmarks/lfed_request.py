"""The request of `bench lfed`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.quiz.choices import MOST_SHOTS, PromptChoice
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
        help="Numbers of examples for Tables 5 and 7, as 0,5 or 0..5.",
        changes_result=True,
        comma=True,
    )
    prompt: PromptChoice = option(
        "paper",
        help="The two prompts of the paper with its way of reading replies (paper), ours (short, long or both), or all four.",
        changes_result=True,
        signed_as="wording",
    )
    labels: Path | None = option(
        None,
        help="A file of question kinds; default: those of LFED's release, or the file beside the set.",
        changes_result=True,
    )
    attributes: Path | None = option(
        None,
        help="Your own table of novels: title, and any of type, length, year.",
        changes_result=True,
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
        """What each model is asked: every prompt, with every number of examples."""
        shots = tuple(dict.fromkeys((0, *self.shots)))
        return QuizRunRequest(
            self.data, shots, self.prompt, labels=self.labels, attributes=self.attributes, seed=self.seed
        )
