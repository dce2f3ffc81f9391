"""How a model is asked to answer for a reader, with defaults."""

from __future__ import annotations

from dataclasses import dataclass

from fabula.models.replicates import VARIED

TEMPERATURE = VARIED
"""Also where a question is asked once: PerSE states it for its judges."""
REPEATS = 5
PAST = 5
"""How many past judgements are shown of a reader who has many more."""
BUDGET = 2_500
"""The maximum words of plots and reviews in one question; characters in Chinese. More where the model's context is known to hold more."""
_INSTRUCTIONS = 1_000
"""Tokens kept for the instructions of a question."""
_WORDS_PER_TOKEN = 0.5
"""Words (characters in Chinese) that certainly fit in a token of any model."""


@dataclass(frozen=True, slots=True)
class PersonaSettings:
    """How a model is asked. With the profile and the story, this fully determines every question."""

    repeats: int = REPEATS
    temperature: float = TEMPERATURE
    budget: int | None = None
    """The maximum words in one question. None: what the model's context holds, or BUDGET if that is not known."""
    with_reviews: bool = True
    """If False, show only the reader's scores without their words."""
    nearest: int | None = None
    """Show only this many past judgements: those whose stories are nearest to the one asked about. None: show all."""

    def room(self, context: int | None, answer: int) -> int:
        """How many words of plots and reviews a question to a model with this context may hold."""
        if self.budget is not None:
            return self.budget
        if context is None:
            return BUDGET
        return max(int((context - answer - _INSTRUCTIONS) * _WORDS_PER_TOKEN), 100)
