"""People of an English book who rise: Princess Mary becomes Countess Mary, and Lieutenant Marsh a captain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fabula.languages.en.given_names import folded
from fabula.languages.en.meetings import chapters
from fabula.languages.en.person import Context, Person
from fabula.languages.en.titled import MILITARY
from fabula.languages.en.titles import NOBLE, PEERS, same
from fabula.languages.en.wives import SEEN, Pair

LEAST_IN_RANK = 3
"""Whoever is promoted has each rank in so many chapters."""
_RANKS = PEERS | NOBLE
_CROWNED = frozenset(["King", "Queen", "Emperor", "Empress"])
"""A king's son may have his name."""


def raised(people: Sequence[Person], _context: Context) -> list[Pair]:
    """Princess Mary is Countess Mary when she has married: one name ends where the other begins, and nobody else has a rank and that given name."""
    ranked: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, person in enumerate(people):
        own = {folded(name.given) for name in person.names if name.given and name.title in _RANKS}
        if len(own) == 1 and person.count >= SEEN and not person.titles & _CROWNED:
            ranked[own.pop(), person.gender()].append(index)
    pairs: list[Pair] = []
    for two in (each for each in ranked.values() if len(each) == 2):
        one, other = (people[index] for index in two)
        first, second = sorted((chapters(one), chapters(other)))
        apart = first and second and first[-1] <= second[len(second) // 4]
        if apart and not one.titles & other.titles and not (one.roots and other.roots):
            pairs.append((two[0], two[1]))
    return pairs


def promoted(people: Sequence[Person], context: Context) -> list[Pair]:
    """Lieutenant Marsh is Captain Marsh when he has risen: one rank ends where the other begins, and no third is heard of."""
    ranked: dict[str, list[int]] = defaultdict(list)
    for index, person in enumerate(people):
        if len(person.roots) == 1 and person.titles & MILITARY:
            ranked[min(person.roots)].append(index)
    pairs: list[Pair] = []
    for two in (each for each in ranked.values() if len(each) == 2):
        one, other = (people[index] for index in two)
        first, second = sorted((_in_rank(one, context), _in_rank(other, context)))
        follows = min(len(first), len(second)) >= LEAST_IN_RANK and first[-1] <= second[len(second) // 4]
        if follows and not one.titles & other.titles and not (one.givens and other.givens):
            pairs.append((two[0], two[1]))
    return pairs


def _in_rank(person: Person, context: Context) -> list[int]:
    """The chapters in which somebody is called by a military rank, in order."""
    ranked = [name for name in person.names if same(name.title) in MILITARY]
    return sorted({chapter for name in ranked for chapter, _ in context.scenes.get(name, ())})
