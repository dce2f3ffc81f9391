"""The cast of a book: its people under all their names, where each stands, and who is met with whom."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations

from fabula.reading import kinship_en, names_en, names_zh
from fabula.reading.names_en import Gender
from fabula.reading.parsed import paragraphs
from fabula.reading.reading import Character, Place
from fabula.reading.wordlists import has_lists, language_of
from fabula.text.book import Book

LEAST_MENTIONS = 2
"""A name that stands once in a book is no member of its cast."""
MOST_NAMES = 3000
"""The most used forms of name that are compared with one another; no novel has so many people, a file may."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a member of the cast is named: index into the roster, chapter's index, offsets."""

    who: int
    chapter: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The cast, most named first, with every mention in the order of the book."""

    characters: tuple[Character, ...]
    mentions: tuple[Mention, ...]
    ambiguous: tuple[str, ...]
    """Forms of address that could mean more than one of them; counted for none."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Two people named in the same or neighbouring paragraphs, so many times."""

    one: str
    other: str
    weight: int


@dataclass(frozen=True, slots=True)
class _Gathered:
    """A person before he is a Character: forms of name, longest and fullest first in `full`."""

    forms: Counter[str]
    full: str
    gender: Gender


def find_cast(book: Book) -> Roster:
    """Who is in the book. Names that are one person's are merged; where it cannot be known, they are not.

    Names are told in English and Chinese; the roster of a book in another language is empty.
    """
    if not has_lists(book):
        return Roster((), (), ())
    people, places, ambiguous = _chinese(book) if language_of(book) == "zh" else _english(book)
    who = {form: index for index, person in enumerate(people) for form in person.forms}
    found: dict[int, list[Mention]] = defaultdict(list)
    for chapter, start, end, form in places:
        if form in who:
            found[who[form]].append(Mention(who[form], chapter, start, end))
    ranked = sorted(
        (index for index in found if len(found[index]) >= LEAST_MENTIONS),
        key=lambda index: (-len(found[index]), found[index][0].chapter, found[index][0].start),
    )
    told = language_of(book) == "en" or any("她" in chapter.text for chapter in book.chapters)
    characters = tuple(_character(book, people[index], found[index], told) for index in ranked)
    mentions = [
        Mention(rank, mention.chapter, mention.start, mention.end)
        for rank, index in enumerate(ranked)
        for mention in found[index]
    ]
    mentions.sort(key=lambda mention: (mention.chapter, mention.start))
    return Roster(characters, tuple(mentions), tuple(ambiguous))


_Places = list[tuple[int, int, int, str]]


def _english(book: Book) -> tuple[list[_Gathered], _Places, list[str]]:
    sightings = names_en.sightings(book)
    first: dict[names_en.Name, float] = {}
    for sighting in sightings:
        first.setdefault(sighting.name, sighting.chapter / len(book.chapters))
    counts = Counter(dict(Counter(sighting.name for sighting in sightings).most_common(MOST_NAMES)))
    people, ambiguous = kinship_en.merge(counts, first)
    gathered = []
    for person in people:
        forms = Counter({kinship_en.surface(name): count for name, count in person.names.items()})
        whole = [name for name in person.names if name.given and name.surname]
        whole.sort(
            key=lambda name: (name.given not in names_en.pet_forms(), person.names[name], not name.title),
            reverse=True,
        )
        full = kinship_en.surface(_untitled(whole[0])) if whole else ""
        gathered.append(_Gathered(forms, full, person.gender()))
    places = [(s.chapter, s.start, s.end, kinship_en.surface(s.name)) for s in sightings]
    return gathered, places, [kinship_en.surface(name) for name in ambiguous]


def _untitled(name: names_en.Name) -> names_en.Name:
    """A full name needs no title, save a peer's."""
    keep = name.title in kinship_en.PEERS
    return name if keep else names_en.Name(given=name.given, surname=name.surname)


def _chinese(book: Book) -> tuple[list[_Gathered], _Places, list[str]]:
    pattern = names_zh.pattern(names_zh.candidates(book))
    places = [
        (index, match.start(), match.end(), match.group())
        for index, chapter in enumerate(book.chapters)
        for match in pattern.finditer(chapter.text)
    ]
    counts = Counter(dict(Counter(place[3] for place in places).most_common(MOST_NAMES)))
    people, ambiguous = names_zh.merge(counts)
    gathered = [
        _Gathered(
            person.forms,
            next((f for f in person.forms if person.surname and f == person.surname + person.given), ""),
            names_zh.gender_of(person),
        )
        for person in people
    ]
    return gathered, places, ambiguous


def _character(book: Book, person: _Gathered, mentions: list[Mention], pronouns_tell: bool) -> Character:
    """Older Chinese writes 他 for both: there pronouns do not tell a woman from a man."""
    by_chapter = Counter(mention.chapter for mention in mentions)
    forms = [form for form, _ in person.forms.most_common()]
    name = person.full if person.full and (len(forms) == 1 or _is_known_as(person)) else _usual(person)
    gender = person.gender or (_by_pronouns(book, mentions) if pronouns_tell else "")
    return Character(
        name=name,
        aliases=tuple(form for form in forms if form != name),
        gender=gender,
        mentions=len(mentions),
        mentions_by_chapter=tuple(by_chapter[index] for index in range(len(book.chapters))),
        first=_place(book, mentions[0]),
        last=_place(book, mentions[-1]),
    )


def _is_known_as(person: _Gathered) -> bool:
    """Is the full name the given name he goes by and more, or used enough to introduce him by it?"""
    usual = person.forms.most_common(1)[0][0]
    return person.forms[person.full] >= 2 or person.forms.total() < 20 or person.full.startswith(usual)


def _usual(person: _Gathered) -> str:
    """The most used form, or a fuller one that is nearly as usual: `Mr. Darcy` before `Darcy`."""
    most, count = person.forms.most_common(1)[0]
    fuller = [form for form, n in person.forms.items() if most in form and n >= 0.3 * count]
    return max(fuller, key=len, default=most)


def _by_pronouns(book: Book, mentions: list[Mention]) -> Gender:
    """`he` or `she` soon after the name, in most places."""
    he = she = 0
    for mention in mentions[:200]:
        after = book.chapters[mention.chapter].text[mention.end : mention.end + 60]
        he += len(re.findall(r"\b(?:he|his|him|himself)\b|他", after))
        she += len(re.findall(r"\b(?:she|her|hers|herself)\b|她", after))
    if max(he, she) < 3 or max(he, she) < 3 * min(he, she):
        return ""
    return "m" if he > she else "f"


def _place(book: Book, mention: Mention) -> Place:
    return Place(book.chapters[mention.chapter].number, mention.start, mention.end - mention.start)


def ties(book: Book, roster: Roster, most: int = 40) -> tuple[Tie, ...]:
    """Who is named in one paragraph with whom, or in the next one: the `most` named people, strongest first."""
    by_chapter: dict[int, list[Mention]] = defaultdict(list)
    for mention in roster.mentions:
        if mention.who < most:
            by_chapter[mention.chapter].append(mention)
    weights: Counter[tuple[int, int]] = Counter()
    for index, mentions in by_chapter.items():
        starts = [start for start, _ in paragraphs(book.chapters[index].text)]
        present: dict[int, set[int]] = defaultdict(set)
        for mention in mentions:
            present[bisect_right(starts, mention.start)].add(mention.who)
        for paragraph, people in present.items():
            near = present.get(paragraph + 1, set())
            met = {*combinations(sorted(people), 2)}
            met |= {(min(a, b), max(a, b)) for a in people for b in near if a != b}
            weights.update(met)
    names = [character.name for character in roster.characters]
    ranked = sorted(weights.items(), key=lambda tie: (-tie[1], tie[0]))
    return tuple(Tie(names[one], names[other], weight) for (one, other), weight in ranked)
