"""English names: mentions, and which of them are one person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from fabula.languages.en import coreference
from fabula.languages.en.mentions import SPAN, TITLES, Name, given_names, parts_of, pet_forms, sightings
from fabula.languages.en.other_names import mentioned, other_names, rename
from fabula.languages.general.names import RULES as GENERAL
from fabula.languages.lexicons import word_set
from fabula.languages.topics.names import MOST_FORMS, NameRules, People, Person

_NOT_NAMES = """
i you he she it we they me him her us them my his its our their who someone somebody everyone narrator
"""


def _find(texts: Sequence[str]) -> People:
    found = sightings(texts)
    first: dict[Name, float] = {}
    for sighting in found:
        first.setdefault(sighting.name, sighting.chapter / len(texts))
    counts = Counter(dict(Counter(sighting.name for sighting in found).most_common(MOST_FORMS)))
    people, ambiguous = coreference.merge(counts, first)
    return People(
        [_person(person) for person in people],
        [(each.chapter, each.start, each.end, coreference.surface(each.name)) for each in found],
        [coreference.surface(name) for name in ambiguous],
    )


def _person(person: coreference.Person) -> Person:
    forms = Counter({coreference.surface(name): count for name, count in person.names.items()})
    whole = [name for name in person.names if name.given and name.surname]
    whole.sort(
        key=lambda name: (name.given not in pet_forms(), person.names[name], not name.title), reverse=True
    )
    full = coreference.surface(_untitled(whole[0])) if whole else ""
    return Person(forms, full, person.gender())


def _untitled(name: Name) -> Name:
    """A full name needs no title, except for a peer."""
    keep = name.title in coreference.PEERS
    return name if keep else Name(given=name.given, surname=name.surname)


@lru_cache(maxsize=4096)
def _parsed(form: str) -> Name:
    match = SPAN.fullmatch(form)
    if match is None:
        return Name(bare=form)
    return parts_of(match["title"] or "", tuple(match["name"].split()))


def _contradict(one: str, other: str) -> bool:
    """Titles of a man and of a woman; two given names of one family."""
    first, second = _parsed(one), _parsed(other)
    if {"f", "m"} <= {TITLES[name.title][0] for name in (first, second) if name.title}:
        return True
    return bool(
        first.surname
        and first.surname == second.surname
        and first.given
        and second.given
        and not coreference.wholes(first.given) & coreference.wholes(second.given)
    )


def _corefer(counts: Counter[str]) -> list[list[str]]:
    forms: dict[Name, list[str]] = defaultdict(list)
    for form in sorted(counts):
        forms[_parsed(form)].append(form)
    weighed = Counter({name: sum(counts[form] for form in spelt) for name, spelt in forms.items()})
    people, _ = coreference.merge(weighed, dict.fromkeys(weighed, 0.0))
    return [[form for name in person.names for form in forms[name]] for person in people]


def _is_full(form: str) -> bool:
    name = _parsed(form)
    return bool(name.given and name.surname) and not name.title


RULES = NameRules(
    find=_find,
    he=re.compile(r"\b(?:he|his|him|himself)\b"),
    she=re.compile(r"\b(?:she|her|hers|herself)\b"),
    pronouns_show_gender=lambda texts: True,  # noqa: ARG005
    given_names=frozenset(given_names()),
    never_names=word_set("en", "not_names"),
    not_names=frozenset(_NOT_NAMES.split()),
    looks_like_name=GENERAL.looks_like_name,
    contradict=_contradict,
    corefer=_corefer,
    is_full=_is_full,
    mentioned=mentioned,
    other_names=other_names,
    rename=rename,
)
