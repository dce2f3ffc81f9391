"""Two names of one person that share no word: Cecil and Mr. Vyse, Aunt Celia and Mrs. Milvain.

Only names that can be halves of one name are joined: a given name, and a title with a surname. What joins them is who answers
to an address, and for an aunt or uncle where in the book they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fabula.languages.en.person import Context, Person
from fabula.languages.en.titles import KIN, MAIDENS, MEN, PEERS, WIVES

ANSWERS = 2
"""This many answers to an address show whose name it is, if nobody else gives them."""
MOSTLY = 0.6
"""The share of all answers to an address that must be the same person's."""
SEEN = 10
"""Only names that occur this often show by their places whose they are."""
TOGETHER = 0.4
"""An aunt is where her other name is in this share of her mentions."""
CLEARLY = 3
"""And this many times as often as where any other woman is."""


def joined_halves(people: Sequence[Person], context: Context) -> list[Person]:
    """The people, each once."""
    return _by_places(_by_answers(people, context), context)


def _by_answers(people: Sequence[Person], context: Context) -> list[Person]:
    """Mr. Vyse is Cecil, if it is Cecil who answers to it."""
    answered: dict[tuple[int, int], int] = defaultdict(int)
    owner = {name: index for index, person in enumerate(people) for name in person.names}
    for (address, speaker), count in context.answers.items():
        if address in owner and speaker in owner:
            answered[owner[address], owner[speaker]] += count
    whole: dict[int, int] = defaultdict(int)
    for (address_of, _), count in answered.items():
        whole[address_of] += count
    joined: set[int] = set()
    pairs: list[tuple[Person, Person]] = []
    for (one, other), count in sorted(answered.items(), key=lambda each: (-each[1], each[0])):
        both = count + answered.get((other, one), 0)
        if both < ANSWERS or count < MOSTLY * whole[one] or (one, one) in answered or joined & {one, other}:
            continue
        if _are_halves(people[one], people[other], people):
            joined |= {one, other}
            pairs.append((people[one], people[other]))
    return _united(people, pairs)


def _by_places(people: Sequence[Person], context: Context) -> list[Person]:
    """Aunt Celia is Mrs. Milvain, if she is where Mrs. Milvain is and no other woman is there as often."""
    pairs = []
    for person in people:
        if person.count < SEEN or not _is_known_as_kin(person):
            continue
        shares = sorted(
            (
                (_together(person, other, context), -place)
                for place, other in enumerate(people)
                if _may_be(other, person)
            ),
            reverse=True,
        )
        second = shares[1][0] if len(shares) > 1 else 0.0
        if shares and shares[0][0] >= max(TOGETHER, CLEARLY * second):
            pairs.append((person, people[-shares[0][1]]))
    return _united(people, pairs)


def _may_be(other: Person, aunt: Person) -> bool:
    """Whether somebody known by a title and surname alone could be called aunt or uncle as well."""
    return (
        other is not aunt
        and other.count >= SEEN
        and bool(other.titles & (WIVES | MEN | MAIDENS | PEERS))
        and not other.givens
        and other.gender() == aunt.gender() != ""
    )


def _together(person: Person, other: Person, context: Context) -> float:
    """The share of a person's mentions in stretches of the book where the other is named, too."""
    theirs = {scene for name in other.names for scene in context.scenes.get(name, ())}
    own = [item for name in person.names for item in context.scenes.get(name, {}).items()]
    return sum(count for scene, count in own if scene in theirs) / max(1, sum(count for _, count in own))


def _united(people: Sequence[Person], pairs: Sequence[tuple[Person, Person]]) -> list[Person]:
    """Each pair under the one who is named more often."""
    gone: set[int] = set()
    for one, other in pairs:
        smaller, larger = sorted((one, other), key=lambda person: person.count)
        for name, count in smaller.names.items():
            larger.add(name, count)
        gone.add(id(smaller))
    return [person for person in people if id(person) not in gone]


def _are_halves(one: Person, other: Person, people: Sequence[Person]) -> bool:
    """One is known by a given name alone, the other by a title and a surname alone, and neither contradicts the other."""
    genders, titles = {one.gender(), other.gender()} - {""}, one.titles | other.titles
    if len(genders) > 1 or (titles & WIVES and titles & MAIDENS):
        return False
    return any(
        not given.roots
        and titled.roots
        and not titled.givens
        and (given.titles & KIN or not _has_namesake(titled, people))
        for given, titled in ((one, other), (other, one))
    )


def _has_namesake(person: Person, people: Sequence[Person]) -> bool:
    """Whether somebody else of the same surname and sex has a given name; then the title may be theirs."""
    return any(
        other is not person
        and other.givens
        and other.roots & person.roots
        and other.gender() in (person.gender(), "")
        for other in people
    )


def _is_known_as_kin(person: Person) -> bool:
    """Somebody who is called Aunt Juley, and nothing else but Juley."""
    return bool(person.titles) and person.titles <= KIN and not any(name.full for name in person.names)
