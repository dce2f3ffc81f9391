"""Where in an English book each name stands: paragraph by paragraph, in narration or in speech.

The narrator seldom calls one person by two names in one paragraph. And somebody who is spoken to is there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fabula.languages.en.answers import is_address
from fabula.languages.en.mentions import Sighting
from fabula.languages.en.name_parts import Name
from fabula.languages.spans import Span, span_at

CHAPTERS_APART = 20
"""Paragraphs of two chapters are at least this far from each other."""
_BREAK = re.compile(r"\n[^\S\n]*\n")


@dataclass(slots=True)
class Whereabouts:
    """Each name's paragraphs, counted through the book."""

    told: Mapping[Name, frozenset[int]] = field(default_factory=dict)
    said: Mapping[Name, frozenset[int]] = field(default_factory=dict)
    addressed: Mapping[Name, frozenset[int]] = field(default_factory=dict)


def whereabouts(
    texts: Sequence[str], found: Sequence[Sighting], spoken: Sequence[Sequence[Span]]
) -> Whereabouts:
    """Where the narrator and where speakers use each name, and where somebody is spoken to by it."""
    told: dict[Name, set[int]] = defaultdict(set)
    said: dict[Name, set[int]] = defaultdict(set)
    addressed: dict[Name, set[int]] = defaultdict(set)
    starts = [[0, *(match.end() for match in _BREAK.finditer(text))] for text in texts]
    before = [0]
    for paragraphs in starts:
        before.append(before[-1] + len(paragraphs) + CHAPTERS_APART)
    for each in found:
        place = before[each.chapter] + bisect_right(starts[each.chapter], each.start) - 1
        span = span_at(spoken[each.chapter], each.start)
        (told if span is None else said)[each.name].add(place)
        if span is not None and is_address(texts[each.chapter], each, span):
            addressed[each.name].add(place)
    return Whereabouts(_frozen(told), _frozen(said), _frozen(addressed))


def _frozen(places: Mapping[Name, set[int]]) -> dict[Name, frozenset[int]]:
    return {name: frozenset(each) for name, each in places.items()}
