"""Who meets whom: the main people as points in a frame. The same book always gives the same picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from fabula.reports.charts import Bond, Drawing, Person

if TYPE_CHECKING:
    from fabula.reading.cast import Tie
    from fabula.reading.measured import Measured

ROUNDS = 200
"""How often everybody is moved before the layout is taken."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing, and how many people fit in it."""

    width: int
    height: int
    people: int


PAGE_FRAME = Frame(680, 430, 18)
PHONE_FRAME = Frame(324, 380, 10)
LABEL_HEIGHT = 15
LETTER = 8.0
"""About how wide a letter of a label is in a wide font. A Chinese character takes 1.6 of them."""


def network(measured: Measured, frame: Frame) -> Drawing:
    """The points and lines: people who meet someone, and the ties between them."""
    leading = measured.cast.characters[: frame.people]
    mentions = {person.name: person.mentions or 0 for person in leading}
    ties = _strongest(
        [tie for tie in measured.ties if tie.one in mentions and tie.other in mentions], 2 * frame.people
    )
    places = _spread(_layout(ties), frame) if ties else {}
    heaviest = max(mentions.values())
    people = tuple(
        Person(name, mentions[name], x, y, y - 4 - 12.5 * (mentions[name] / heaviest) ** 0.5)
        for name, (x, y) in places.items()
    )
    lines = tuple(Bond(*places[tie.one], *places[tie.other], tie.weight) for tie in ties)
    return Drawing(frame.width, frame.height, people, lines)


def _strongest(ties: list[Tie], most: int) -> list[Tie]:
    """The strongest lines overall, and the strongest of each person.

    If everyone meets everyone, showing all lines shows nothing.
    """
    joined: set[str] = set()
    kept = []
    for place, tie in enumerate(ties):
        if place < most or tie.one not in joined or tie.other not in joined:
            kept.append(tie)
        joined |= {tie.one, tie.other}
    return kept


def _layout(ties: list[Tie]) -> dict[str, tuple[float, float]]:
    """People who meet often are close together; groups that never meet are apart.

    Everybody is pushed away by all others and pulled by those they meet, in ever smaller steps, from places on a circle
    (Fruchterman and Reingold 1991).
    """
    names = list(dict.fromkeys(name for tie in ties for name in (tie.one, tie.other)))
    count = len(names)
    pull = np.zeros((count, count))
    for tie in ties:
        one, other = names.index(tie.one), names.index(tie.other)
        pull[one, other] = pull[other, one] = tie.weight**0.5
    places = np.array([(cos(2 * pi * n / count), sin(2 * pi * n / count)) for n in range(count)])
    apart, step = 1.6 / count**0.5, 0.2
    for round_ in range(ROUNDS):
        delta = places[:, None] - places[None]
        distance = np.maximum(np.linalg.norm(delta, axis=-1), 0.01)
        force = (delta * (apart**2 / distance**2 - pull * distance / apart)[..., None]).sum(axis=1)
        length = np.maximum(np.linalg.norm(force, axis=-1, keepdims=True), 0.01)
        places += force / length * step * (1 - round_ / ROUNDS)
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, places, strict=True)}


def _spread(places: dict[str, tuple[float, float]], frame: Frame) -> dict[str, tuple[float, float]]:
    """Stretch the layout to the frame with all names inside it, and move points until no name covers another."""
    names = list(places)
    half = {
        name: 2 + max(16.0, LETTER * sum(1.6 if letter > "\u2e7f" else 1 for letter in name) / 2)
        for name in names
    }
    at: dict[str, list[float]] = {}
    for axis, size in ((0, frame.width), (1, frame.height)):
        values = [places[name][axis] for name in names]
        low, span = min(values), (max(values) - min(values)) or 1.0
        for name in names:
            at.setdefault(name, [0.0, 0.0])[axis] = (places[name][axis] - low) / span * size
    for _ in range(300):
        moved = False
        for n, one in enumerate(names):
            for other in names[n + 1 :]:
                moved |= _push(at[one], at[other], half[one] + half[other] + 6)
        for name in names:
            at[name][0] = min(max(at[name][0], half[name]), frame.width - half[name])
            at[name][1] = min(max(at[name][1], 18.0 + LABEL_HEIGHT), frame.height - 16.0)
        if not moved:
            break
    return {name: (x, y) for name, (x, y) in at.items()}


def _push(one: list[float], other: list[float], wide: float, tall: float = 46.0) -> bool:
    """Move two points apart if the boxes of point and name overlap, along the shorter way."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    over_x, over_y = wide - abs(dx), tall - abs(dy)
    if over_x <= 0 or over_y <= 0:
        return False
    axis, over = (0, over_x) if over_x < over_y else (1, over_y)
    sign = 1.0 if (dx, dy)[axis] >= 0 else -1.0
    one[axis] -= sign * over / 2
    other[axis] += sign * over / 2
    return True
