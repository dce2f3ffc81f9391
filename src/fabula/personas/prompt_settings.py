"""How a model is asked to answer for a reader, with defaults."""

from __future__ import annotations

from dataclasses import dataclass

TEMPERATURE = 0.8
REPEATS = 5
BUDGET = 2_500
"""The maximum words of plots and reviews in one question; characters in Chinese."""


@dataclass(frozen=True, slots=True)
class PersonaSettings:
    """How a model is asked. With the profile and the story, this fully determines every question."""

    repeats: int = REPEATS
    temperature: float = TEMPERATURE
    budget: int = BUDGET
    with_reviews: bool = True
    """If False, show only the reader's scores without their words."""
