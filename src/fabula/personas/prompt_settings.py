"""How a model is asked in a reader's place, and its defaults."""

from __future__ import annotations

from dataclasses import dataclass

TEMPERATURE = 0.8
REPEATS = 5
BUDGET = 2_500
"""Words of plots and reviews that one question may hold; characters in Chinese."""


@dataclass(frozen=True, slots=True)
class PersonaSettings:
    """How a model is asked; with the profile and the story it decides every question."""

    repeats: int = REPEATS
    temperature: float = TEMPERATURE
    budget: int = BUDGET
    with_reviews: bool = True
    """False leaves the reader's own words out and shows their scores alone."""
