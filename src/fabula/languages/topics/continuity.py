"""Continuity: what a text says of dates, deaths and looks, so that two places can be held against each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

Dated = tuple[int, int, int, date]
"""Start, end, the weekday that the text gives (Monday is 0), and the day."""


@dataclass(frozen=True, slots=True)
class ContinuityRules:
    """Patterns for what a text states. Without one, the check is skipped."""

    dates: Callable[[str], Iterator[Dated]] | None = None
    """Every full date with its weekday."""
    death: re.Pattern[str] | None = None
    """What follows a name when the narration says that this person has died."""
    dead_before: re.Pattern[str] | None = None
    """What follows a name when the death lies before the scene that speaks of it."""
    doubted: re.Pattern[str] | None = None
    """What, before the name, makes the death a wish, a fear or a condition."""
    dying: re.Pattern[str] | None = None
    """Any word of dying, in a sentence that names somebody."""
    traits: tuple[re.Pattern[str], ...] = ()
    """What follows a name and says the colour of eyes or hair; the groups `part` and `colour`, or `likened` to a thing."""
    traits_of_pronoun: tuple[re.Pattern[str], ...] = ()
    """The same with a pronoun as the group `who`, in a sentence that names one person."""
    traits_alone: re.Pattern[str] | None = None
    """The same without saying whose, in a sentence that names one person."""
    parts: re.Pattern[str] | None = None
    """What each of those two names. They stay within a line."""
    pronouns: Mapping[str, str] = field(default_factory=dict)
    """Such a pronoun in lower case, and its gender: `f` or `m`."""
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For eyes and for hair: a colour, and its group. Two groups contradict each other; colours that writers mix, such
    as grey and blue, have none."""
