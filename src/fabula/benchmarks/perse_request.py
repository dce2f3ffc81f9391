"""PerSE's question: can a model tell what one particular reader will say?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from fabula.personas.prompt_settings import TEMPERATURE, PersonaSettings
from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class BenchPerseRequest(Request):
    """Scores, choices and reviews as one reader would give them, beside what their ratings alone tell."""

    data: Path = option(
        help="A folder of `persona build`, or LongStoryEval's released files.", changes_result=True
    )
    questions: int = option(200, help="Ask this many questions at most.", changes_result=True, minimum=4)
    method: Literal["model", "embedded"] | None = option(
        None,
        help="model: a model answers in the reader's place; embedded: ratings alone. Default: model if one is named.",
        changes_result=True,
    )
    sweep: bool = option(
        False,
        help="Also 0 to 5 past judgements, three orders of them, and scores without reviews.",
        changes_result=True,
    )
    repeats: int = option(
        1, help="Times each question is asked.", changes_result=True, signed_as="n", minimum=1
    )
    temperature: float = option(
        TEMPERATURE,
        help="How freely the model answers; 0 gives its likeliest answer.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )
    unseen: bool = option(
        False,
        help="Also the baselines on stories that nobody rated, by cross-validation.",
        changes_result=True,
    )
    bert: Path | None = option(
        None, help="A local encoder, for BERTScore (needs fabula[train]).", changes_result=True
    )
    bart: Path | None = option(
        None, help="A local BART, for BARTScore (needs fabula[train]).", changes_result=True
    )
    seed: int = option(
        0, help="Where chance plays a part, the same seed gives the same result.", changes_result=True
    )

    @property
    def settings(self) -> PersonaSettings:
        """How each question is put."""
        return PersonaSettings(self.repeats, self.temperature)

    def for_model(self, model: str | None) -> Self:
        """Ratings alone answer where no model is named, or `embedded`."""
        named = None if model in (None, "embedded") else model
        settled = self.but(method=self.method or ("model" if named else "embedded"))
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether a model answers, and not ratings alone."""
        return self.method != "embedded"
