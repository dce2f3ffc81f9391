"""Which people of an English book are where: who is there whenever somebody is spoken to by a name that only speakers use."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import log

from fabula.languages.en.name_parts import Name, root
from fabula.languages.en.person import Context, Person

NEAR = 6
"""Within so many paragraphs of a mention somebody is taken to be there."""
_IS_THERE, _ELSEWHERE = 0.9, 0.1
"""How often the bearer of a name is named around it, and how often they are not."""


class Presence:
    """Where the people of a book are named."""

    def __init__(self, people: Sequence[Person], context: Context) -> None:
        self._context = context
        self.told = [_places(person, context.told_at) for person in people]
        self.said = [_places(person, context.said_at) for person in people]
        self.named = [sorted({*told, *said}) for told, said in zip(self.told, self.said, strict=True)]
        self._sets = [frozenset(told) for told in self.told]

    @cached_property
    def _shares(self) -> list[float]:
        """The share of the book's paragraphs that are near a mention of each person."""
        last = max((places[-1] for places in self.named if places), default=0) + 1
        return [
            len({near for place in places for near in range(place - NEAR, place + NEAR + 1)}) / last
            for places in self.named
        ]

    def of_given(self, given: str, surnames: Collection[str]) -> set[int]:
        """The paragraphs with somebody of this given name, who has one of these surnames or none."""
        found: set[int] = set()
        for at in (self._context.told_at, self._context.said_at):
            for name, places in at.items():
                theirs = name.given == given and (not surnames or root(name.surname) in surnames)
                if theirs or name.bare == given:
                    found |= places
        return found

    def told_together(self, one: int, other: int) -> int:
        """In how many paragraphs the narrator names both."""
        return len(self._sets[one] & self._sets[other])

    def is_told_apart(self, one: int, other: int) -> bool:
        """Whether the narrator names both side by side, as nobody names one person."""
        together, fewer = self.told_together(one, other), min(len(self.told[one]), len(self.told[other]))
        return together >= 3 and together > 0.15 * fewer

    def is_only_spoken(self, one: int) -> bool:
        """Whether hardly anybody but speakers uses the name."""
        return len(self.told[one]) <= 0.2 * len(self.named[one])

    def likeness(self, name: int, bearer: int) -> float:
        """How much likelier the places of a name are if it means this person, than by chance: a logarithm."""
        share = min(0.95, max(0.005, self._shares[bearer]))
        near = sum(_is_near(self.named[bearer], place) for place in self.named[name])
        far = len(self.named[name]) - near
        return near * log(_IS_THERE / share) + far * log(_ELSEWHERE / (1 - share))


def _places(person: Person, places: Mapping[Name, frozenset[int]]) -> list[int]:
    return sorted(set(chain.from_iterable(places.get(name, ()) for name in person.names)))


def _is_near(places: Sequence[int], place: int) -> bool:
    index = bisect_left(places, place - NEAR)
    return index < len(places) and places[index] <= place + NEAR
