"""Replicates of one question: the temperature at which they say something, and answers that are one answer repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fabula.notices import Notice
from fabula.request import option

VARIED = 0.8
"""The temperature of replicates. At 0 a server that decodes greedily gives one answer, however often it is asked.

It is the one that PerSE states for its judges. WebNovelBench states 0.6 for writing, and LongStoryEval 0 for GPT-4o, whose
answers differ even so.
"""
_TOO_LONG_FOR_CHANCE = 200
"""Characters from which equal answers at a temperature above 0 are no coincidence. Short ones, such as a yes, often are."""


def temperature_option() -> Any:
    """The option of every question that may be asked several times."""
    return option(
        None,
        help=f"Sampling temperature. Default: 0 for one answer, {VARIED:g} for several; at 0, several answers are often the same one.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )


def temperature_for(times: int, given: float | None) -> float:
    """The user's temperature; without one, one at which answers to the same question differ, if there are several."""
    if given is not None:
        return given
    return VARIED if times > 1 else 0.0


def copied(texts: Sequence[str]) -> bool:
    """Are several answers of one response copies of the first?"""
    return len(texts) > 1 and len(set(texts)) == 1 and len(texts[0]) >= _TOO_LONG_FOR_CHANCE


@dataclass(slots=True)
class Repeated:
    """Counts the questions of a run that were asked several times, and those whose answers are one answer repeated."""

    questions: int = 0
    alike: int = 0
    most: int = 0
    """The most answers to one question."""

    def note(self, texts: Sequence[str]) -> None:
        """The answers to one question."""
        if len(texts) < 2:
            return
        self.questions += 1
        self.alike += len(set(texts)) == 1
        self.most = max(self.most, len(texts))

    @property
    def notice(self) -> Notice | None:
        """Said where no question at all got two different answers: then nothing is known of spread."""
        if not self.questions or self.alike < self.questions:
            return None
        return Notice.of("models.one-answer-repeated", n=self.most, questions=self.questions)
