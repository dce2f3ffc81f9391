"""Coreference of English names: full names first, then titles, given names, pet forms and surnames.

A form that could mean two people (`Miss Bennet`) is ambiguous and assigned to neither. Names that often stand close together
mean two people: nobody writes `Mrs. Denham` and `Joan Denham` of one woman in one sentence.
"""

from __future__ import annotations

from collections import Counter

from fabula.languages.en.gathering import DOMINANT, Gathering, is_given_after_epithet, times
from fabula.languages.en.given_names import folded, pet_forms, stems, wholes
from fabula.languages.en.halves import joined_halves
from fabula.languages.en.maiden_names import join_maiden_names
from fabula.languages.en.meetings import (
    chapters,
    is_crowned,
    is_far_from,
    is_latecomer,
    is_mostly_met,
    is_mostly_there,
    is_other_form,
    may_meet,
    meets,
    meets_mostly,
    share_met,
)
from fabula.languages.en.name_parts import Name, is_initials, is_patronymic, may_share_given, root
from fabula.languages.en.person import Context, Person
from fabula.languages.en.sisters import in_her_company, is_younger_sister, least_beside
from fabula.languages.en.titled import LEARNED, MILITARY, OFFICES, is_land_of, suits
from fabula.languages.en.titles import KIN, MAIDENS, MEN, PEERS, QUALIFIERS, TITLES, WIVES, same

FAMILIAR = 30
"""Whoever the narrator calls by the given name so often may be called by the surname, too."""
_CROWNED = frozenset(["King", "Queen"])
KNOWN = 5
"""A given name this many times as frequent as all fuller names with it means the most frequent of them."""
SISTER = 10
"""`Miss Bennet` means the one of several sisters who is named this many times as often as the others, if there is one."""
SELDOM = 8
"""Who is known by a given name to the narrator is called by it this often, and as often as by title and surname."""
OFTEN_TOLD = 0.25
"""A brother whom the narrator calls by a given name in this share, to the surname alone, is not meant by the surname."""
SHARE = 0.1
"""Whom the narrator calls by a given name has a fuller name, in this share of its mentions at least."""
SELDOM_IN_FULL = 50
"""Somebody known by a given name is named this many times as often by it as by their full name."""
SELDOM_NAMED = 10
"""Whoever is named this many times less often than a given name alone is hardly meant by it, if somebody known by rank may be."""
MOSTLY_SURNAME = 0.4
"""Whom the narrator calls by the surname in this share of all mentions is not called by a given name that is told more often."""
STRAY = 9
"""A given name that occurs so seldom, and in other chapters than the fuller name, may be anybody's."""
ONCE = 3
"""One apposition does not show whose a role is that is named more than this many times as often as the person."""
ROLE = 2
"""`the Admiral` is the one of several admirals who is named this many times as often as the others together."""


def merge(counts: Counter[Name], context: Context) -> tuple[list[Person], list[Name]]:
    """People of the book, and the names that could mean more than one of them."""
    joining = _Joining(counts, context)
    joining.full_names()
    join_maiden_names(joining)
    joining.first_names()
    joining.titled_surnames()
    joining.bare()
    joining.roles()
    joining.seldom_in_full()
    return joined_halves(joining.people, context), joining.ambiguous


class _Joining(Gathering):
    """The merging steps. Each works on what earlier steps left."""

    def full_names(self) -> None:
        """`Elizabeth Bennet`, `Miss Eliza Bennet`: the same surname, given names that may be one."""
        for name in self.take(lambda name: name.full):
            same_name = [
                person
                for person in self.having(root(name.surname))
                if root(name.surname) in person.roots
                and any(may_share_given(name, other) for other in person.names if other.given)
                and not self.two_sexes(name, person)
            ]
            self.join(name, self.dominant(same_name) if same_name else None)
        for name in self.take(lambda name: name.husband):
            wives = [one for one in self.by_title.get(same(name.title), ()) if one.is_wife_of(name)]
            self.join(name, wives[0] if wives else None)

    def first_names(self) -> None:
        """A title with a given name (`Lady Catherine`), or a given name with the father's (`Katerina Ivanovna`)."""
        for name in self.take(lambda name: name.given and name.middle):
            self.join(
                name,
                self.dominant(
                    [one for one in self.having(*wholes(name.given)) if self.shares_patronymic(name, one)]
                ),
            )
        ranked = self.take(lambda name: name.title and name.given)
        for name in sorted(ranked, key=lambda name: name.title in _CROWNED):
            named = [
                person
                for person in self.having(*wholes(name.given))
                if person.givens & wholes(name.given) and not self.two_sexes(name, person)
            ]
            peers = [person for person in named if same(name.title) in person.titles]
            if name.title in PEERS:
                plain = [p for p in named if not p.titles - PEERS and folded(name.given) in p.spelt]
                plain = [person for person in plain if not self.is_commoner(name, person)]
                crowned = [one for one in named if is_crowned(self, name, one)]
                fits = peers or (crowned if name.title in _CROWNED else plain)
            else:
                fits = peers or [p for p in named if name.title in KIN or not p.titles & PEERS]
            near = [one for one in fits if self.may_be_near(name, one)]
            self.join(name, self.dominant(near))

    def may_be_near(self, name: Name, person: Person) -> bool:
        """Countess Mary is not the Countess Mary Alexeevna who is named once, and elsewhere; nor is Mr. James a James Todd of later."""
        if name.title in ("Mr", "Mrs") and is_far_from(name, person):
            return False
        known = (*person.names, *self.bare_givens(person))
        if folded(name.given) not in person.spelt and self.is_told_with(name, known):
            return False  # Aunt Polly is no Mary whom the narrator names beside her.
        often = bool(person.roots) or SELDOM_NAMED * person.count >= self.counts[name]
        return often or may_meet(name, person)

    def shares_patronymic(self, name: Name, person: Person) -> bool:
        """Anna Arkadyevna is the Anna Karenina who is named near by, and then Anna Sergyevna is somebody else."""
        same = [other for other in person.names if other.given and wholes(other.given) & wholes(name.given)]
        fathers = {folded(other.middle) for other in same if is_patronymic(other.middle)}
        if fathers or not same:
            return fathers == {folded(name.middle)}
        return may_meet(name, person)

    def is_commoner(self, name: Name, person: Person) -> bool:
        """Where Henry Crawford's family has a Mr. Crawford, he is not the Sir Henry who is named less often."""
        known = sum(
            count
            for other, count in self.counts.items()
            if other.title in MEN | WIVES | MAIDENS
            and other.surname
            and root(other.surname) in person.roots
            and TITLES[other.title][0] == person.gender()
        )
        return known > self.counts[name]

    def titled_surnames(self) -> None:
        """`Mr. Darcy`. Daughters come before their mothers, because they are known by their given names too.

        `Mr. Superintendent` is the only superintendent.
        """
        offices = self.take(lambda name: name.title in MEN and name.surname in OFFICES)
        names = self.take(lambda name: name.title and name.surname and not is_initials(name.surname))
        names.sort(
            key=lambda name: (name.title in KIN, name.title in WIVES | PEERS, name.title not in MAIDENS)
        )
        for name in names:
            named = [p for p in self.having(root(name.surname)) if root(name.surname) in p.roots]
            fits = [person for person in named if suits(self, name, person)]
            if name.title in MAIDENS | {"Master"}:
                self.join_maiden(name, fits)
            else:
                titled = [person for person in fits if person.bears(name)]
                men = [person for person in fits if person.gender() == "m"]
                men = men or [person for person in fits if person.gender() != "f"]
                able = self.not_far_from(name, self.known_by_surname(name, titled or men or fits))
                # A brother who is named in full is not a captain for that.
                self.join(name, self.dominant(able, self.called if name.title in MILITARY else None))
        for name in offices:
            bearers = self.by_title.get(same(name.surname), [])
            self.join(name, self.dominant(bearers, lambda one: one.times_titled(same(name.surname)), ROLE))  # noqa: B023
        for name in self.take(lambda name: name.title and name.surname):
            self.join(name, self.dominant(self.abbreviated(name)))

    def not_far_from(self, name: Name, people: list[Person]) -> list[Person]:
        """Those who are named near a title, if any are: Mr. Gatz of the last chapter is the father who is named there in full."""
        near = [person for person in people if not is_far_from(name, person)]
        return near or people

    def known_by_surname(self, name: Name, people: list[Person]) -> list[Person]:
        """The only man of a family whom the narrator does not call by his given name. A Mr. Pocket with a son Herbert is Matthew."""
        told = max(SELDOM, self.context.told.get(name, 0))
        seldom = [person for person in people if person.givens and self.told_given(person) < 0.2 * told]
        others = [self.told_given(person) for person in people if person not in seldom]
        known = others and max(others) >= told and min(others) >= OFTEN_TOLD * told
        # Who is named once or twice is no head of the family: Count Stanislas von Tarlenheim, who lends his house.
        heads = [person for person in seldom if person.count > ONCE or max(others, default=0) < FAMILIAR]
        return heads if known and len(seldom) == 1 and heads else people

    def abbreviated(self, name: Name) -> list[Person]:
        """Whom `Mr. E.` may mean: people with this title and initial."""
        return [
            person
            for person in self.by_title.get(same(name.title), ())
            if any(surname.startswith(name.surname[0].casefold()) for surname in person.roots)
        ]

    def join_maiden(self, name: Name, fits: list[Person]) -> None:
        """`Miss Bennet` is the eldest of several sisters, and nobody calls her Miss Jane."""
        known = [person for person in fits if any(other.given for other in person.names)]
        chosen = self.dominant(known, self.called, SISTER)
        if len(known) > 1 and chosen is None:
            chosen = in_her_company(self, name, known) or least_beside(self, name, known)
        if chosen is None and len(known) > 1 and max(map(self.called, known)) >= self.counts[name]:
            self.ambiguous.append(name)
            return
        if chosen and is_younger_sister(self, name, chosen):
            chosen, fits = None, []
        self.join(name, chosen or self.dominant(fits))

    def bare(self) -> None:
        """`Elizabeth`, `Lizzy`, then `Darcy`: given names before surnames, because they are more reliable."""
        later: list[Name] = []
        for name in self.take(lambda name: name.bare in TITLES.keys() - KIN - QUALIFIERS):
            self.join(name, self.known_by_title(name))
        for name in self.take(lambda name: name.bare):
            as_given, as_surname = self.bearers(name.bare)
            as_given = as_given or ([] if as_surname else self.stem_bearers(name.bare))
            if folded(name.bare) in pet_forms() and not as_surname:
                later.append(name)
            elif times(as_given, name) >= times(as_surname, name) or is_given_after_epithet(
                name, as_given, as_surname
            ):
                self.join_given(name, as_given)
            else:
                self.join_surname(name, as_surname)
        for name in later:
            self.join_given(name, self.bearers(name.bare)[0])

    def known_by_title(self, name: Name) -> Person | None:
        """Madame is Madame Perrodot, if she alone has the title and one name hardly stands without the other close by."""
        bearers = self.by_title.get(same(name.bare), [])
        chosen = self.dominant(bearers, lambda person: person.times_titled(same(name.bare)), ROLE)
        if chosen is None:
            return None
        return chosen if meets_mostly(name, chosen) or is_mostly_met(name, chosen) else None

    def stem_bearers(self, word: str) -> list[Person]:
        """`Skaggsy` is Skaggs, `Bobby` Bob."""
        made_from = stems(word)
        roots = {each.casefold() for each in made_from}
        able = self.having(*made_from)
        return [person for person in able if made_from & person.spelt or roots & person.roots]

    def bearers(self, word: str) -> tuple[list[Person], list[Person]]:
        """People who may be called by a word as a given name or a pet form, and those with it as a surname."""
        plain, forms = folded(word), wholes(word)
        able = self.having(plain, *forms)
        as_given = [person for person in able if plain in person.spelt] or [
            person
            for person in able
            if not person.is_known_by_rank()
            and (person.givens | {folded(name.bare) for name in person.names if name.bare}) & forms
            and (plain in pet_forms() or not person.roots)
        ]
        return as_given, [person for person in self.having(root(word)) if root(word) in person.roots]

    def join_given(self, name: Name, bearers: list[Person]) -> None:
        often = [p for p in bearers if not p.is_known_by_rank() or self.counts[name] >= DOMINANT * p.count]
        if all(SELDOM_NAMED * person.count <= self.counts[name] for person in often):
            often = [p for p in bearers if is_mostly_there(self, name, p)] or often
        most = max((person.count for person in bearers), default=0)
        if all(person.is_known_by_rank() and SELDOM_NAMED * person.count <= most for person in often):
            often = []  # Katharine is no Queen Katharine who is named once, where a Lady Katharine lives.
        plain = often or [person for person in bearers if not self.apart(name, person)]
        chosen = self.dominant(self.not_by_surname(name, plain))
        if chosen is not None and is_latecomer(self, name, chosen):
            chosen, plain = None, []
        if chosen is None and len(plain) > 1:
            able = [person for person in plain if not person.is_known_by_rank()] or plain
            met = [person for person in able if meets(name, person)]
            chosen = met[0] if len(met) == 1 else None
        if chosen is None and len(plain) > 1:
            if self.counts[name] < KNOWN * sum(person.count for person in plain):
                self.ambiguous.append(name)
                return
            chosen = max(
                plain, key=lambda person: (not person.is_known_by_rank(), len(chapters(person)), person.count)
            )
        if chosen and chosen.roots and self.counts[name] <= STRAY and is_far_from(name, chosen):
            self.ambiguous.append(name)  # The George of one chapter is not the George Otway of another.
            return
        if chosen and is_other_form(name, chosen):
            chosen = None  # The Mary whom a family let go is not the Minnie of earlier chapters.
        self.join(name, chosen)

    def seldom_in_full(self) -> None:
        """Pierre, named two thousand times, is the Pierre Bezukhov who is named twice, where both stand on one page."""
        for person in [one for one in self.people if not one.roots]:
            own = [name for name in person.names if name.bare]
            count = sum(self.counts[name] for name in own)
            full = [
                other
                for name in own
                for other in self.having(folded(name.bare))
                if other in self.people
                and folded(name.bare) in other.spelt
                and other.roots
                and other.times_in_full() * SELDOM_IN_FULL <= count
                and meets(name, other)
                and not self.two_sexes(name, other)
            ]
            most = max(full, key=lambda other: other.count, default=None)
            if most is not None and all(most is other or most.count > other.count for other in full):
                self.people.remove(most)
                for name, times in most.names.items():
                    person.add(name, times)

    def not_by_surname(self, name: Name, bearers: list[Person]) -> list[Person]:
        """The only bearer whom the narrator does not call by a surname: a boy John beside a John Beaver who is always Beaver."""
        told = self.context.told
        by_surname = []
        for person in bearers:
            least = max(SELDOM, min(told.get(name, 0), MOSTLY_SURNAME * person.count))
            if sum(told.get(each, 0) for each in person.names if not each.given and not each.role) >= least:
                by_surname.append(person)
        others = [
            person
            for person in bearers
            if person not in by_surname and person.count >= SHARE * self.counts[name]
        ]
        if not by_surname or len(others) != 1 or told.get(name, 0) < SELDOM:
            return bearers
        near = all(2 * share_met(name, others[0]) >= share_met(name, person) for person in by_surname)
        return others if near or not self.context.scenes else bearers

    def join_surname(self, name: Name, bearers: list[Person]) -> None:
        """A bare surname belongs to the only person with it, otherwise to the man called `Mr.`, as in most novels."""
        bearers = [person for person in bearers if not is_land_of(name, person)]
        others = self.of_another_sex(name, bearers)
        if bearers and len(others) == len(bearers) and any(one.usual_titles() & WIVES for one in bearers):
            self.join(name, None)  # Hall is not Mrs. Hall, nor is old Stuart, or his daughter Nettie.
            return
        bearers = [person for person in bearers if person not in others] or bearers
        men = [p for p in bearers if p.gender() == "m" or (p.gender() == "" and p.titles)]
        men = self.known_by_surname(name, men)
        chosen = self.dominant(bearers) if len(bearers) == 1 else self.dominant(men)
        if chosen is None and bearers and self.counts[name] >= KNOWN * sum(one.count for one in bearers):
            chosen = max(men or bearers, key=lambda person: (share_met(name, person), person.count))
        if chosen is None or self.may_be_a_namesakes(name, chosen, [*bearers, *others]):
            self.ambiguous.append(name)
        else:
            self.join(name, chosen)

    def may_be_a_namesakes(self, name: Name, chosen: Person, bearers: list[Person]) -> bool:
        """A surname that seldom stands alone need not mean a father who is hardly named (it may be his daughter's signature), nor a dead husband."""
        most = max(person.count for person in bearers)
        seldom = SELDOM if chosen.count == 1 else ONCE
        return self.counts[name] <= seldom and most >= SELDOM_NAMED * chosen.count

    def roles(self) -> None:
        """`the Professor` is the only professor; `the Efficient Baxter` is Baxter; `the Hatter` is called nothing else."""
        names = self.take(lambda name: name.role)
        for name in sorted(names, key=lambda name: -len(name.role.split())):
            title = same(name.role)
            bearers = self.by_title.get(title, [])
            longer = [
                person
                for person in self.having(name.role.split()[-1])
                if any(other.role.endswith(" " + name.role) for other in person.names)
            ]
            bearers = self.beside_role(name) or bearers or longer
            if not bearers and title not in TITLES:
                bearers = self.bearers(name.role.split()[-1])[1]
            chosen = self.dominant(bearers, times=ROLE)
            plain = MEN | WIVES | MAIDENS  # The Marquis is mostly called Monsieur.
            learned = plain | LEARNED if title in LEARNED else plain  # A Doctor may be the Professor.
            if chosen and (
                any(other.times_titled(title) > chosen.times_titled(title) for other in bearers)
                or 0
                < chosen.times_titled(title)
                < max(map(chosen.times_titled, chosen.titles - learned), default=0)
            ):
                self.ambiguous.append(name)  # The Emperor Alexander is named less often than Napoleon.
            else:
                self.join(name, chosen)

    def beside_role(self, role: Name) -> list[Person]:
        """Whoever is named beside the role: `Mr. Turton, the Collector`."""
        beside: Counter[Name] = Counter()
        for (one, name), count in self.context.apposed.items():
            if one == role:
                beside[name] += count
        return [
            person
            for person in self.people
            if (times := sum(beside[name] for name in person.names))
            and (times > 1 or self.counts[role] <= ONCE * person.count)
        ]
