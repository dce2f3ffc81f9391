"""Names whose parts other names of the book explain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from fabula.languages.en.given_names import gender_of
from fabula.languages.en.name_parts import Name
from fabula.languages.en.titles import KIN, MAIDENS, NOBLE, PEERS, TITLES, WIVES
from fabula.languages.topics.names import Gender

_BEFORE_GIVEN = KIN | MAIDENS | NOBLE | PEERS | {"M", "Monsieur", "Signor", "Señor", "Herr"}
"""Titles that a given name may follow."""
_CROWNED = frozenset(["King", "Queen", "Prince", "Princess"])
_MOSTLY = 5
"""Whoever has an office before a name is named without it this many times as often."""
_CUSTOM = 3
"""So many wives with a husband's given name make it a custom of the book."""
_SAME = 3
"""Letters of one given name in several forms: Sam and Sam’l."""
_UNREAD: Mapping[Name, Gender] = MappingProxyType({})
_FAMILY = WIVES | {"Mr"}
"""Titles that a surname follows."""


def resettled(counts: Counter[Name], pronouns: Mapping[Name, Gender] = _UNREAD) -> dict[Name, Name]:
    """The names whose parts other names explain, as they are meant.

    `Comrade Gregory` is called by his surname if there is a Lucian Gregory, and `Princess Abdul Akbar` by hers if there is
    a Jenny Abdul Akbar. `Mrs. Todd` is called by a surname if there is an Almira Todd. `Mr. Edgar` is Edgar Pym if Edgar is nobody's surname, and `Captain Elias` is Captain Elias Ryker.
    `Lady Brett` is called by her given name if there is a Brett Ashley, and no Mrs. Brett; `Monsieur Lawrence` and `Mr. Lawrence` by his if there is a Lawrence Cavendish. `Mrs. Warrington Wilcox` has her
    husband's name if Warrington is nobody's given name, or if
    `pronouns` say that Warrington Wilcox is *he*, or other wives are called so and nothing says that he is *she*. `General Jinjur` has only one name if there is a Queen Jinjur.
    """
    as_surname: Counter[str] = Counter()
    as_given: Counter[str] = Counter()
    for name, count in counts.items():
        if name.full:
            as_surname[name.surname] += count
            as_given[name.given] += count
    surnames = {word for word, count in as_surname.items() if count >= as_given[word]}
    givens = {word for word, count in as_given.items() if count >= as_surname[word]}
    bare = {name.bare for name in counts}
    double = _double(counts, bare)
    alone = {name.given for name in counts if not (name.title in WIVES and name.surname)}
    alone |= bare
    by_servants = _called_by_servants(counts, givens - surnames)
    families = {name.surname for name in counts if name.title in _FAMILY} - by_servants
    called = givens - surnames - families
    before_given = dict.fromkeys(_BEFORE_GIVEN, called) | dict.fromkeys(_FAMILY, by_servants)
    crowned = {name.given for name in counts if name.title in _CROWNED and name.given} & bare - surnames
    crowned -= {name.surname for name in counts if name.title in _FAMILY}
    ranked: dict[str, set[str]] = defaultdict(set)
    for name in counts:
        if name.full and name.title and name.given in called:
            ranked[name.title].add(name.given)
    wives = _perhaps_husbands(counts)
    by_custom = wives_by_custom(counts) > 0
    settled: dict[Name, Name] = {}
    for name in counts:
        called_so = name.given or name.husband
        if name.title and called_so in surnames - givens and not name.surname and not name.middle:
            settled[name] = Name(name.title, surname=called_so)
        elif not name.given and name.surname in before_given.get(name.title, ranked[name.title]) | crowned:
            settled[name] = Name(name.title, given=name.surname)
        elif name.title and not name.middle and (name.given, name.surname) in double:
            settled[name] = Name(name.title, surname=f"{name.given} {name.surname}")
        elif (
            name.title in WIVES and name.full and name.given not in alone and not gender_of(name.given)
        ) or _is_his(wives.get(name, ()), pronouns, by_custom):
            settled[name] = Name(name.title, surname=name.surname, husband=name.given)
        elif not name.title and not name.middle and (name.given, name.surname) in double:
            settled[name] = Name(bare=f"{name.given} {name.surname}")
        elif (name.middle, name.surname) in double:
            settled[name] = name._replace(middle="", surname=f"{name.middle} {name.surname}")
        elif _has_office(name, counts):
            settled[name] = Name(name.title, name.middle, surname=name.surname)
    return settled


def husbands(counts: Iterable[Name]) -> set[Name]:
    """The names whose pronouns show whether they are a husband's: Sam and Sam Clark where there is a Mrs. Sam Clark."""
    return {one for names in _perhaps_husbands(counts).values() for one in names}


def _perhaps_husbands(counts: Iterable[Name]) -> dict[Name, tuple[Name, ...]]:
    """Each wife with a given name that is no woman's for sure, and who else the book calls so. Of several wives in one family one may be a widow."""
    named = {
        ((name.given or name.husband)[:_SAME], name.surname)
        for name in counts
        if name.title in WIVES and name.surname
    }
    families = Counter(surname for given, surname in named if given)
    return {
        name: (
            Name(given=name.given, surname=name.surname),
            *(Name(title, given=name.given, surname=name.surname) for title in ("Mr", "Dr")),
            Name(bare=name.given),
        )
        for name in counts
        if name.title in WIVES and name.full and not gender_of(name.given) and families[name.surname] == 1
    }


def _is_his(names: Iterable[Name], pronouns: Mapping[Name, Gender], by_custom: bool) -> bool:
    """Whether a given name is the husband's: its bearer is *he*, or not *she* in a book that calls wives so."""
    shown = {pronouns.get(name, "") for name in names}
    return ("m" in shown and "f" not in shown) or (by_custom and shown == {""})


def wives_by_custom(counts: Iterable[Name]) -> int:
    """How many wives the book calls by their husbands' given names, if that is its custom: more than twice as many as by their own."""
    his = {
        (name.husband, name.surname)
        for name in counts
        if name.title in WIVES and name.husband and name.surname
    }
    hers = {
        (name.given, name.surname) for name in counts if name.title in WIVES and gender_of(name.given) == "f"
    }
    return len(his) if len(his) >= max(_CUSTOM, 2 * len(hers)) else 0


def _double(counts: Counter[Name], bare: set[str]) -> set[tuple[str, str]]:
    """Surnames of two words: `Princess Abdul Akbar` and Jenny Abdul Akbar, but not Pleader Mahmoud Ali, who is mostly Mahmoud Ali.

    Peel Edgerton is Sir James Peel Edgerton.
    """
    after = Counter[tuple[str, str]]()
    for name, count in counts.items():
        if name.middle and name.surname:
            after[name.middle, name.surname] += count
    titled = {
        (name.given, name.surname)
        for name in counts
        if name.title and (not gender_of(name.given) or name.given not in bare)
    }
    double = {two for two in after.keys() & titled if counts[Name(given=two[0], surname=two[1])] < after[two]}
    knights = {(name.middle, name.surname) for name in counts if name.title in PEERS and name.middle}
    alone = {(name.given, name.surname) for name in counts if name.full and not name.title}
    return double | {two for two in knights & alone if not gender_of(two[0]) and two[0] not in bare}


def _has_office(name: Name, counts: Counter[Name]) -> bool:
    """Pleader Mahmoud Ali is Mahmoud Ali, who is named so often without a word before it that is no given name."""
    office = name.middle and name.surname and not gender_of(name.given) and " " not in name.middle
    return bool(office) and counts[Name(given=name.middle, surname=name.surname)] >= _MOSTLY * counts[name]


def _called_by_servants(counts: Counter[Name], givens: set[str]) -> set[str]:
    """Given names that `Mr.` or `Mrs.` stands before, as a household says. A Mr. and a Mrs. Paul have a surname, but not so Mrs. Paul Cass."""
    genders: dict[str, set[str]] = defaultdict(set)
    for name in counts:
        if name.title in _FAMILY and name.surname in givens and not name.given:
            genders[name.surname].add(TITLES[name.title][0])
        elif name.husband and not name.surname:
            genders[name.husband].add("f")
    return {word for word, shown in genders.items() if shown == {gender_of(word)}}
