"""Women of an English book who are known by a husband's name: whose other names they also have.

`Mrs. John Knightley` is Isabella, old Mrs. Mingott is Mrs. Manson Mingott, and Miss Taylor becomes Mrs. Weston.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fabula.languages.en.given_names import folded, gender_of
from fabula.languages.en.meetings import chapters
from fabula.languages.en.name_parts import Name, root
from fabula.languages.en.person import Context, Person
from fabula.languages.en.presence import Presence
from fabula.languages.en.resettled import wives_by_custom
from fabula.languages.en.titles import MAIDENS, MEN, WIVES

Pair = tuple[int, int]
SEEN = 10
"""Only names that occur this often show by their places whose they are."""
CLEARLY = 3
"""One woman is likelier than another if she is there this many times as often."""
BESIDE = 3
"""A bride stands this often beside her husband under her own name."""
GIVEN = 0.2
"""Whoever is known by a title and a surname is called by a given name in this share of their mentions at most."""
CUSTOM = 3
"""So many wives with a husband's given name make it a custom of the book."""
BEFORE = 0.7
"""This share of a bride's own name stands before a quarter of her husband's name."""


def wives(people: Sequence[Person], context: Context) -> list[Pair]:
    """Mrs. John Knightley is Isabella, if no other woman is named with John nearly as often."""
    presence = Presence(people, context)
    pairs: list[Pair] = []
    for index, person in enumerate(people):
        husbands = {name.husband for name in person.names if name.husband}
        if len(husbands) != 1 or sum(person.names[name] for name in person.names if name.husband) < SEEN:
            continue
        his = presence.of_given(husbands.pop(), person.roots)
        shares = sorted(
            (
                (len(his.intersection(presence.named[other])) / len(presence.named[other]), -other)
                for other, woman in enumerate(people)
                if woman.gender() == "f" and not woman.titles & WIVES and woman.count >= SEEN
            ),
            reverse=True,
        )
        likest = -shares[0][1] if shares else index
        together = shares[0][0] * len(presence.named[likest]) if shares else 0
        if together >= 5 and shares[0][0] >= CLEARLY * (shares[1][0] if len(shares) > 1 else 0.0):
            pairs.append((index, likest))
    return pairs


def widows(people: Sequence[Person], context: Context) -> list[Pair]:
    """Mrs. Manson Mingott is Mrs. Mingott, if Manson Mingott plays no part and the narrator does not tell the two apart.

    Of two wives who are named so, the old one is she who is called old.
    """
    presence = Presence(people, context)
    pairs: list[Pair] = []
    married = [index for index, person in enumerate(people) if person.titles & WIVES]
    for index in married:
        person = people[index]
        if person.givens or any(name.husband for name in person.names):
            continue
        named = [
            (people[other].count, other)
            for other in married
            if people[other].roots & person.roots and _is_named_after_husband(people[other], people, context)
        ]
        named.sort(reverse=True)
        if _is_old(person, context):
            named = [each for each in named if _is_old(people[each[1]], context)] or named
        if not named or (len(named) > 1 and named[0][0] < CLEARLY * named[1][0]):
            continue
        if not presence.is_told_apart(index, named[0][1]):
            pairs.append((index, named[0][1]))
    return pairs


def only_wives(people: Sequence[Person], _context: Context) -> list[Pair]:
    """Mrs. George Dorset is Bertha Dorset, where she alone is called Mrs. Dorset, and no other man has the surname.

    In a book that calls many wives by their husbands' names, she need not be known as Bertha, if she is named so nearly as often.
    """
    pairs: list[Pair] = []
    is_custom = wives_by_custom({name for person in people for name in person.names}) >= CUSTOM
    for index, person in enumerate(people):
        if not person.roots or not all(name.husband for name in person.names):
            continue
        husbands = {folded(name.husband) for name in person.names}
        family = [other for other, each in enumerate(people) if other != index and each.roots & person.roots]
        wives = [other for other in family if people[other].titles & WIVES]
        men = [other for other in family if people[other].gender() == "m"]
        known = len(wives) == 1 and (
            (people[wives[0]].count >= SEEN and people[wives[0]].givens)
            or (is_custom and people[wives[0]].count <= CLEARLY * person.count)
        )
        if known and all(people[other].spelt & husbands or not people[other].spelt for other in men):
            pairs.append((index, wives[0]))
    return pairs


def _is_old(person: Person, context: Context) -> bool:
    """Whether the book says old Mrs. Mingott."""
    return any(name in context.elders for name in person.names)


def _is_named_after_husband(person: Person, people: Sequence[Person], context: Context) -> bool:
    """Whether somebody is called `Mrs. Lemuel Struthers` and named more often than Lemuel."""
    husbands = {
        name.husband or name.given
        for name in person.names
        if name.title in WIVES and (name.husband or (name.given and gender_of(name.given) != "f"))
    }
    own = {name.given for name in person.names if name.given}
    if not husbands or not own <= husbands:
        return False
    his = sum(
        count
        for other in people
        if other is not person and (other.roots & person.roots or not other.roots)
        for name, count in other.names.items()
        if (name.given or name.bare) in husbands
    )
    nobodys = {Name(bare=husband) for husband in husbands} - {
        name for other in people for name in other.names
    }
    return his + sum(context.uses(name) for name in nobodys) < person.count


def brides(people: Sequence[Person], context: Context) -> list[Pair]:
    """Miss Hawkins is Mrs. Elton from when she marries.

    Her old name ends where the new one begins, and the man she is named beside most is Mr. Elton. A narrator who calls
    people by surname goes on doing so, but one who calls her Mary would still call her Mary.
    """
    often = [index for index, person in enumerate(people) if person.count >= SEEN]
    maidens = [index for index in often if _is_known_by(MAIDENS, people[index])]
    married = [index for index in often if _is_known_by(WIVES, people[index])]
    pairs: list[Pair] = []
    for maiden in maidens:
        beside = _beside(people[maiden], people, context)
        most = max(beside, key=lambda index: beside[index], default=None)
        if most is None or beside[most] < BESIDE or not _is_known_by(MEN, people[most]):
            continue
        wife = [index for index in married if people[index].roots & people[most].roots]
        if len(wife) == 1 and _gives_way(people[maiden], people[wife[0]], context):
            pairs.append((maiden, wife[0]))
    return pairs


def _beside(person: Person, people: Sequence[Person], context: Context) -> dict[int, int]:
    """How often each man stands close to somebody."""
    near = context.beside
    counts = {
        index: sum(
            near.get((one, his), 0) + near.get((his, one), 0) for one in person.names for his in man.names
        )
        for index, man in enumerate(people)
        if man.gender() == "m"
    }
    return {index: count for index, count in counts.items() if count}


def _is_known_by(titles: Collection[str], person: Person) -> bool:
    """Whether somebody usually has one of these titles, and is mostly called by the surname."""
    given = sum(count for name, count in person.names.items() if name.given or _is_bare_given(name, person))
    usual = person.usual_titles()
    return bool(usual) and usual <= set(titles) and given <= GIVEN * person.count


def _is_bare_given(name: Name, person: Person) -> bool:
    return bool(name.bare) and root(name.bare) not in person.roots


def _gives_way(maiden: Person, wife: Person, context: Context) -> bool:
    """Whether one name is used before the other."""
    first, second = _stretches(maiden, context), _stretches(wife, context)
    if not first or not second or not set(chapters(maiden)) & set(chapters(wife)):
        return False
    begun = second[len(second) // 4]
    return sum(stretch <= begun for stretch in first) >= BEFORE * len(first)


def _stretches(person: Person, context: Context) -> list[tuple[int, int]]:
    """The stretches of the book in which somebody is named, as often as they are."""
    scenes = context.scenes
    return sorted(
        stretch
        for name in person.names
        for stretch, count in scenes.get(name, {}).items()
        for _ in range(count)
    )
