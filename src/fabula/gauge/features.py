"""What the gauge sees of a chapter: a hundred figures of style, order and repetition. English prose.

Order matters here as much as style: style alone would reward shuffled words (they look rich), so what follows what is
measured too, by a small bigram model over kinds of words and by what holds neighbouring sentences and halves together.
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
    """What the chapters before this one of the same story leave behind."""

    runs: set[tuple[str, ...]] = field(default_factory=set)
    last_runs: set[tuple[str, ...]] = field(default_factory=set)
    """Of the chapter just before."""
    opening: Array | None = None
    """How often each common word stood in the first chapter long enough to say so."""


def figures(prose: Prose, earlier: Earlier, bigrams: Array) -> dict[str, float]:
    """Every figure of one chapter by name; `bigrams` are log likelihood ratios of kinds, following against by chance."""
    found: dict[str, float] = {}
    for group in _GROUPS:
        found |= group(prose)
    return found | order.follow(prose, bigrams) | _across(prose, earlier)


def remember(prose: Prose, earlier: Earlier) -> None:
    """Add a chapter to what comes before the next."""
    earlier.last_runs = runs(prose.words, 3)
    earlier.runs |= runs(prose.words, 4)
    if earlier.opening is None and len(prose.words) >= ENOUGH:
        earlier.opening = rates(prose)


def _across(prose: Prose, earlier: Earlier) -> dict[str, float]:
    """What this chapter takes over from the chapters before; zero in a first chapter."""
    own = runs(prose.words, 4)
    return {
        "across.runs": len(own & earlier.runs) / max(1, len(own)),
        "across.last_runs": len(runs(prose.words, 3) & earlier.last_runs) / max(1, len(own)),
    }
