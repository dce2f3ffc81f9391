"""English names: mentions, and which of them are one person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from fabula.languages.en import coreference
from fabula.languages.en.answers import apposed, exchanges
from fabula.languages.en.given_names import gender_of, given_names, may_be_one, pet_forms, wholes
from fabula.languages.en.kin import akin
from fabula.languages.en.mentions import Sighting, sightings
from fabula.languages.en.name_parts import Name, is_initials, parts_of, surface, untitled
from fabula.languages.en.other_names import mentioned, other_names, rename
from fabula.languages.en.person import Context
from fabula.languages.en.person import Person as Gathered
from fabula.languages.en.resettled import husbands, resettled
from fabula.languages.en.runs import runs, titled_words
from fabula.languages.en.statements import stated
from fabula.languages.en.titles import PEERS, TITLES, WIVES
from fabula.languages.en.whereabouts import whereabouts
from fabula.languages.general.names import RULES as GENERAL
from fabula.languages.lexicons import word_set
from fabula.languages.spans import is_within
from fabula.languages.topics.names import MOST_FORMS, Gender, NameRules, People, Person, Spans

_NOT_NAMES = """
i you he she it we they me him her us them my his its our their who someone somebody everyone narrator
"""
_HE = re.compile(r"\b(?:he|his|him|himself)\b")
_SHE = re.compile(r"\b(?:she|her|hers|herself)\b")
_QUOTED = re.compile(r"“(?:[^”\n]++|\n(?!\s*\n))*+”?|\"(?:[^\"\n]++|\n(?!\s*\n))*+\"?")
_READ_AFTER = 60
"""How many characters after a name are read for pronouns."""
_MENTIONS_READ = 80
"""How many mentions of a name are read for pronouns."""
_SCENE = 3000
"""How many characters of a chapter count as one stretch of it."""
_CONTRASTED = 3
"""How often the book must say both `old` and `young` before a surname."""
_NEARLY = 0.3
_CLOSE = 60
"""Two names with at most this many characters between them stand close together."""


def _find(texts: Sequence[str], headings: Sequence[str], spoken: Sequence[Spans]) -> People:
    found, sisters = sightings(texts)
    found = _told_by_ear(found)
    counted = Counter(each.name for each in found)
    asked = husbands(counted)
    meant = resettled(counted, _pronouns(texts, [each for each in found if each.name in asked]))
    found = [each._replace(name=meant[each.name]) if each.name in meant else each for each in found]
    found = _told_by_age(found)
    counts = Counter(dict(Counter(each.name for each in found).most_common(MOST_FORMS)))
    counts |= _in_headings(headings, counts)
    people, ambiguous = coreference.merge(
        counts, _context(texts, found, sisters, list(map(_quoted, texts, spoken)))
    )
    return People(
        [_person(person) for person in people],
        [(each.chapter, each.start, each.end, surface(each.name)) for each in found],
        [surface(name) for name in ambiguous],
    )


def _told_by_ear(found: Sequence[Sighting]) -> list[Sighting]:
    """Mis’ Snow is Mrs. Snow, or Miss Snow where the book says that more often."""
    counts = Counter(each.name for each in found)
    heard = {name for name in counts if name.title == "Mis’"}
    meant = {
        name: max((name._replace(title="Mrs"), name._replace(title="Miss")), key=lambda one: counts[one])
        for name in heard
    }
    return [each._replace(name=meant.get(each.name, each.name)) for each in found]


def _told_by_age(found: Sequence[Sighting]) -> list[Sighting]:
    """Old Emerson and young Emerson are two, where the book says both often. Their surname alone stays what it is."""
    elder = Counter(each.name for each in found if each.elder and each.name.bare)
    younger = Counter(each.name for each in found if each.younger and each.name.bare)
    two = {name for name in elder if min(elder[name], younger[name]) >= _CONTRASTED}
    return [
        each._replace(name=Name("Old" if each.elder else "Young", surname=each.name.bare))
        if each.name in two and each.elder != each.younger
        else each
        for each in found
    ]


def _in_headings(headings: Sequence[str], counts: Mapping[Name, int]) -> Counter[Name]:
    """Full names that only a heading tells: Lucy is Miss Honeychurch where one says `Lucy Honeychurch Drives Out`."""
    givens = {name.given or name.bare for name in counts} - {""}
    surnames = {name.surname for name in counts} - {""}
    whole = {(name.given, name.surname) for name in counts if name.full}
    found: Counter[Name] = Counter()
    for run in runs(headings):
        for (_, one), (_, other) in pairwise(run.words):
            if one in givens and other in surnames and (one, other) not in whole:
                found[Name(given=one, surname=other)] = 1
    return found


def _context(
    texts: Sequence[str], found: Sequence[Sighting], sisters: frozenset[str], spoken: Sequence[Spans]
) -> Context:
    first: dict[Name, float] = {}
    beside: Counter[tuple[Name, Name]] = Counter()
    told = Counter(each.name for each in found if not is_within(spoken[each.chapter], each.start))
    elders = Counter(each.name for each in found if each.elder)
    scenes: dict[Name, Counter[tuple[int, int]]] = defaultdict(Counter)
    for number, each in enumerate(found):
        scenes[each.name][each.chapter, each.start // _SCENE] += 1
        first.setdefault(each.name, each.chapter / len(texts))
        if not number:
            continue
        last = found[number - 1]
        if last.chapter == each.chapter and each.start - last.end <= _CLOSE and last.name != each.name:
            beside[last.name, each.name] += 1
    places = whereabouts(texts, found, spoken)
    exchanged = exchanges(texts, found, spoken)
    old = frozenset(name for name, count in elders.items() if count >= 2)
    return Context(
        first,
        _pronouns(texts, found),
        beside,
        told,
        old,
        exchanged.answers,
        apposed(texts, found),
        scenes,
        sisters,
        places.told,
        places.said,
        places.addressed,
        stated(texts, found),
        exchanged.calls,
        akin(texts, found),
    )


def _quoted(text: str, spoken: Spans) -> list[tuple[int, int]]:
    """The speeches, and what else stands between double marks: a word that is quoted, half a speech after a deed."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted([*spoken, *(match.span() for match in _QUOTED.finditer(text))]):
        if kept and start < kept[-1][1]:
            kept[-1] = kept[-1][0], max(end, kept[-1][1])
        else:
            kept.append((start, end))
    return kept


def _pronouns(texts: Sequence[str], found: Sequence[Sighting]) -> Mapping[Name, Gender]:
    """The gender of the pronouns that follow a name, where one is much more frequent."""
    read: Counter[Name] = Counter()
    he: Counter[Name] = Counter()
    she: Counter[Name] = Counter()
    for each in found:
        if read[each.name] < _MENTIONS_READ:
            read[each.name] += 1
            after = texts[each.chapter][each.end : each.end + _READ_AFTER]
            he[each.name] += len(_HE.findall(after))
            she[each.name] += len(_SHE.findall(after))
    return {
        name: "m" if he[name] > she[name] else "f"
        for name in read
        if max(he[name], she[name]) >= max(3, 3 * min(he[name], she[name]))
    }


def _person(person: Gathered) -> Person:
    forms: Counter[str] = Counter()
    for name, count in person.names.items():
        forms[surface(name)] += count
    whole = [name for name in person.names if name.full]
    whole.sort(
        key=lambda name: (
            not _is_letter(name) and name.given not in pet_forms(),
            not _is_letter(name),
            person.names[name],
            not name.title,
        ),
        reverse=True,
    )
    full = surface(whole[0] if _keeps_title(whole[0]) else untitled(whole[0])) if whole else ""
    return Person(forms, full or _before_role(person), person.gender())


def _is_letter(name: Name) -> bool:
    """Whether a letter stands for the given name: W. Lowe is William Lowe where the book says so. A. J. Lowe is known by letters."""
    return is_initials(name.given) and not name.middle and len(name.given.rstrip(".")) == 1


def _before_role(person: Gathered) -> str:
    """Judge Miller rather than the Judge, where that is not much rarer. Empty for whoever is not known by a role."""
    most, count = person.names.most_common(1)[0]
    titled = [name for name, n in person.names.items() if most.role and name.surname and n >= _NEARLY * count]
    return surface(max(titled, key=lambda name: person.names[name])) if titled else ""


def _keeps_title(name: Name) -> bool:
    """Sir Thomas Bertram, and `Mrs. Lovell Mingott`, who need not be called Lovell."""
    return name.title in PEERS or (name.title in WIVES and gender_of(name.given) != "f")


@lru_cache(maxsize=4096)
def _parsed(form: str) -> Name:
    title, words = titled_words(form)
    return parts_of(title, words) if words else Name(bare=form)


def _contradict(one: str, other: str) -> bool:
    """Titles of a man and of a woman; two given names of one family."""
    first, second = _parsed(one), _parsed(other)
    if {"f", "m"} <= {TITLES[name.title][0] for name in (first, second) if name.title}:
        return True
    return bool(
        first.full
        and second.full
        and first.surname == second.surname
        and not wholes(first.given) & wholes(second.given)
    )


def _corefer(counts: Counter[str]) -> list[list[str]]:
    forms: dict[Name, list[str]] = defaultdict(list)
    parsed = {form: _parsed(form) for form in sorted(counts)}
    meant = resettled(Counter(parsed.values()))
    for form, name in parsed.items():
        forms[meant.get(name, name)].append(form)
    weighed = Counter({name: sum(counts[form] for form in spelt) for name, spelt in forms.items()})
    people, _ = coreference.merge(weighed, Context())
    return [[form for name in person.names for form in forms[name]] for person in people]


def _is_full(form: str) -> bool:
    name = _parsed(form)
    return name.full and not name.title


RULES = NameRules(
    find=_find,
    he=_HE,
    she=_SHE,
    first_person=re.compile(r"I(?<!\w.)\b(?!\.)"),
    pronouns_show_gender=lambda texts: True,  # noqa: ARG005
    gender=gender_of,
    given_names=frozenset(given_names()),
    never_names=word_set("en", "not_names"),
    not_names=frozenset(_NOT_NAMES.split()),
    titles=frozenset(TITLES),
    looks_like_name=GENERAL.looks_like_name,
    contradict=_contradict,
    may_be_one=may_be_one,
    corefer=_corefer,
    is_full=_is_full,
    mentioned=mentioned,
    other_names=other_names,
    rename=rename,
)
