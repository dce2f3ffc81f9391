"""Older prose calls a person by the given name alone, and a ruler by the title: 操曰 for 曹操曰. The letter is a name only where it speaks or acts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from fabula.languages.lexicons import word_set
from fabula.languages.topics.names import Person
from fabula.languages.zh.contexts import HAN

Mention = tuple[int, int, int, str]
"""Chapter, start, end and form."""
MOSTLY = 0.8
NOT_NAMES = frozenset("氏某子") | {
    verb[-2] for verb in word_set("zh", "speech_verbs") if verb[-1:] == "曰" != verb
}
"""Letters before 曰 that are verbs: 奏曰."""
_RULES = frozenset("王帝后")
_OFTEN = 10
"""A ruler who is named so often is also called by the title alone: 王曰 for 纣王曰."""
LEAST = 3
"""A letter must speak so often in a book to be anybody's name."""
ACTS = (
    r"[^，。：:；！!？?、“”「」\n]{0,7}曰|大[怒喜惊笑骂]|甚[喜怒]|从之|不从|然之|遂|乃|亦|问|视|见|闻|令|命|引|领|拜|"
    r"笑|怒|喜|惊|泣|叹"
)


def pattern(letters: Collection[str]) -> re.Pattern[str]:
    """One of these letters at the start of a clause, before a verb."""
    return (
        re.compile(rf"(?<![{HAN}])[{''.join(sorted(letters))}](?={ACTS})") if letters else re.compile(r"(?!)")
    )


def single_letters(
    people: Sequence[Person], mentions: Sequence[Mention], texts: Sequence[str]
) -> dict[int, list[Mention]]:
    """The mentions of people by one letter.

    Each belongs to whoever was last named in the chapter, of those whose given name is the letter. A letter counts
    for one person of a book, who bears nearly all of them.
    """
    bearers: dict[str, set[int]] = defaultdict(set)
    who = {form: index for index, person in enumerate(people) for form in person.forms}
    for index, person in enumerate(people):
        if person.full[:-1] in word_set("zh", "surnames") and person.full[-1] not in NOT_NAMES:
            bearers[person.full[-1]].add(index)
        rulers = (form for form, count in person.forms.items() if form[1:] in _RULES and count >= _OFTEN)
        for form in rulers:
            bearers[form[-1]].add(index)
    speaks = pattern(bearers.keys())
    spoken = Counter(
        match.group() for text in texts for match in speaks.finditer(text) if text[match.end()] == "曰"
    )
    known = {letter for letter in bearers if spoken[letter] >= LEAST}
    if not known:
        return {}
    named: dict[tuple[int, int], list[int]] = defaultdict(list)
    for chapter, start, _, form in mentions:
        if form in who:
            named[chapter, who[form]].append(start)
    acts = pattern(known)
    found: dict[str, dict[int, list[Mention]]] = {letter: defaultdict(list) for letter in known}
    for chapter, text in enumerate(texts):
        for match in acts.finditer(text):
            letter = match.group()
            last = [
                (named[chapter, index][at - 1], index)
                for index in bearers[letter]
                if (at := bisect_left(named[chapter, index], match.start()))
            ]
            if last:
                found[letter][max(last)[1]].append((chapter, match.start(), match.end(), letter))
    chosen: dict[int, list[Mention]] = {}
    for by_person in found.values():
        index, theirs = max(by_person.items(), key=lambda item: (len(item[1]), -item[0]), default=(0, []))
        if theirs and len(theirs) >= MOSTLY * sum(map(len, by_person.values())):
            chosen[index] = theirs
    return chosen
