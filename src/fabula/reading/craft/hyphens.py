"""Words that a book writes with a hyphen here and without one there: `to-day` and `today`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import not_

from fabula.languages import Language
from fabula.languages.searching import beside
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

WORDS = 3
"""So many words must be written in two ways. One or two escape any editor, and are nobody's trouble."""
TIMES = 3
"""And each of them must stand so often, in both forms together."""
NAMED = 8
"""The most words that the finding names."""


def two_spellings(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], counts: Mapping[str, int], language: Language
) -> Iterator[Finding]:
    """One finding with all such words, those that differ most often first. It quotes the rarer form of each."""
    pattern = language.style.hyphened
    if pattern is None:
        return
    places: dict[str, list[tuple[Parsed, int]]] = {}
    for chapter in parsed:
        for match in pattern.finditer(chapter.chapter.text):
            if match.group().replace("-", "") in counts:
                places.setdefault(match.group(), []).append((chapter, match.start()))
    whole = {form.replace("-", ""): form for form in places}
    plain: Counter[str] = Counter()
    for cut in tokens:
        plain.update(word for word in compress(cut.words, map(not_, cut.capital)) if word in whole)
    both = [
        (form, len(at), n)
        for form, at in places.items()
        if (n := plain[form.replace("-", "")])
        and len(at) + n >= TIMES
        and _is_of_words(form, len(at), counts)
        and not _is_drawn_out(at)
    ]
    if len(both) < WORDS:
        return
    both.sort(key=lambda each: (-min(each[1:]), -sum(each[1:]), each[0]))
    shown = both[:NAMED]
    said = tuple(f"“{form}” ({n}) – “{form.replace('-', '')}” ({m})" for form, n, m in shown)
    rarer = [form if n <= m else form.replace("-", "") for form, n, m in shown]
    (chapter, offset), *others = [places[form][0] if "-" in form else _first(form, parsed) for form in rarer]
    also = [quoted_at(each, at) for each, at in others]
    notice = Notice.of("findings.two-spellings", n=len(both), words=said)
    yield finding("two-spellings", "low", notice, chapter, offset, also=also)


def _is_of_words(form: str, often: int, counts: Mapping[str, int]) -> bool:
    """Whether one half is a word of its own, so that nobody only drawls: `half a mo-ment`."""
    return any(counts.get(half, 0) > often for half in form.split("-"))


def _is_drawn_out(places: Sequence[tuple[Parsed, int]]) -> bool:
    """Whether the hyphen stands in one speech alone: “In-deed!” is how somebody says it."""
    ((chapter, offset), *others) = places
    return not others and is_within(chapter.spoken, offset)


def _first(word: str, parsed: Sequence[Parsed]) -> tuple[Parsed, int]:
    """Where a word first stands in lower case."""
    pattern = re.compile(rf"\b{word}\b")
    return next(
        (chapter, match.start())
        for chapter in parsed
        for match in beside(word, pattern, chapter.chapter.text, 1)
    )
