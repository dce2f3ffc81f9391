"""Applies what is known about a book's people to those that were found by their names.

A person's own corrections decide. The cast of a model's reading is evidence: it joins names that do not contradict each
other, and adds people whom the names alone did not show.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from fabula.languages import Language
from fabula.languages.topics.names import People, Person
from fabula.reading.aliases import is_name, tidy
from fabula.reading.reading import Character
from fabula.text.roster import Listed, Roster


def plain(form: str) -> str:
    """A name as it is compared with others: without dots, spaces at its ends and case."""
    return " ".join(form.replace(".", " ").casefold().split())


def corrected(
    people: People, roster: Roster, texts: Sequence[str], language: Language, *, chosen: bool
) -> People:
    """The people with a roster applied. With `chosen`, the roster's names are those to show.

    Whoever is found under a listed name joins that person with all other names, if it is the main one. Otherwise only
    the listed name changes hands.
    """
    if not roster.people and not roster.nobody:
        return people
    listed = {plain(form): index for index, one in enumerate(roster.people) for form in one.names}
    nobody = {plain(form) for form in roster.nobody}
    mentions = [each for each in people.mentions if plain(each[3]) not in nobody]
    mentions += _written(texts, mentions, _unknown(people, roster), language)
    mentions.sort(key=lambda each: each[:2])
    counts = Counter(each[3] for each in mentions)
    gathered: list[Counter[str]] = [Counter() for _ in roster.people]
    for form, count in counts.items():
        if plain(form) in listed:
            gathered[listed[plain(form)]][form] = count
    left: list[Person] = []
    for person in people.people:
        rest = Counter({f: n for f, n in person.forms.items() if f in counts and plain(f) not in listed})
        main = (plain(shown_name(person)), plain(person.forms.most_common(1)[0][0]))
        owner = next((listed[form] for form in main if form in listed), None)
        if owner is not None:
            gathered[owner].update(rest)
        elif rest:
            left.append(Person(rest, person.full if person.full in rest else "", person.gender))
    known = {form: person for person in people.people for form in person.forms}
    found = [
        _person(one, forms, known, chosen=chosen)
        for one, forms in zip(roster.people, gathered, strict=True)
        if forms
    ]
    ambiguous = [each for each in people.ambiguous if plain(each) not in listed.keys() | nobody]
    return People([*found, *left], mentions, ambiguous)


def shown_name(person: Person) -> str:
    """The name a person is listed under: the full one if it is in use, else the most used."""
    if person.name:
        return person.name
    full = person.full and (len(person.forms) == 1 or _is_known_as(person))
    return person.full if full else _usual(person)


def _is_known_as(person: Person) -> bool:
    """Whether the full name begins with the most used form, or is used often enough to introduce the person."""
    usual = person.forms.most_common(1)[0][0]
    return person.forms[person.full] >= 2 or person.forms.total() < 20 or person.full.startswith(usual)


def _usual(person: Person) -> str:
    """The most used form, or a fuller one that is nearly as common: `Mr. Darcy` before `Darcy`."""
    most, count = person.forms.most_common(1)[0]
    fuller = [form for form, n in person.forms.items() if most in form and n >= 0.3 * count]
    return max(fuller, key=len, default=most)


def roster_of_cast(people: People, told: Iterable[Character], language: Language) -> Roster:
    """What a model's cast adds: names that it gives to one person, unless they contradict each other in the book."""
    owner = {plain(form): person for person in people.people for form in person.forms}
    shared = Counter(
        form for one in told for form in {plain(tidy(each)) for each in (one.name, *one.aliases)}
    )
    listed: list[Listed] = []
    taken: set[int] = set()
    for one in told:
        forms = [tidy(each) for each in (one.name, *one.aliases)]
        forms = [
            each for each in dict.fromkeys(forms) if is_name(each, language) and shared[plain(each)] == 1
        ]
        kept: list[str] = []
        joined: list[Person] = []
        for form in forms:
            person = owner.get(plain(form))
            if person is not None and (
                id(person) in taken or any(_differ(person, other, language) for other in joined)
            ):
                continue
            kept.append(form)
            if person is not None and person not in joined:
                joined.append(person)
        taken.update(map(id, joined))
        if kept:
            listed.append(Listed(kept[0], tuple(kept[1:])))
    return Roster(tuple(listed))


def _person(one: Listed, forms: Counter[str], known: dict[str, Person], *, chosen: bool) -> Person:
    usual = [known[form] for form, _ in forms.most_common() if form in known]
    full = next((person.full for person in usual if person.full in forms), "")
    gender = one.gender or next((person.gender for person in usual if person.gender), "")
    return Person(forms, full, gender, one.name if chosen else "")


def _differ(one: Person, other: Person, language: Language) -> bool:
    if one is other:
        return False
    if one.gender and other.gender and one.gender != other.gender:
        return True
    return any(language.names.contradict(first, second) for first in one.forms for second in other.forms)


def _unknown(people: People, roster: Roster) -> list[str]:
    """Names of the roster that no mention has."""
    known = {plain(each[3]) for each in people.mentions}
    return [form for one in roster.people for form in one.names if plain(form) not in known]


def _written(
    texts: Sequence[str],
    mentions: Iterable[tuple[int, int, int, str]],
    forms: Sequence[str],
    language: Language,
) -> list[tuple[int, int, int, str]]:
    """Where these names stand in the text, outside the mentions that are known."""
    if not forms:
        return []
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for chapter, start, end, _ in mentions:
        spans[chapter].append((start, end))
    edge = (r"(?<!\w)", r"(?!\w)") if language.joiner else ("", "")
    either = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    pattern = re.compile(f"{edge[0]}(?:{either}){edge[1]}")
    found = []
    for chapter, text in enumerate(texts):
        known = sorted(spans[chapter])
        for match in pattern.finditer(text):
            near = bisect_left(known, match.span())
            beside = known[max(0, near - 1) : near + 1]
            if all(end <= match.start() or start >= match.end() for start, end in beside):
                found.append((chapter, match.start(), match.end(), match.group()))
    return found
