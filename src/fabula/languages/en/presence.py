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
_ANSWERS = 3
"""Whoever is spoken to is named within so many paragraphs."""
_OFTEN_ADDRESSED = 4
"""Somebody is spoken to in so many paragraphs before the places show anything."""
_HARDLY = 0.25
"""The narrator uses a name near this share of the places where somebody is spoken to by it, if it is not the narrator's own."""
_IS_THERE, _ELSEWHERE = 0.9, 0.1
"""How often the bearer of a name is named around it, and how often they are not."""


class Presence:
    """Where the people of a book are named."""

    def __init__(self, people: Sequence[Person], context: Context) -> None:
        self._context = context
        self.people = people
        self.told = [_places(person, context.told_at) for person in people]
        self.said = [_places(person, context.said_at) for person in people]
        self.named = [sorted({*told, *said}) for told, said in zip(self.told, self.said, strict=True)]
        self._sets = [frozenset(told) for told in self.told]

    @cached_property
    def addressed(self) -> list[list[int]]:
        """Where each person is spoken to by name."""
        return [_places(person, self._context.addressed_at) for person in self.people]

    @cached_property
    def _shares(self) -> list[float]:
        """The share of the book's paragraphs that are near a mention of each person."""
        return self._reached(self.named, NEAR)

    @cached_property
    def _shares_told(self) -> list[float]:
        """The share of the book's paragraphs that are near somebody's name in the narration."""
        return self._reached(self.told, _ANSWERS)

    def _reached(self, places: Sequence[Sequence[int]], reach: int) -> list[float]:
        last = max((each[-1] for each in self.named if each), default=0) + 1
        return [
            len({near for place in each for near in range(place - reach, place + reach + 1)}) / last
            for each in places
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
        return self.told_together(one, other) >= 3 and self.share_told_together(one, other) > 0.15

    def share_told_together(self, one: int, other: int) -> float:
        """The share of the paragraphs with the rarer of two names in which the narrator uses both."""
        return self.told_together(one, other) / max(1, min(len(self.told[one]), len(self.told[other])))

    def is_only_spoken(self, one: int) -> bool:
        """Whether hardly anybody but speakers uses the name."""
        return len(self.told[one]) <= 0.2 * len(self.named[one])

    def share_near(self, name: int, bearer: int) -> float:
        """In what share of the places of a name the other's is near."""
        near = sum(_is_near(self.named[bearer], place) for place in self.named[name])
        return near / max(1, len(self.named[name]))

    def likeness(self, name: int, bearer: int) -> float:
        """How much likelier the places of a name are if it means this person, than by chance: a logarithm."""
        near = sum(_is_near(self.named[bearer], place) for place in self.named[name])
        return _likeness(near, len(self.named[name]), self._shares[bearer])

    def is_called_otherwise(self, one: int) -> bool:
        """Whether the narrator hardly uses a name where somebody is spoken to by it."""
        places = self.addressed[one]
        own = sum(_is_near(self.told[one], place, _ANSWERS) for place in places)
        return len(places) >= _OFTEN_ADDRESSED and own <= _HARDLY * len(places)

    def spoken_to_near(self, name: int, bearer: int) -> float:
        """How much likelier it is that this person is spoken to by a name, than by chance: a logarithm."""
        near = sum(_is_near(self.told[bearer], place, _ANSWERS) for place in self.addressed[name])
        return _likeness(near, len(self.addressed[name]), self._shares_told[bearer])


def _likeness(near: int, places: int, share: float) -> float:
    share = min(0.95, max(0.005, share))
    return near * log(_IS_THERE / share) + (places - near) * log(_ELSEWHERE / (1 - share))


def _places(person: Person, places: Mapping[Name, frozenset[int]]) -> list[int]:
    return sorted(set(chain.from_iterable(places.get(name, ()) for name in person.names)))


def _is_near(places: Sequence[int], place: int, reach: int = NEAR) -> bool:
    index = bisect_left(places, place - reach)
    return index < len(places) and places[index] <= place + reach
