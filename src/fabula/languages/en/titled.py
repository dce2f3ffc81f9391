"""Who can bear a title with a surname: keeps wives and daughters, fathers and sons apart."""

from __future__ import annotations

from collections.abc import Collection

from fabula.languages.en.gathering import APART, Gathering
from fabula.languages.en.given_names import folded
from fabula.languages.en.meetings import is_far_from
from fabula.languages.en.name_parts import Name, root
from fabula.languages.en.person import Person
from fabula.languages.en.titles import KIN, MAIDENS, MEN, NOBLE, PEERS, QUALIFIERS, TITLES, WIVES, same

LEARNED = frozenset(["Dr", "Prof", "Comrade"])
MILITARY = frozenset(
    [
        "General",
        "Gen",
        "Captain",
        "Capt",
        "Colonel",
        "Col",
        "Major",
        "Maj",
        "Admiral",
        "Adm",
        "Lieutenant",
        "Lt",
    ]
)
OFFICES = frozenset(
    ["Superintendent", "Inspector", "Sergeant", "Commissioner", "Detective", "Coroner", "Magistrate", "Secretary", "President", "Chairman", "Director", "Doctor", "Professor", "Ambassador"]
)  # fmt: skip
"""Somebody is spoken to as `Mr. Superintendent`. Mr. King and Mr. Dean have a surname."""
RANK = {title: rank for rank, title in enumerate(("Lt", "Capt", "Maj", "Col", "Gen"))}
SELDOM = 10
"""Whoever is named this many times less often, and far away, is somebody else."""
STRAY = 0.25
"""A rank in a smaller share of the titled names is said in jest, or once: Cap’n Trelawney."""
WIFE = 0.1
"""A heroine is called by her husband's name in this share of her mentions. A Mrs. named less often is her mother."""
CIVIL = 10
"""A Mr. Crawford whom the narrator calls so this many times as often is not Admiral Crawford."""
JEST = 10
"""A peer's title that is said once to this many times of a plainer one is no peer's: “Ah, Lady Leslie!” says Mr. Oakley to his wife."""
OWN, OF_SON = 20, 0.1
"""A father whom the narrator calls Mr. Emerson so often, and so often beside a son called George, needs no more to tell them apart."""
ALONE = 0.3
"""One man has the surname if the narrator says it without a title this often, for each time with one."""
TOLD = 5
"""A narrator who says both Dr. Craven and Mr. Craven so often tells of two men."""
YOUNG = 5
"""Whom the narrator calls by the given name so often is not the older of two."""
_OFFICES = frozenset(
    ["Judge", "Justice", "Sheriff", "Mayor", "Governor", "Senator", "President", "Reverend", "Rev", "Bishop"]
)
_REIGNING = frozenset(["King", "Queen", "Emperor", "Empress", "Tsar", "Czar", "Sultan", "Shah", "Kaiser"])
_RANKS = frozenset(["Capt", "Col", "Gen", "Lt", "Sgt", "Maj", "Adm", "Cpl", "Rev", "Dr", "Insp", "Cmdr"])


def suits(gathering: Gathering, name: Name, person: Person) -> bool:
    """Can a person be called by this title and surname? Keeps wives and daughters, fathers and sons apart."""
    titles, title = person.titles, same(name.title)
    if person.usual_titles() & NOBLE:
        titles = titles - MAIDENS  # Countess Olenska was once Miss Ellen.
    if title in WIVES | MEN and is_in_jest(gathering, name, person):
        titles = titles - PEERS
    if (
        gathering.two_sexes(name, person)
        or gathering.is_relative(name, person)
        or _is_husband(title, titles=titles)
        or _is_husband(*titles, titles={title})
    ):
        return False
    if any(other.husband for other in person.names) or is_of_parents(name, person):
        return False
    if is_of_other_chapters(gathering, name, person) or is_other_doctor(gathering, name, person):
        return False
    if name.title in QUALIFIERS:
        return is_of_age(gathering, name, person)
    if is_of_father(gathering, name, person) or is_of_brother(gathering, name, person):
        return False
    if name.title == "Lady" and is_earls_daughter(gathering, name, person):
        return False
    if title in titles:
        return True
    if title in KIN:
        return len(person.roots) < 2  # Granny Mingott is not she who was born a Mingott.
    if (title in MAIDENS and titles & WIVES) or (title in WIVES and titles & MAIDENS):
        return False
    if titles and (title in PEERS or titles & PEERS) and not ({title} | titles) & NOBLE:
        return False
    ranks = (titles & person.usual_titles(STRAY)) - MEN - WIVES - MAIDENS - KIN - NOBLE - LEARNED
    if is_of_her_family(gathering, name, person):
        return False
    if ranks and title not in MEN | LEARNED | WIVES | MAIDENS | NOBLE:
        return False
    if title in WIVES | PEERS | NOBLE and not titles:
        return is_her_title(gathering, name, person)
    return True


def is_land_of(name: Name, person: Person) -> bool:
    """Ruritania is not the King of Ruritania."""
    borne = [other for other in person.names if other.surname and root(other.surname) == root(name.bare)]
    return all(other.title in _REIGNING and other.surname.startswith("of ") for other in borne) and bool(
        borne
    )


def is_of_other_chapters(gathering: Gathering, name: Name, person: Person) -> bool:
    """Captain Brown, who dies early, is not the Samuel Brown who is named twice in another part of the book."""
    seldom = SELDOM * gathering.called(person) <= gathering.counts[name]
    return seldom and same(name.title) not in person.titles and is_far_from(name, person)


def is_other_doctor(gathering: Gathering, name: Name, person: Person) -> bool:
    """Dr. Craven is neither his cousin Mr. Craven nor the boy Colin: who tells of a doctor calls him so, whatever others call him."""
    title, told = same(name.title), gathering.context.told
    if title not in ("Dr", "Mr") or told.get(name, 0) < TOLD:
        return False
    other = "Dr" if title == "Mr" else "Mr"
    if sum(told.get(each, 0) for each in person.names if same(each.title) == other) >= TOLD:
        return True
    civil = told.get(Name("Mr", surname=name.surname), 0) >= TOLD
    return title == "Dr" and civil and gathering.told_given(person) >= told[name]


def is_of_parents(name: Name, person: Person) -> bool:
    """The Comtesse de Tournay is not Mlle. de Tournay, and the Vicomte, who has a title of his own, is not the Comte."""
    title = same(name.title)
    if title not in NOBLE or title in person.titles:
        return False
    maiden = any(
        other.title in MAIDENS and other.surname and root(other.surname) == root(name.surname)
        for other in person.names
    )
    return maiden or bool(person.titles & NOBLE - PEERS and title not in PEERS and person.gender() == "m")


def is_in_jest(gathering: Gathering, name: Name, person: Person) -> bool:
    """Lady Leslie is no lady, if the book nearly always says Mrs. Oakley. A Lady Anne Darcy is one."""
    ranked = [other for other in person.names if other.title in PEERS]
    times = sum(person.names[other] for other in ranked)
    return not any(other.surname for other in ranked) and JEST * times <= gathering.counts[name]


def is_of_age(gathering: Gathering, name: Name, person: Person) -> bool:
    """Young Emerson is the son whom the narrator calls George, and old Emerson is his father."""
    is_young = gathering.told_given(person) >= YOUNG
    return person.gender() != "f" and is_young == (name.title == "Young")


def is_earls_daughter(gathering: Gathering, name: Name, person: Person) -> bool:
    """Lady Blanche Vere, whom the book names beside Lady Vere, is always Lady Blanche."""
    hers = [other for other in person.names if other.title == "Lady" and other.given and not other.surname]
    return bool(hers) and (gathering.is_told_apart(name, person) or gathering.apart(name, person))


def is_her_title(gathering: Gathering, name: Name, person: Person) -> bool:
    """`Mrs. Wilcox` is Ruth Wilcox if the narrator hardly ever calls her Ruth. Otherwise Ruth is a daughter.

    `Lady Cockpurse` is Polly Cockpurse where the book names nobody else of that surname. Old Mrs. Lee is the mother of her
    whom the narrator calls Annie.
    """
    if name in gathering.context.elders and gathering.told_given(person) >= YOUNG:
        return False
    family = [one for one in gathering.having(root(name.surname)) if one is not person and one.givens]
    if name.title not in WIVES and not family and not gathering.apart(name, person):
        return True
    women = [one for one in family if not one.titles & MAIDENS and one.gender() != "m"]
    has_married = len(person.roots) > 1
    if has_married and not women:
        return True
    if name.title in WIVES and not women and is_only_woman(gathering, name, person):
        return True
    told = gathering.told_given(person)
    called = gathering.called(person)
    fits = called >= 5 and gathering.counts[name] >= 0.5 * called and told < 0.2 * gathering.counts[name]
    return fits and not gathering.apart(name, person)


def is_of_her_family(gathering: Gathering, name: Name, person: Person) -> bool:
    """Judge Thatcher is not Becky, unless pronouns say that the judge is a woman. Of Dr. Chen it takes more to say so.

    Commander Rostova is Eva Rostova where the book has no Mr., Mrs. or Miss Rostova and no other given name with it.
    """
    ranked = not TITLES[name.title][0] and not person.titles - MAIDENS - WIVES
    if not ranked or person.gender() != "f" or gathering.context.pronouns.get(name) == "f":
        return False
    if name.title not in _OFFICES and has_no_family(gathering, name, person):
        return False
    known = gathering.told_given(person) >= max(8, gathering.context.told.get(name, 0))
    return known or name.title in MILITARY | _OFFICES


def has_no_family(gathering: Gathering, name: Name, person: Person) -> bool:
    """Whether the book names nobody else who may have this surname."""
    family = root(name.surname)
    alone = all(one is person or not one.givens for one in gathering.having(family) if family in one.roots)
    civil = MEN | WIVES | MAIDENS
    return alone and not any(
        other.title in civil and root(other.surname) == family for other in gathering.counts if other.surname
    )


def is_only_woman(gathering: Gathering, name: Name, person: Person) -> bool:
    """`Mrs. Dawes` is Clara Dawes, if nobody else is Miss Dawes and the two names do not stand together as mother and daughter do."""
    maidens = {
        folded(other.given)
        for other in gathering.counts
        if other.title in MAIDENS and root(other.surname) == root(name.surname)
    }
    called = gathering.called(person)
    daughters = bool(maidens - {""}) and not person.titles & MAIDENS and called >= gathering.counts[name]
    maiden = bool(maidens) and not daughters
    beside = gathering.times_beside(name, person)
    return (
        person.gender() == "f"
        and gathering.counts[name] >= WIFE * called
        and not maiden
        and beside <= 2 + APART * gathering.counts[name]
        and not gathering.is_told_apart(name, person)
    )


def is_of_father(gathering: Gathering, name: Name, person: Person) -> bool:
    """A narrator who calls a son George means his father by Mr. Emerson."""
    ranked = name.title in MILITARY and not person.titles & MILITARY
    if name in person.names or not (name.title in MEN or ranked):
        return False
    given = gathering.told_given(person)
    own = gathering.context.told.get(name, 0)
    others = others_of_rank(gathering, name) if ranked else set()
    if others:
        return max(others) < RANK[same(name.title)] and given >= max(8, own)
    if ranked:
        civil = sum(gathering.context.told.get(each, 0) for each in person.names if each.title in MEN)
        return (own >= 8 or civil >= max(8, CIVIL * own)) and given >= max(8, own)
    if has_ranked_father(gathering, name):
        return False
    if name in gathering.context.elders and given >= 5:
        return True
    if own < 0.4 * gathering.counts[name] or given < max(8, 0.1 * own):
        return False
    if gathering.context.told.get(Name(bare=name.surname), 0) >= max(OWN, ALONE * own):
        return False  # A narrator who tells of two men called Moon does not say only Moon.
    return (own >= OWN and own >= OF_SON * given) or gathering.is_told_apart(name, person)


def others_of_rank(gathering: Gathering, name: Name) -> set[int]:
    """The ranks of whoever else of this surname has one: of a Captain and a Colonel the Colonel is the father."""
    return {
        RANK[same(other.title)]
        for other in gathering.counts
        if same(other.title) in RANK
        and same(other.title) != same(name.title)
        and not other.given
        and root(other.surname) == root(name.surname)
    }


def has_ranked_father(gathering: Gathering, name: Name) -> bool:
    """General Tilney is not called Mr. Tilney, so that is a son's name."""
    ranks = _RANKS | PEERS | NOBLE
    return any(
        same(other.title) in ranks and not other.given and TITLES[other.title][0] != "f"
        for other in gathering.counts
        if other.title and other.surname and root(other.surname) == root(name.surname)
    )


def is_of_brother(gathering: Gathering, name: Name, person: Person) -> bool:
    """Where a wife is Mrs. John Knightley rather than Mrs. Knightley, plain Mr. Knightley is John's elder brother."""
    if name.title not in MEN:
        return False
    counts, given = gathering.counts, {other.given for other in person.names if other.given}
    wives = [other for other in counts if other.husband in given and other.surname == name.surname]
    plain = max((counts[Name(title, surname=name.surname)] for title in WIVES), default=0)
    fuller = sum(count for other, count in person.names.items() if other.title and other.given)
    return sum(counts[wife] for wife in wives) > max(2, plain) and counts[name] >= 2 * fuller


def _is_husband(*ranks: str, titles: Collection[str]) -> bool:
    """Mrs. Harville is not Captain Harville, in most novels."""
    return any(rank in _RANKS for rank in ranks) and any(title in WIVES for title in titles)
