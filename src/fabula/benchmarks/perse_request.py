"""The request of PerSE: can a model predict what a particular reader will say?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from fabula.personas.prompt_settings import TEMPERATURE, PersonaSettings
from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class BenchPerseRequest(Request):
    """Predicts a particular reader's scores, choices and reviews, beside baselines that know only their ratings."""

    data: Path = option(
        help="A folder from `persona build`, or LongStoryEval's released files.", changes_result=True
    )
    questions: int = option(200, help="Ask at most this many questions.", changes_result=True, minimum=4)
    method: Literal["model", "embedded"] | None = option(
        None,
        help="model: a model answers for the reader; embedded: only ratings. Default: model if one is named.",
        changes_result=True,
    )
    sweep: bool = option(
        False,
        help="Also ask with 0 to 5 past judgements, in three orders, and with scores but no reviews.",
        changes_result=True,
    )
    repeats: int = option(
        1, help="How often to ask each question.", changes_result=True, signed_as="n", minimum=1
    )
    temperature: float = option(
        TEMPERATURE,
        help="Sampling temperature; 0 gives the most likely answer.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )
    unseen: bool = option(
        False,
        help="Also cross-validate the baselines on stories without earlier ratings.",
        changes_result=True,
    )
    bert: Path | None = option(
        None, help="A local encoder, for BERTScore (needs fabula[train]).", changes_result=True
    )
    bart: Path | None = option(
        None, help="A local BART, for BARTScore (needs fabula[train]).", changes_result=True
    )
    seed: int = option(0, help="The seed for random draws.", changes_result=True)

    @property
    def settings(self) -> PersonaSettings:
        """How each question is asked."""
        return PersonaSettings(self.repeats, self.temperature)

    def for_model(self, model: str | None) -> Self:
        """`embedded` if no model is named: then only ratings answer."""
        named = None if model in (None, "embedded") else model
        settled = self.but(method=self.method or ("model" if named else "embedded"))
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether a model answers, rather than ratings alone."""
        return self.method != "embedded"
