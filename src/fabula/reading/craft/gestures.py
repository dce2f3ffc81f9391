"""The few gestures that a story falls back on when somebody speaks: a head is shaken, shoulders are shrugged."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

FEW_WORDS = 10_000
"""A shorter text does not show how often a gesture comes back."""
OFTEN, RATE = 10, 2.5 / 10_000
"""So often, and in this share of the words, one gesture is a habit. The mean of 38 published novels is .9 in ten thousand for a head that is
shaken, and under .3 for every other."""
FAR_TOO_OFTEN = 6 / 10_000
BEFORE = 3
"""A verb stands so many words before what it moves at most: `took a deep breath`."""
_STOP = re.compile(r"[.!?;:…\n“”\"]")
NAMED = 5
"""The most gestures that the finding names."""


def stock_gestures(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], total: int, language: Language
) -> Iterator[Finding]:
    """One finding with all gestures that come back too often, the most frequent first. It quotes one place of each."""
    verbs_of = language.style.moved
    if not verbs_of or total < FEW_WORDS:
        return
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for index, cut in enumerate(tokens):
        for n, word in enumerate(cut.words):
            if word not in verbs_of:
                continue
            made = _gesture(parsed[index].chapter.text, cut, n, verbs_of[word], language.style.away)
            if made is not None and not is_within(parsed[index].spoken, cut.offsets[n]):
                gesture, form = made
                places[gesture].append((index, cut.offsets[n]))
                forms[gesture][form] += 1
    least = max(OFTEN, RATE * total)
    often = sorted(
        (each for each in places if len(places[each]) >= least), key=lambda each: -len(places[each])
    )
    if not often:
        return
    named = [f"“{forms[each].most_common(1)[0][0]}” ({len(places[each])})" for each in often[:NAMED]]
    (index, offset), *others = [places[each][0] for each in often[:NAMED]]
    times = len(places[often[0]])
    yield finding(
        "overused-word",
        "medium" if times >= FAR_TOO_OFTEN * total else "low",
        Notice.of("findings.overused-word-gestures", words=tuple(named), n=times),
        parsed[index],
        offset,
        also=[quoted_at(parsed[place], at) for place, at in others],
    )


def _gesture(
    text: str, cut: Tokens, n: int, verbs: Sequence[tuple[str, bool, frozenset[str]]], away: frozenset[str]
) -> tuple[str, str] | None:
    """Which gesture a noun belongs to here, by its first verb, and the words as the book has them.

    With a word of `away` between, the noun is not what is moved: a sob shook her from head to foot.
    """
    words, offsets = cut.words, cut.offsets
    for first, is_before, forms in verbs:
        near = range(n - 1, max(0, n - BEFORE) - 1, -1) if is_before else range(n + 1, min(n + 2, len(words)))
        verb = next((at for at in near if words[at] in forms), n)
        start, end = sorted((n, verb))
        within = words[start + 1 : end]
        if verb != n and away.isdisjoint(within) and not _STOP.search(text, offsets[start], offsets[end]):
            gap = " … " if is_before else " "
            return f"{first} {words[n]}", f"{words[start]}{gap}{words[end]}"
    return None
