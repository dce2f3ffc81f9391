"""The request of PerSE: can a model predict what a particular reader will say?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from fabula.errors import UsageError
from fabula.personas.prompt_settings import PersonaSettings
from fabula.personas.reader_options import answer_temperature, seed_of_chance, times_asked
from fabula.personas.request import Pick
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
    model: tuple[str, ...] = option(
        (), help="PROVIDER/NAME to compare (repeatable).", changes_result=True, signed_as="m"
    )
    past: tuple[int, ...] = option(
        (),
        help="Numbers of past judgements to ask with, as 1,3 or 0..5. Default: all that the data has, 5 for LongStoryEval.",
        changes_result=True,
        comma=True,
    )
    sweep: bool = option(
        False,
        help="Also ask with fewer past judgements down to 0, each in three orders, and with scores but no reviews.",
        changes_result=True,
    )
    pick_past: Pick = option(
        "any",
        help="any: the first past judgements. nearest: those most similar to the story in question.",
        changes_result=True,
    )
    hidden: bool = option(
        False,
        help="Also ask with every name replaced, and with plots that the model summarised (the paper's Figure 8).",
        changes_result=True,
    )
    repeats: int = times_asked(1)
    temperature: float = answer_temperature()
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
    seed: int = seed_of_chance()

    @property
    def settings(self) -> PersonaSettings:
        """How each question is asked."""
        return PersonaSettings(self.repeats, self.temperature)

    def for_model(self, model: str | None) -> Self:
        """`embedded` if no model is named: then only ratings answer."""
        named = self.model or (() if model in (None, "embedded") else (model,))
        named = tuple(each for each in named if each != "embedded")
        settled = self.but(model=named, method=self.method or ("model" if named else "embedded"))
        settled.validate()
        return settled

    def validate(self) -> None:
        """Check the numbers of past judgements, and that there is a model if one is to answer."""
        Request.validate(self)
        if any(each < 0 for each in self.past):
            raise UsageError("--past takes numbers from 0 on, such as 1,3 or 0..5")
        if self.method == "model" and not self.model:
            raise UsageError("no model is named: give --model PROVIDER/NAME once for each model")

    @property
    def asks_model(self) -> bool:
        """Whether a model answers, rather than ratings alone."""
        return self.method != "embedded"
