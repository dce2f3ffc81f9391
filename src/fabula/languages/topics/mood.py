"""Mood: how bright or dark a sentence is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoodRules:
    """What scores a sentence from -1 (dark) to 1 (bright). Without a scorer there is no mood curve."""

    method: str = ""
    """The method behind the numbers, shown with them."""
    score: Callable[[str], float] | None = None
