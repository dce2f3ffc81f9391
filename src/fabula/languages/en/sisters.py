"""Which of several daughters an English book calls Miss Bennet."""

from __future__ import annotations

from collections.abc import Sequence

from fabula.languages.en.gathering import DOMINANT, Gathering
from fabula.languages.en.name_parts import Name
from fabula.languages.en.person import Person
from fabula.languages.en.titles import MAIDENS

_SEEN = 3
"""How often one sister must stand beside the name before another who hardly does is the one who bears it."""


def is_younger_sister(gathering: Gathering, name: Name, person: Person) -> bool:
    """Miss Amelia is not Miss Minchin where the book names several Misses Minchin, or the narrator both side by side."""
    younger = [one for one in person.names if one.title in MAIDENS and one.given and not one.surname]
    told = gathering.context.told
    usual = sum(told.get(one, 0) for one in younger) > gathering.told_given(person)
    sisters = name.surname in gathering.context.sisters or (
        usual and gathering.is_told_with(name, (*person.names, *gathering.bare_givens(person)))
    )
    return bool(younger) and sisters


def least_beside(gathering: Gathering, name: Name, sisters: Sequence[Person]) -> Person | None:
    """`Miss Dashwood and Marianne` are two: the one of several sisters who hardly ever stands beside the name."""
    rates = sorted(
        ((gathering.times_beside(name, one) + 0.5) / (gathering.called(one) + 1), index)
        for index, one in enumerate(sisters)
    )
    if len(rates) < 2 or gathering.times_beside(name, sisters[rates[1][1]]) < _SEEN:
        return None
    return sisters[rates[0][1]] if rates[1][0] >= DOMINANT * rates[0][0] else None


def in_her_company(gathering: Gathering, name: Name, sisters: Sequence[Person]) -> Person | None:
    """Miss Vernon, whom the book hardly calls otherwise, is the Florence of the same pages, not a Mabel Vernon of others."""
    if any(gathering.called(one) > gathering.counts[name] for one in sisters):
        return None
    scenes = gathering.context.scenes
    there = scenes.get(name, {}).keys()
    pages = [
        len(
            {page for each in (*one.names, *gathering.bare_givens(one)) for page in scenes.get(each, ())}
            & there
        )
        for one in sisters
    ]
    best = max(range(len(sisters)), key=pages.__getitem__)
    others = sum(pages) - pages[best]
    return sisters[best] if pages[best] >= max(2, DOMINANT * others) else None
