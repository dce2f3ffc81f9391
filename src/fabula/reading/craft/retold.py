"""Passages that stand twice with some words changed: a scene that was moved while writing, and left in its old place."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from fabula.notices import Notice
from fabula.reading.craft.runs import run_codes
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import QUOTED, Parsed
from fabula.reading.tokens import Tokens

WORDS = 40
"""The fewest words of a paragraph that is compared."""
RUN = 4
"""Words of a run that two paragraphs share."""
COMMON = 4
"""A run that stands in more paragraphs than this is a phrase of the book."""
NEAR = 3_000
"""Characters: paragraphs of one chapter that stand closer repeat each other on purpose, such as a letter read aloud."""
SHARED = 0.3
"""The share of the shorter paragraph's runs from which it is the same told again."""
ALL = 0.97
"""From this share on it is the same word for word, which another finding says."""

_Place = tuple[int, int, int]
"""Index of the chapter, start and end of the paragraph."""


def retold_passages(parsed: Sequence[Parsed], tokens: Sequence[Tokens]) -> Iterator[Finding]:
    """Pairs of long paragraphs that share a large part of their wording, the likest first."""
    sizes: dict[_Place, int] = {}
    holders: dict[int, list[_Place]] = defaultdict(list)
    for place, runs in _coming_back(
        list(_paragraphs(parsed, tokens)), [w for each in tokens for w in each.words]
    ):
        sizes[place], own = runs
        for run in own:
            holders[run].append(place)
    shared: Counter[tuple[_Place, _Place]] = Counter()
    for places in holders.values():
        if 2 <= len(places) <= COMMON:
            shared.update((one, other) for n, one in enumerate(places) for other in places[n + 1 :])
    likest = sorted(
        (-count / min(sizes[one], sizes[other]), one, other) for (one, other), count in shared.items()
    )
    seen: set[tuple[int, int]] = set()
    for likeness, one, other in likest:
        if -likeness < SHARED:
            return
        chapters = (one[0], other[0])
        is_near = one[0] == other[0] and other[1] - one[2] < NEAR
        if -likeness >= ALL or is_near or chapters in seen:
            continue
        seen.add(chapters)
        yield finding(
            "retold-passage",
            "high",
            Notice.of("findings.retold-passage", share=-likeness, chapter=parsed[one[0]].chapter.number),
            parsed[other[0]],
            other[1],
            (other[1], min(other[2], other[1] + QUOTED)),
            [quoted_at(parsed[one[0]], one[1], (one[1], min(one[2], one[1] + QUOTED)))],
        )


def _paragraphs(parsed: Sequence[Parsed], tokens: Sequence[Tokens]) -> Iterator[tuple[_Place, int, int]]:
    """Each long paragraph, with the numbers of its first word and of the one behind its last in the whole book."""
    before = 0
    for index, (chapter, cut) in enumerate(zip(parsed, tokens, strict=True)):
        for start, end in chapter.paragraphs:
            first, last = bisect_left(cut.offsets, start), bisect_left(cut.offsets, end)
            if last - first >= WORDS:
                yield (index, start, end), before + first, before + last
        before += len(cut.words)


def _coming_back(
    paragraphs: Sequence[tuple[_Place, int, int]], words: Sequence[str]
) -> Iterator[tuple[_Place, tuple[int, set[int]]]]:
    """How many runs each paragraph has, and those that stand elsewhere too."""
    codes = run_codes(words, RUN)
    _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    again = counts[inverse] > 1
    for place, first, last in paragraphs:
        stop = last - RUN + 1
        yield (
            place,
            (len(np.unique(codes[first:stop])), {int(code) for code in codes[first:stop][again[first:stop]]}),
        )
