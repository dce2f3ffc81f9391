"""The people of an English book while their names are gathered: who has which word in a name, and who is clearly meant."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from fabula.languages.en.given_names import folded, is_given, wholes
from fabula.languages.en.name_parts import Name, gender_by_name, root
from fabula.languages.en.person import Context, Person
from fabula.languages.en.titles import same
from fabula.languages.topics.names import Gender

DOMINANT = 3
"""A shared form belongs to one person if they are named this many times as often as all others together."""
LEAST_TOGETHER, TOLD_APART = 3, 0.2
"""A title and a given name are two people's if the narrator names both in so many paragraphs, and in this share of all
paragraphs that have the title."""
TOLD_WITH = 0.15
"""And in this share of all paragraphs that have the one who is named less."""
SEEN = 12
"""Paragraphs with a title that such a share is taken of, at least."""
APART = 0.05
"""Names that stand side by side in more than this share of the rarer one's mentions are two people's."""


class Gathering:
    """Names that wait for their person, and the people found so far."""

    def __init__(self, counts: Counter[Name], context: Context) -> None:
        self.counts = counts
        self.context = context
        self.left = sorted(counts, key=lambda name: (-counts[name], str(name)))
        self.people: list[Person] = []
        self.by_word: dict[str, list[Person]] = defaultdict(list)
        """Surname, or given name whole or as written -> those who have it."""
        self.by_given: dict[str, list[Name]] = defaultdict(list)
        """Given name whole or as written -> the names without title or surname that may stand for it."""
        for name in self.left:
            if name.bare:
                for form in {folded(name.bare), *wholes(name.bare)}:
                    self.by_given[form].append(name)
        self.by_title: dict[str, list[Person]] = defaultdict(list)
        self.ambiguous: list[Name] = []

    def take(self, wanted: Callable[[Name], object]) -> list[Name]:
        taken = [name for name in self.left if wanted(name)]
        self.left = [name for name in self.left if not wanted(name)]
        return taken

    def join(self, name: Name, person: Person | None) -> None:
        if person is None:
            person = Person(self.context)
            self.people.append(person)
        person.add(name, self.counts[name])
        for index, keys in (
            (self.by_word, self.keys(name)),
            (self.by_title, {same(name.title)} if name.title else set()),
        ):
            for key in keys:
                if person not in index[key]:
                    index[key].append(person)

    def absorb(self, person: Person, other: Person) -> None:
        """Give one all names of another, who is the same."""
        self.people.remove(other)
        for known in (*self.by_word.values(), *self.by_title.values()):
            if other in known:
                known.remove(other)
        for name in other.names:
            self.join(name, person)

    def are_told_together(self, one: Person, other: Person) -> bool:
        """Whether the narrator ever uses names of both in one paragraph."""
        told = self.context.told_at
        theirs = {place for name in other.names for place in told.get(name, ())}
        return any(place in theirs for name in one.names for place in told.get(name, ()))

    def keys(self, name: Name) -> set[str]:
        """What the name can be found by."""
        found = {root(name.surname)} if name.surname else set()
        for word in (name.given, name.bare):
            if word:
                found |= {folded(word).casefold(), *(each.casefold() for each in wholes(word))}
        if name.role:
            found.add(name.role.split()[-1].casefold())
        return found

    def having(self, *words: str) -> list[Person]:
        """Everyone who has one of these words in a name, by word and in the order they were found."""
        found = {
            id(person): person for word in sorted(words) for person in self.by_word.get(word.casefold(), ())
        }
        return list(found.values())

    def two_sexes(self, name: Name, person: Person) -> bool:
        """Whether the name is a woman's and the person a man, or the other way round.

        Lady Brett Ashley is Brett Ashley, though most Bretts are men.
        """
        known = name.full if not person.titles else same(name.title) in person.titles
        if known and name.title and name.given and folded(name.given) in person.spelt:
            return False
        titled = name.title and same(name.title) in person.titles and root(name.surname) in person.roots
        shown = gender_by_name(name) or ("" if titled else self.context.pronouns.get(name, ""))
        gender = person.gender() or self.gender_by_given(person)
        return bool(shown and gender and shown != gender)

    def of_another_sex(self, name: Name, bearers: list[Person]) -> list[Person]:
        """Those whom a surname alone cannot mean. Women are called Hope, but where the book has an Archie Hope, only pronouns show who Hope is."""
        others = [person for person in bearers if self.two_sexes(name, person)]
        if not any(each.full and is_given(each.given) for person in others for each in person.names):
            return others
        shown = self.context.pronouns.get(name, "")
        return [person for person in bearers if shown and person.gender() not in (shown, "")]

    def gender_by_given(self, person: Person) -> Gender:
        """What the pronouns after the given name alone say: Eira Davies is named once, and Eira is she throughout."""
        shown = {self.context.pronouns.get(name, "") for name in self.bare_givens(person)} - {""}
        return shown.pop() if len(shown) == 1 else ""

    def called(self, person: Person) -> int:
        """How often a person is named, with the given name alone."""
        bare = {Name(bare=each.given) for each in person.names if each.given}
        return person.count + sum(self.counts[each] for each in bare)

    def times_beside(self, name: Name, person: Person) -> int:
        """How often the name stands close to one of the person's, given names alone among them."""
        names = {*person.names, *(Name(bare=each.given) for each in person.names if each.given)}
        beside = self.context.beside
        return sum(beside.get((name, other), 0) + beside.get((other, name), 0) for other in names)

    def bare_givens(self, person: Person) -> list[Name]:
        """The given names alone that may mean the person: Margaret and Meg for Margaret Hale."""
        return [
            name
            for form in person.givens | person.spelt
            for name in self.by_given.get(form, ())
            if name not in person.names
        ]

    def told_given(self, person: Person) -> int:
        """How often the narrator calls somebody by the person's given name alone."""
        own = [name for name in person.names if name.bare]
        return sum(self.context.told.get(name, 0) for name in (*own, *self.bare_givens(person)))

    def is_relative(self, name: Name, person: Person) -> bool:
        """Whether the text calls the bearer of this name a relative of the person."""
        names = (*person.names, *self.bare_givens(person))
        return any(frozenset((name, other)) in self.context.kin for other in names)

    def is_told_apart(self, name: Name, person: Person) -> bool:
        """Whether the narrator names both in one paragraph, as happens to a father and his son."""
        places = self.context.told_at.get(name, frozenset())
        names = (*person.names, *self.bare_givens(person))
        together = places.intersection(
            chain.from_iterable(self.context.told_at.get(each, ()) for each in names)
        )
        return len(together) >= LEAST_TOGETHER and len(together) > TOLD_APART * max(SEEN, len(places))

    def is_told_with(self, name: Name, names: Iterable[Name]) -> bool:
        """Whether the narrator uses a name and these in one paragraph, often for the one that is used less."""
        at = self.context.told_at
        places = at.get(name, frozenset())
        theirs = frozenset(chain.from_iterable(at.get(each, ()) for each in names))
        together = len(places & theirs)
        return together >= LEAST_TOGETHER and together > TOLD_WITH * min(len(places), len(theirs))

    def apart(self, name: Name, person: Person) -> bool:
        """Whether the name stands so often beside the person's names that it means another."""
        beside = sum(
            self.context.beside.get((name, other), 0) + self.context.beside.get((other, name), 0)
            for other in person.names
        )
        return beside > 1 + APART * min(self.counts[name], person.count)

    def dominant(
        self, people: Iterable[Person], weight: Callable[[Person], int] | None = None, times: int = DOMINANT
    ) -> Person | None:
        """The only candidate, or one named far more often than all the others together."""
        weighed = [(weight(person) if weight else person.count, person) for person in people]
        weighed.sort(key=lambda each: -each[0])
        if not weighed:
            return None
        rest = sum(count for count, _ in weighed[1:])
        return weighed[0][1] if weighed[0][0] >= times * rest else None


def is_given_after_epithet(name: Name, as_given: Sequence[Person], as_surname: Sequence[Person]) -> bool:
    """Joe is Joe Harper rather than Injun Joe, of whom nobody says only Joe: what stands before it there is no given name."""
    before = {other.given for person in as_surname for other in person.names if other.given}
    return bool(as_given) and is_given(name.bare) and bool(before) and not any(map(is_given, before))


def times(people: Iterable[Person], name: Name) -> int:
    """How often people are called by a word."""
    return sum(person.times_called(name.bare) for person in people)
