"""What the gauge sees of a chapter: a hundred figures of style, order and repetition, for English prose.

Order matters as much as style, because style alone would reward shuffled words (they look rich). So order is
measured by a small bigram model over kinds of words, and by the links between neighbouring sentences and halves.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fabula.gauge import halves, order, style
from fabula.gauge.drift import ENOUGH, Array, rates
from fabula.gauge.prose import Prose, runs

_GROUPS = (
    style.variety,
    style.wording,
    style.sentence_shapes,
    style.paragraph_shapes,
    style.talk,
    order.repetition,
    order.order,
    halves.halves,
    order.ending,
)


@dataclass(slots=True)
class Earlier:
    """What the gauge remembers of a story's earlier chapters."""

    runs: set[tuple[str, ...]] = field(default_factory=set)
    last_runs: set[tuple[str, ...]] = field(default_factory=set)
    """From the previous chapter."""
    opening: Array | None = None
    """The frequency of each common word in the first chapter that is long enough."""


def figures(prose: Prose, earlier: Earlier, bigrams: Array) -> dict[str, float]:
    """Every figure of one chapter by name. `bigrams` are the log likelihood ratios of pairs of kinds against chance."""
    found: dict[str, float] = {}
    for group in _GROUPS:
        found |= group(prose)
    return found | order.follow(prose, bigrams) | _across(prose, earlier)


def remember(prose: Prose, earlier: Earlier) -> None:
    """Adds a chapter to what is remembered for the next."""
    earlier.last_runs = runs(prose.words, 3)
    earlier.runs |= runs(prose.words, 4)
    if earlier.opening is None and len(prose.words) >= ENOUGH:
        earlier.opening = rates(prose)


def _across(prose: Prose, earlier: Earlier) -> dict[str, float]:
    """How much this chapter repeats from the earlier chapters. Zero in a first chapter."""
    own = runs(prose.words, 4)
    return {
        "across.runs": len(own & earlier.runs) / max(1, len(own)),
        "across.last_runs": len(runs(prose.words, 3) & earlier.last_runs) / max(1, len(own)),
    }
