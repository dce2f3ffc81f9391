"""What people are called by what they are: where the book says `the parrot, Polynesia`, the parrot is Polynesia.

Only where the narration says so more than once, of one person alone, and speaks of no other parrot beside her. A rank needs
no such words: where one person of the book is an Inspector, the inspector is that person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from fabula.languages.alternation import alternation
from fabula.languages.searching import Signed
from fabula.languages.spans import is_within
from fabula.languages.topics.speech import Cues
from fabula.reading.cast import Cast, Mention
from fabula.reading.parsed import Parsed

_APPOSED = 2
"""How often a noun must stand beside a name. Once, it may be one of several things in a list."""
_BEFORE = 60
"""How many characters before a name hold an apposition."""
_OF_RANK = 5
"""How often somebody is named whose rank alone may mean them. A doctor who is named less often is one of several."""


def epithets(parsed: Sequence[Parsed], cast: Cast, cues: Cues) -> dict[int, list[Mention]]:
    """Where the narration speaks of a member of the cast by a noun, by chapter and in order."""
    found: dict[int, list[Mention]] = defaultdict(list)
    if cues.apposed is None:
        return found
    holders = _holders(cast, cues)
    owners = _owners(parsed, cast, cues, holders)
    shared = {noun: whose for noun, whose in holders.items() if len(whose) > 1 and noun not in owners}
    if not owners and not shared:
        return found
    pattern = cues.apposed.of([*owners, *shared])
    named = _named_in(cast) if shared else {}
    for index, chapter in enumerate(parsed):
        for match in pattern.finditer(chapter.chapter.text):
            if is_within(chapter.spoken, match.start(1)):
                continue
            noun = match[1].lower()
            who = owners.get(noun)
            here = named.get(index, set()) & shared[noun] if who is None else set()
            who = min(here) if len(here) == 1 else who
            if who is not None:
                found[index].append(Mention(who, index, *match.span(1), match[1]))
    return found


def _named_in(cast: Cast) -> dict[int, set[int]]:
    """Who is named in each chapter: of several inspectors, the only one of them is its inspector."""
    named: dict[int, set[int]] = defaultdict(set)
    for each in cast.mentions:
        named[each.chapter].add(each.who)
    return named


def _owners(
    parsed: Sequence[Parsed], cast: Cast, cues: Cues, holders: Mapping[str, Set[int]]
) -> Mapping[str, int]:
    """Each noun that means one member of the cast."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for noun, who in _apposed(parsed, cast, cues):
        counts[noun][who] += 1
    clear = {
        noun: min(whose)
        for noun, whose in counts.items()
        if len(whose) == 1 and whose.total() >= _APPOSED and not cues.gender(noun)
    }
    only = {noun: min(whose) for noun, whose in holders.items() if len(whose) == 1}
    clear |= {
        noun: who
        for noun, who in only.items()
        if noun not in counts and (cast.characters[who].mentions or 0) >= _OF_RANK
    }
    assert cues.apposed is not None
    if not clear:
        return {}
    others = Signed(cues.apposed.others(clear), alternation(clear))
    several = {match[1].lower() for each in parsed for match in others.finditer(each.chapter.text)}
    return {noun: who for noun, who in clear.items() if noun not in several}


def _holders(cast: Cast, cues: Cues) -> dict[str, set[int]]:
    """Who has each rank."""
    assert cues.apposed is not None
    holders: dict[str, set[int]] = defaultdict(set)
    for who, one in enumerate(cast.characters):
        for name in (one.name, *one.aliases):
            if noun := cues.apposed.rank(name):
                holders[noun].add(who)
    return holders


def _apposed(parsed: Sequence[Parsed], cast: Cast, cues: Cues) -> Iterator[tuple[str, int]]:
    """Every noun beside a name in the narration, with the name's bearer."""
    assert cues.apposed is not None
    for each in cast.mentions:
        chapter, text = parsed[each.chapter], parsed[each.chapter].chapter.text
        if is_within(chapter.spoken, each.start):
            continue
        whole = each.end - len(each.form) if text.endswith(each.form, 0, each.end) else each.start
        before = cues.apposed.before.search(text, max(0, whole - _BEFORE), whole)
        if before and cues.apposed.closes.match(text, each.end):
            yield before[1], each.who
        after = cues.apposed.after.match(text, each.end)
        if after:
            yield after[1], each.who
