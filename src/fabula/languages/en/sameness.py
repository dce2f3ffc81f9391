"""Whether two people of an English book may be one by their names: by sexes, titles, given names and surnames that go together."""

from __future__ import annotations

from collections.abc import Sequence

from fabula.languages.en.given_names import folded, is_given, may_stand_for
from fabula.languages.en.person import Person
from fabula.languages.en.titles import KIN, MAIDENS, MEN, PEERS, WIVES

STRAY = 0.1
"""A name that is a smaller share of somebody's may be a father's, named once in full."""


def may_be_one(one: Person, other: Person, people: Sequence[Person], *, certain: bool = False) -> bool:
    """Whether neither name contradicts the other: halves of one name, forms of one given name, or a name and a role."""
    if two_sexes(one, other):
        return False
    titles = one.titles | other.titles
    if titles & WIVES and titles & MAIDENS:
        return False
    return any(
        _are_halves(given, titled, people, certain=certain)
        or (certain and is_titled_only(titled) and bool(titled.roots & given.roots))
        for given, titled in ((one, other), (other, one))
    ) or (same_given(one, other) and (not (one.roots and other.roots) or bool(one.roots & other.roots)))


def _are_halves(given: Person, titled: Person, people: Sequence[Person], *, certain: bool) -> bool:
    """One is known by a given name alone, the other by a title and a surname alone."""
    if given.roots or not is_titled_only(titled):
        return False
    return certain or bool(given.titles & KIN) or not _has_namesake(titled, people)


def may_be_narrator(one: Person, other: Person) -> bool:
    """Whether two names of a narrator may be one person's: no two sexes, no two given names and no two surnames."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return not two_sexes(one, other) and all(
        not first or not second or bool(first & second) for first, second in parts
    )


def _parts(person: Person) -> tuple[set[str], set[str]]:
    """The given names that somebody's words are known as, and the surnames. Mr. Philip has no surname."""
    known = {
        folded(name.given or name.bare)
        for name, count in person.names.items()
        if (name.given or name.bare) and count >= STRAY * person.count
    }
    words = {folded(word).title() for word in (*person.roots, *known)}
    givens = {whole for word in words if is_given(word) for whole in may_stand_for(word)}
    return givens, {root for root in person.roots if not is_given(root.title())}


def may_be_aunt(other: Person, aunt: Person) -> bool:
    """Whether somebody known by a title and surname alone could be called aunt or uncle as well."""
    return (
        other is not aunt
        and bool(other.titles & (WIVES | MEN | MAIDENS | PEERS))
        and not other.givens
        and other.gender() == aunt.gender() != ""
    )


def is_role(person: Person) -> bool:
    """Whether somebody has no name: the Bargee."""
    return all(name.role for name in person.names)


def is_given_alone(person: Person) -> bool:
    """Whether somebody has no title and no surname: Bill."""
    return not person.roots and not person.titles and not any(name.role for name in person.names)


def is_titled_only(person: Person) -> bool:
    """Whether somebody has a title and a surname, but no given name: Mr. Vyse."""
    return bool(person.roots and person.titles and not person.givens)


def two_sexes(one: Person, other: Person) -> bool:
    """Whether one is known as a woman and the other as a man."""
    return len({one.gender(), other.gender()} - {""}) > 1


def same_given(one: Person, other: Person) -> bool:
    """Whether a given name of one may stand for a given name of the other: Harry for Henry."""
    return bool(whole_given(one) & whole_given(other))


def whole_given(person: Person) -> set[str]:
    """The given names that those of somebody may stand for: Henry where the book has Harry."""
    return {whole for word in person.spelt for whole in may_stand_for(word)}


def _has_namesake(person: Person, people: Sequence[Person]) -> bool:
    """Whether somebody else of the same surname and sex has a given name; then the title may be theirs."""
    return any(
        other is not person
        and other.givens
        and other.roots & person.roots
        and other.gender() in (person.gender(), "")
        for other in people
    )


def is_known_as_kin(person: Person) -> bool:
    """Somebody who is called Aunt Juley, and nothing else but Juley."""
    as_kin = sum(count for name, count in person.names.items() if name.title)
    others = person.titles - KIN or any(name.full for name in person.names)
    return not others and as_kin >= 0.2 * person.count
