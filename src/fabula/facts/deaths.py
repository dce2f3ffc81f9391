"""Does somebody die in a story? How close they stand to death in it, and whether they are seen no more afterwards."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.story_index import Claim, StoryIndex

_END = 0.1
"""The last share of a story. Most of the dead are not seen in it."""
_SPAN = 8
"""Lines about one death lie within this many lines of each other."""
_FEW = 0.3
_SLACK = 0.02
"""Of the story's length: rates over a shorter stretch are damped."""
_NOWHERE = -1.0
"""For somebody whom no line about death is near."""


def dying(index: StoryIndex, claim: Claim) -> Sequence[int]:
    """Who dies in a sentence."""
    rules = index.language.claims
    return rules.dying(rules.fold(claim.text), claim.places)


def near_death(index: StoryIndex, people: Sequence[int]) -> float:
    """How much more often than usual these people stand near death."""
    if not people:
        return 0.0
    return float(np.mean([math.log(index.deaths_near(who)) - index.usual_deaths for who in people]))


def seen_no_more(index: StoryIndex, people: Sequence[int]) -> tuple[float | None, float | None]:
    """How much rarer these people are at the end of the story than before, and after the death that fits best."""
    known = [who for who in people if len(index.lines_of(who))]
    if not known:
        return None, None
    return float(np.mean([_at_end(index, who) for who in known])), float(
        np.mean([_after_death(index, who) for who in known])
    )


def _at_end(index: StoryIndex, who: int) -> float:
    lines = index.lines_of(who)
    late = (lines >= (1 - _END) * index.size).sum()
    return -math.log((late + _FEW) / (len(lines) * _END + _FEW))


def _after_death(index: StoryIndex, who: int) -> float:
    lines, slack = index.lines_of(who), _SLACK * index.size
    near = index.near_person(who, 1) & index.deaths
    best = None
    for at in np.flatnonzero(near):
        before = ((lines <= at).sum() + 1) / (at + slack)
        after = ((lines > at).sum() + _FEW) / (index.size - at + slack)
        together = near[max(0, at - _SPAN) : at + _SPAN + 1].sum()
        value = math.log(before / after) + 0.5 * math.log(together)
        best = value if best is None else max(best, value)
    return _NOWHERE if best is None else float(best)
