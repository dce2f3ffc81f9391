"""The arcs of a book's people: where they are, how bright it is around them, and how much of the talk is theirs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.cast import Cast, Mention
from fabula.reading.craft.deaths import is_last_seen_dying
from fabula.reading.craft.figures import Craft
from fabula.reading.findings import Finding, finding
from fabula.reading.parsed import Parsed
from fabula.reading.reading import Character
from fabula.reading.speech import Speech

FOLLOWED = 8
"""How many of the most named people have an arc."""
LEADING = 5
FEW_MENTIONS = 40
FEW_CHAPTERS = 6
LONG_ABSENCE = 0.25
"""The share of the book after which a reader may have forgotten a leading person."""
LATE = 0.5
AGAIN = 5
"""How often someone must be named before and after an absence."""


@dataclass(frozen=True, slots=True)
class PersonArc:
    """One person through the book, with one value per chapter."""

    name: str
    mentions: tuple[int, ...]
    mood: tuple[float | None, ...]
    """Mean mood of the sentences that name them. None in chapters that do not, or in a language without a mood."""
    speech: tuple[float, ...]
    """Their share of the words spoken in the chapter, as far as speakers are known."""


def arcs(
    parsed: Sequence[Parsed],
    cast: Cast,
    moods: Sequence[Sequence[float]],
    said: Sequence[Speech],
) -> tuple[PersonArc, ...]:
    """The arcs of the most named people. `moods` has the mood of each sentence of each chapter, or nothing."""
    spoken = [Counter[str]() for _ in parsed]
    for speech in said:
        size = sum(parsed[speech.chapter].words.between(*span) for span in speech.spans)
        spoken[speech.chapter][speech.speaker or ""] += size
    around: list[list[list[float]]] = [[[] for _ in parsed] for _ in range(FOLLOWED)]
    if moods:
        starts = [[start for start, _ in chapter.sentences] for chapter in parsed]
        for mention in cast.mentions:
            if mention.who < FOLLOWED:
                at = bisect_right(starts[mention.chapter], mention.start) - 1
                if at >= 0:
                    around[mention.who][mention.chapter].append(moods[mention.chapter][at])
    return tuple(
        PersonArc(
            person.name,
            person.mentions_by_chapter,
            tuple(mean(found) if found else None for found in around[who]),
            tuple(words[person.name] / (words.total() or 1) for words in spoken),
        )
        for who, person in enumerate(cast.characters[:FOLLOWED])
    )


def _is_a_tale(parsed: Sequence[Parsed]) -> bool:
    """Whether most of these chapters are told aloud: whoever tells a tale is there, and is not named in it."""
    return 2 * sum(chapter.is_told_aloud for chapter in parsed) > len(parsed)


def absences(
    parsed: Sequence[Parsed],
    cast: Cast,
    craft: Sequence[Craft],
    dead: Collection[int],
    language: Language,
) -> Iterator[Finding]:
    """Leading people who are missing for long and come back, or who come late. The dead are only remembered."""
    if len(parsed) < FEW_CHAPTERS:
        return
    total = sum(chapter.words for chapter in craft) or 1
    for who, person in enumerate(cast.characters[:LEADING]):
        present = [n for n, count in enumerate(person.mentions_by_chapter) if count]
        if who in cast.tells or (person.mentions or 0) < FEW_MENTIONS or not present:
            continue
        gap = max(
            ((sum(craft[n].words for n in range(a + 1, b)), a, b) for a, b in pairwise(present)),
            default=(0, 0, 0),
        )
        size, last, again = gap
        before, after = (
            sum(person.mentions_by_chapter[: last + 1]),
            sum(person.mentions_by_chapter[again:]),
        )
        if (
            size >= LONG_ABSENCE * total
            and who not in dead
            and min(before, after) >= AGAIN
            and not is_named(person, parsed[last + 1 : again])
            and not _is_a_tale(parsed[last + 1 : again])
            and not is_last_seen_dying(parsed, _mentions(cast, who, last), language)
        ):
            yield _named_at(
                "absence",
                Notice.of(
                    "findings.absence",
                    name=person.name,
                    first=parsed[last + 1].chapter.number,
                    last=parsed[again - 1].chapter.number,
                    share=size / total,
                ),
                parsed,
                cast,
                who,
                again,
            )
        early = sum(craft[n].words for n in range(present[0]))
        if early >= LATE * total and not is_named(person, parsed[: present[0]]):
            yield _named_at(
                "late-arrival",
                Notice.of(
                    "findings.late-arrival",
                    name=person.name,
                    n=person.mentions or 0,
                    chapter=parsed[present[0]].chapter.number,
                    chapters=len(parsed),
                ),
                parsed,
                cast,
                who,
                present[0],
            )


def _mentions(cast: Cast, who: int, last: int) -> list[Mention]:
    """Where somebody is named, up to a chapter."""
    return [each for each in cast.mentions if each.who == who and each.chapter <= last]


def is_named(person: Character, chapters: Sequence[Parsed]) -> bool:
    """Whether the last word of one of their names stands anywhere here, also where it may mean somebody else."""
    words = {form.split()[-1] for form in (person.name, *person.aliases)}
    pattern = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)")
    return any(pattern.search(chapter.chapter.text) for chapter in chapters)


def _named_at(
    kind: str, notice: Notice, parsed: Sequence[Parsed], cast: Cast, who: int, chapter: int
) -> Finding:
    first = next(each for each in cast.mentions if each.who == who and each.chapter == chapter)
    return finding(kind, "low", notice, parsed[chapter], first.start)
