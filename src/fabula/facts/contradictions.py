"""Where the story probably says otherwise: somebody dies in a sentence and lives in the story, or a number is another.

Each rule was chosen for its precision on books, by language (docs/facts.md). Swapped names have no rule: one true sentence
stood among three that such a rule named. What a rule does not name is at most doubtful.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.facts.signals import Seen
    from fabula.facts.story_index import StoryIndex
    from fabula.facts.weighing import Scale

LEAST_LINES = 500
"""Shorter stories say too little of their people for these rules, which were measured on novels."""
_DEATHS, _LIVES, _SCORE_OF_DEATH = ("death", "gone", "ended"), -1.0, 0.1
_MISCOUNTED, _SCORE_OF_NUMBER = -4.4, 0.0
"""How weak the signals must be, and how low the whole score."""
_MOST = 2.0
"""No signal of a death counts more than this: somebody who dies when first seen in a scene stands near few words of death."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why a sentence is probably false, and the line that says otherwise."""

    notice: Notice
    line: int


def contradiction(index: StoryIndex, scale: Scale, found: Seen) -> Contradiction | None:
    """The first rule that names the sentence."""
    if index.size < LEAST_LINES:
        return None
    parts, score, surely = scale.parts(found), scale.score(found), index.language.claims.surely
    if "death" in surely and score < _SCORE_OF_DEATH:
        last = _last_seen(index, found)
        if last is not None and fmean(max(-_MOST, min(_MOST, parts[name])) for name in _DEATHS) < _LIVES:
            return Contradiction(Notice.of("facts.lives-on", people=index.named(found.dying)), last)
    if "number" not in surely or found.counted is None or score >= _SCORE_OF_NUMBER:
        return None
    if parts["miscounted"] >= _MISCOUNTED:
        return None
    return Contradiction(Notice.of("facts.counted-otherwise"), found.counted)


def _last_seen(index: StoryIndex, found: Seen) -> int | None:
    """The last line that names one of those who die in the sentence."""
    return max((int(lines[-1]) for lines in map(index.lines_of, found.dying) if len(lines)), default=None)
