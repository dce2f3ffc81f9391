"""The cast of a book: its people under all their names, every mention of them, and who appears with whom."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from fabula.languages.topics.names import Gender, Person
from fabula.reading.narrator import Narrators, narrators_of
from fabula.reading.parsed import paragraphs
from fabula.reading.reading import Character, Location
from fabula.reading.roles import people_of
from fabula.reading.rosters import corrected, roster_of_cast, shown_name
from fabula.reading.tellers import Teller, tellers_of
from fabula.text.book import Book

LEAST_MENTIONS = 2
"""People who are named only once do not belong to the cast."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a member of the cast: their index in it, the chapter's index, and offsets."""

    who: int
    chapter: int
    start: int
    end: int
    form: str = ""
    """The name, with the title that stands before it: `Mr. Darcy`."""


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a book, most mentioned first, with every mention in the order of the book."""

    characters: tuple[Character, ...]
    mentions: tuple[Mention, ...]
    ambiguous: tuple[str, ...]
    """Forms of address that could mean more than one of them. They count for nobody."""
    narrator: int | None = None
    """Who tells the story in the first person, by index. None if nobody does, or if it is not clear who."""
    tellers: tuple[Teller, ...] = ()
    """Where somebody else tells it."""

    @property
    def tells(self) -> frozenset[int]:
        """Everyone who tells some of it."""
        return frozenset(
            who for who in (self.narrator, *(each.who for each in self.tellers)) if who is not None
        )

    def teller_at(self, chapter: int, offset: int) -> int | None:
        """Who tells a place: the narrator, unless somebody else began to in its chapter."""
        before = bisect_right(self.tellers, (chapter, offset), key=lambda each: (each.chapter, each.start))
        last = self.tellers[before - 1] if before else None
        return self.narrator if last is None or last.chapter != chapter else last.who


@dataclass(frozen=True, slots=True)
class Tie:
    """Two people, and how often they are named in the same or neighbouring paragraphs."""

    one: str
    other: str
    weight: int


def find_cast(book: Book, told: Sequence[Character] = ()) -> Cast:
    """Who is in the book.

    Names are merged only if they clearly mean one person. People are found in languages with rules for names.
    The cast of a book in another language is empty. `told` is the cast of a model that has read the book: it joins names
    and adds people. The user's corrections, which the book carries, come last.
    """
    names = book.language.names
    texts = [chapter.text for chapter in book.chapters]
    everyone = people_of(book)
    if told:
        known = roster_of_cast(everyone, told, book.language)
        everyone = corrected(everyone, known, texts, book.language, chosen=False)
    if book.roster is not None:
        everyone = corrected(everyone, book.roster, texts, book.language, chosen=True)
    who = {form: index for index, person in enumerate(everyone.people) for form in person.forms}
    found: dict[int, list[Mention]] = defaultdict(list)
    for chapter, start, end, form in everyone.mentions:
        if form in who:
            found[who[form]].append(Mention(who[form], chapter, start, end, form))
    ranked = sorted(
        (index for index in found if len(found[index]) >= LEAST_MENTIONS or everyone.people[index].name),
        key=lambda index: (-len(found[index]), found[index][0].chapter, found[index][0].start),
    )
    by_pronouns = names.pronouns_show_gender(texts)
    characters = tuple(
        _character(book, everyone.people[index], found[index], by_pronouns) for index in ranked
    )
    mentions = [replace(mention, who=rank) for rank, index in enumerate(ranked) for mention in found[index]]
    mentions.sort(key=lambda mention: (mention.chapter, mention.start))
    named = [(each.who, each.chapter, each.start, each.end, each.form) for each in mentions]
    narrators = Narrators() if book.drama.is_whole else narrators_of(book, named, book.spoken)
    names_of = {form: rank for rank, one in enumerate(characters) for form in (one.name, *one.aliases)}
    others = () if book.drama.is_whole else tuple(tellers_of(book, named, names_of, narrators))
    return Cast(characters, tuple(mentions), tuple(everyone.ambiguous), narrators.first, others)


def _character(book: Book, person: Person, mentions: list[Mention], by_pronouns: bool) -> Character:
    by_chapter = Counter(mention.chapter for mention in mentions)
    forms = [form for form, _ in person.forms.most_common()]
    name = shown_name(person)
    gender = person.gender or (_by_pronouns(book, mentions) if by_pronouns else "")
    return Character(
        name=name,
        aliases=tuple(form for form in forms if form != name),
        gender=gender,
        mentions=len(mentions),
        mentions_by_chapter=tuple(by_chapter[index] for index in range(len(book.chapters))),
        first=_location(book, mentions[0]),
        last=_location(book, mentions[-1]),
    )


def _by_pronouns(book: Book, mentions: list[Mention]) -> Gender:
    """The gender of the pronouns that most often follow the name."""
    he, she, names = 0, 0, book.language.names
    for mention in mentions[:200]:
        after = book.chapters[mention.chapter].text[mention.end : mention.end + 60]
        he += len(names.he.findall(after))
        she += len(names.she.findall(after))
    if max(he, she) < 3 or max(he, she) < 3 * min(he, she):
        return ""
    return "m" if he > she else "f"


def _location(book: Book, mention: Mention) -> Location:
    return Location(book.chapters[mention.chapter].number, mention.start, mention.end - mention.start)


def ties(book: Book, cast: Cast, most: int = 40) -> tuple[Tie, ...]:
    """Who is named in one paragraph with whom, or in the next one: the `most` named people, strongest first."""
    by_chapter: dict[int, list[Mention]] = defaultdict(list)
    for mention in cast.mentions:
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
    names = [character.name for character in cast.characters]
    ranked = sorted(weights.items(), key=lambda tie: (-tie[1], tie[0]))
    return tuple(Tie(names[one], names[other], weight) for (one, other), weight in ranked)
