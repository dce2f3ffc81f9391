"""Women of an English book who have a maiden name and a married one: Marguerite St. Just is Marguerite Blakeney."""

from __future__ import annotations

from collections import defaultdict

from fabula.languages.en.gathering import Gathering
from fabula.languages.en.given_names import folded
from fabula.languages.en.meetings import meets
from fabula.languages.en.person import Person

MET = 2
"""In so many stretches of the book at least, each full name stands where she is called by the given name alone."""


def join_maiden_names(gathering: Gathering) -> None:
    """Make two women one who are named in full with one given name, and mostly by it alone, and whom the narrator never names together."""
    by_given: dict[str, list[Person]] = defaultdict(list)
    for person in gathering.people:
        if person.gender() == "f" and len(person.spelt) == 1 and not person.titles:
            by_given[min(person.spelt)].append(person)
    for given, women in by_given.items():
        name = next((each for each in gathering.by_given[given] if folded(each.bare) == given), None)
        if name is None or len(women) != 2 or gathering.counts[name] < sum(one.count for one in women):
            continue
        one, other = sorted(women, key=lambda person: -person.count)
        if min(meets(name, one), meets(name, other)) >= MET and not gathering.are_told_together(one, other):
            gathering.absorb(one, other)
            gathering.left.remove(name)
            gathering.join(name, one)
