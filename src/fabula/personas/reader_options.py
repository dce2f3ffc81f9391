"""How a judge is asked in a reader's place: options of every request about readers, audits included."""

from __future__ import annotations

from typing import Any

from fabula.personas.prompt_settings import TEMPERATURE
from fabula.request import option


def scale_of_profile() -> Any:
    """A field `profile_scale: str | None`."""
    return option(
        None, help="The scale of the profile's scores, such as 1-5; default 1-10.", changes_result=True
    )


def answer_temperature() -> Any:
    """A field `temperature: float`."""
    return option(
        TEMPERATURE,
        help="The sampling temperature. 0 gives the most likely answer.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )


def times_asked(default: int, help: str = "How often to ask each question.", minimum: int = 1) -> Any:
    """A field `repeats: int`."""
    return option(default, help=help, changes_result=True, signed_as="n", minimum=minimum)


def seed_of_chance() -> Any:
    """A field `seed: int`."""
    return option(0, help="The same seed gives the same random choices.", changes_result=True)


def questions_of_choice() -> Any:
    """A field `rubric: str`."""
    return option(
        "plot-preference",
        help="The questions of a choice: plot-preference, longstory, or your own TOML file.",
        changes_result=True,
    )
