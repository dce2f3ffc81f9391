"""Scores: the words that stand beside the figure of a score."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """How a score is said in a language. Each is a pattern, in lower case; an empty one matches nothing."""

    of: str = ""
    """What stands between a score and its maximum, as in `8 out of 10`."""
    points: str = ""
    """What is counted, as in `80 points`."""
    stars: str = ""
    """What is counted where it is stars, as in `4 stars`."""
    percent: str = ""
    """How hundredths are said, with `N` for their number, as in `80 percent`."""
    maximum: tuple[str, ...] = ()
    """How the maximum is said apart from the score, with `N` for it, as in `on a scale of 10`."""
