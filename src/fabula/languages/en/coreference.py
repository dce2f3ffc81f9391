"""Coreference of English names: full names first, then titles, given names, pet forms and surnames.

A form that could mean two people (`Miss Bennet`) is ambiguous and assigned to neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from fabula.languages.en.mentions import TITLES, Name, given_names, pet_forms
from fabula.languages.topics.names import Gender

KIN = frozenset(
    [
        "Uncle",
        "Aunt",
        "Auntie",
        "Father",
        "Mother",
        "Brother",
        "Sister",
        "Cousin",
        "Grandma",
        "Grandpa",
        "Granny",
        "Master",
    ]
)
PEERS = frozenset(["Lady", "Lord", "Sir", "Dame", "King", "Queen", "Prince", "Princess", "Duke", "Duchess"])
MEN = frozenset(["Mr", "Mister", "Monsieur", "M", "Herr", "Signor", "Señor"])
WIVES = frozenset(["Mrs", "Missus", "Mme", "Madame", "Madam", "Frau", "Signora", "Señora", "Mistress"])
DOMINANT = 3
"""A shared form belongs to one person if they are named this many times as often as all others together."""

LATE = 0.25
"""After this share of the book, a new full name does not introduce someone already known by the given name."""


@dataclass(eq=False, slots=True)
class Person:
    """Names gathered so far that mean one person."""

    names: Counter[Name] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        return self.names.total()

    def titles(self) -> set[str]:
        return {name.title for name in self.names if name.title}

    def surnames(self) -> set[str]:
        return {name.surname for name in self.names if name.surname}

    def givens(self) -> set[str]:
        return {whole for name in self.names if name.given for whole in wholes(name.given)}

    def gender(self) -> Gender:
        shown: Counter[Gender] = Counter()
        known = given_names()
        for name, count in self.names.items():
            title: Gender = TITLES[name.title][0] if name.title else ""  # type: ignore[assignment]
            shown[title or known.get(name.given, "") or ("" if name.title else known.get(name.bare, ""))] += (
                count
            )
        shown.pop("", None)
        return shown.most_common(1)[0][0] if shown else ""


def wholes(given: str) -> frozenset[str]:
    """The given names that a form may stand for: `Lizzy` for Elizabeth, any other for itself."""
    return pet_forms().get(given, frozenset((given,)))


def merge(counts: Counter[Name], first: Mapping[Name, float]) -> tuple[list[Person], list[Name]]:
    """People of the book, and the names that could mean more than one of them.

    `first` says where in the book (0 to 1) each name first occurs.
    """
    gathering = _Gathering(counts, first)
    gathering.full_names()
    gathering.titled()
    gathering.bare()
    return gathering.people, gathering.ambiguous


class _Gathering:
    """The merging steps. Each works on what earlier steps left."""

    def __init__(self, counts: Counter[Name], first: Mapping[Name, float]) -> None:
        self.counts = counts
        self.first = first
        self.left = sorted(counts, key=lambda name: (-counts[name], str(name)))
        self.people: list[Person] = []
        self.ambiguous: list[Name] = []

    def take(self, wanted: Callable[[Name], bool]) -> list[Name]:
        taken = [name for name in self.left if wanted(name)]
        self.left = [name for name in self.left if not wanted(name)]
        return taken

    def join(self, name: Name, person: Person | None) -> None:
        if person is None:
            person = Person()
            self.people.append(person)
        person.names[name] += self.counts[name]

    def full_names(self) -> None:
        """`Elizabeth Bennet`, `Miss Eliza Bennet`: the same surname, given names that may be one."""
        for name in self.take(lambda name: bool(name.given and name.surname)):
            same = [
                person
                for person in self.people
                if name.surname in person.surnames() and person.givens() & wholes(name.given)
            ]
            self.join(name, same[0] if same else None)

    def titled(self) -> None:
        """A title with a given name (`Lady Catherine`), then with a surname (`Mr. Darcy`)."""
        for name in self.take(lambda name: bool(name.title and name.given)):
            named = [person for person in self.people if person.givens() & wholes(name.given)]
            peers = [person for person in named if name.title in person.titles()]
            if name.title in PEERS:
                fits = peers or [p for p in named if not p.titles() - PEERS and name.given in _givens(p)]
                fits = peers or (fits if name.title in ("King", "Queen") else [])
            else:
                fits = peers or [person for person in named if not person.titles() & PEERS]
            self.join(name, self.dominant(fits))
        surnamed = self.take(lambda name: bool(name.title and name.surname))
        surnamed.sort(key=lambda name: name.title in KIN)
        for name in surnamed:
            fits = [
                person for person in self.people if name.surname in person.surnames() and _suits(name, person)
            ]
            fits = [person for person in fits if name.title in person.titles()] or fits
            if len(fits) > 1 and name.title in ("Miss", "Master", "Ms"):
                self.ambiguous.append(name)
            else:
                self.join(name, self.dominant(fits))

    def bare(self) -> None:
        """`Elizabeth`, `Lizzy`, then `Darcy`: given names before surnames, because they are more reliable."""
        later: list[Name] = []
        for name in self.take(lambda name: bool(name.bare)):
            as_given, as_surname = self.bearers(name.bare)
            if name.bare in pet_forms() and not as_surname:
                later.append(name)
            elif _named(as_given, name.bare) >= _named(as_surname, name.bare):
                self.join_given(name, as_given)
            else:
                self.join_surname(name, as_surname)
        for name in later:
            self.join_given(name, self.bearers(name.bare)[0])

    def bearers(self, word: str) -> tuple[list[Person], list[Person]]:
        forms = wholes(word)
        as_given = [
            person
            for person in self.people
            if (person.givens() | {name.bare for name in person.names if name.bare}) & forms
            and (word in _givens(person) or not _is_known_by_rank(person))
        ]
        return as_given, [person for person in self.people if word in person.surnames()]

    def join_given(self, name: Name, bearers: list[Person]) -> None:
        plain = [person for person in bearers if not _is_known_by_rank(person)]
        chosen = self.dominant(plain)
        if chosen is not None and self.is_latecomer(name, chosen):
            chosen, plain = None, []
        if chosen is None and len(plain) > 1:
            self.ambiguous.append(name)
        else:
            self.join(name, chosen)

    def is_latecomer(self, name: Name, bearer: Person) -> bool:
        """Mary, known from the start, is not the Mary King who is mentioned much later."""
        surnames = bearer.surnames()
        if not surnames or bearer.count > self.counts[name]:
            return False
        family = sum(bool(surnames & person.surnames()) for person in self.people)
        gap = min(self.first[other] for other in bearer.names if other.given) - self.first[name]
        return gap > LATE and family < 3

    def join_surname(self, name: Name, bearers: list[Person]) -> None:
        """A bare surname belongs to the only person with it, otherwise to the man called `Mr.`, as in most novels."""
        men = [p for p in bearers if p.gender() == "m" or (p.gender() == "" and p.titles())]
        chosen = self.dominant(bearers) if len(bearers) == 1 else self.dominant(men)
        if chosen is None:
            self.ambiguous.append(name)
        else:
            self.join(name, chosen)

    def dominant(self, people: Iterable[Person]) -> Person | None:
        """The only candidate, or one named far more often than all the others together."""
        ranked = sorted(people, key=lambda person: -person.count)
        if not ranked:
            return None
        rest = sum(person.count for person in ranked[1:])
        return ranked[0] if ranked[0].count >= DOMINANT * rest else None


def _named(people: Iterable[Person], word: str) -> int:
    """How often people are called by a word as a given name, a pet form of it, or a surname."""
    return sum(
        count
        for person in people
        for name, count in person.names.items()
        if word in (name.given, name.surname) or (name.given and name.given in wholes(word))
    )


def _is_known_by_rank(person: Person) -> bool:
    """Lady Catherine is not called Catherine; Kael Thorne, once called Sir, is called Kael."""
    ranked = sum(count for name, count in person.names.items() if name.title in PEERS)
    return ranked > 0.5 * sum(count for name, count in person.names.items() if name.given)


def _givens(person: Person) -> set[str]:
    return {name.given or name.bare for name in person.names}


def _suits(name: Name, person: Person) -> bool:
    """Can a person be called by this title and surname? Keeps wives and daughters, peers and commoners apart."""
    gender, shown, titles = TITLES[name.title][0], person.gender(), person.titles()
    if gender and shown and gender != shown:
        return False
    if name.title in KIN:
        return True
    if name.title in WIVES or titles & WIVES:
        return name.title in WIVES and bool(titles & WIVES)
    if name.title in PEERS or titles & PEERS:
        return name.title in titles
    if titles - MEN - KIN - {"Miss", "Ms"} and name.title not in titles:
        return name.title in MEN and bool(person.givens())
    return True


def surface(name: Name) -> str:
    """The name as it is written, `Mr.` with its dot."""
    title = name.title + "." if name.title in ("Mr", "Mrs", "Ms", "Dr", "M", "Mme", "Mlle") else name.title
    return " ".join(part for part in (title, name.given, name.surname, name.bare) if part)
