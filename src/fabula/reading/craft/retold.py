"""Passages that stand twice with some words changed: a scene that was moved while writing, and left in its old place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.craft.runs import RUN, Runs
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import QUOTED, Parsed, Span, overlaps
from fabula.reading.tokens import Tokens

WORDS = 40
"""The fewest words of a paragraph that is compared."""
COMMON = 4
"""A run that stands in more paragraphs than this is a phrase of the book."""
NEAR = 3_000
"""Characters: paragraphs of one chapter that stand closer repeat each other on purpose, such as a letter read aloud."""
SHARED = 0.3
"""The share of the shorter paragraph's runs from which it is the same told again."""
SAID_AGAIN = 0.6
"""The share from which what is said twice is a passage that stands twice, and not one that somebody reads aloud or repeats."""
NAMED = 8
"""The most chapters and places that a finding names."""
SAME = (60, 30, 15)
"""Characters that show where two paragraphs begin to say the same."""
ALL = 0.97
"""From this share on it is the same word for word, which another finding says."""

_WITHIN = {
    "“": re.compile(r"‘[^“”]*?[.,!?…—。！？，]’"),
    "‘": re.compile(r"“[^“”]*?[.,!?…—。！？，]”"),
}
"""By the mark that begins a paragraph: what stands within it in marks of the other kind."""

_Place = tuple[int, int, int]
"""Index of the chapter, start and end of the paragraph."""


def retold_passages(parsed: Sequence[Parsed], tokens: Sequence[Tokens], runs: Runs) -> Iterator[Finding]:
    """Long paragraphs that share a large part of their wording. A chapter that was copied and changed is said once."""
    own: dict[_Place, slice] = {}
    holders: dict[int, list[_Place]] = defaultdict(list)
    for place, first, last in _paragraphs(parsed, tokens):
        here = own[place] = slice(first, last - RUN + 1)
        for run in set(runs.codes[here][runs.times[here] > 1].tolist()):
            holders[run].append(place)
    shared: Counter[tuple[_Place, _Place]] = Counter()
    for places in holders.values():
        if 2 <= len(places) <= COMMON:
            shared.update((one, other) for n, one in enumerate(places) for other in places[n + 1 :])
    sizes = {place: len(set(runs.codes[own[place]].tolist())) for place in set(chain(*shared))}
    likest = sorted(
        (-count / min(sizes[one], sizes[other]), one, other) for (one, other), count in shared.items()
    )
    pairs = [
        _Pair(-likeness, one, other)
        for likeness, one, other in likest
        if SHARED <= -likeness < ALL
        and (one[0] != other[0] or other[1] - one[2] >= NEAR)
        and not _is_quoted(parsed[other[0]].chapter.text[other[1] : other[2]])
        and (-likeness >= SAID_AGAIN or not _is_said_again(parsed, one, other))
    ]
    for group in _by_chapters(pairs):
        yield _retold(group, parsed)


def _is_said_again(parsed: Sequence[Parsed], one: _Place, other: _Place) -> bool:
    """Whether the later paragraph says again what somebody said, or the narration remembers it: And I had answered, “…”"""
    if not _is_said(parsed, one):
        return False
    if _is_said(parsed, other):
        return True
    _, (again, _) = _shared(parsed, one, other)
    return is_within(parsed[other[0]].spoken, again)


def _is_said(parsed: Sequence[Parsed], place: _Place) -> bool:
    """Whether most of a paragraph is spoken. Two people may say one thing, and one of them may repeat it."""
    index, start, end = place
    return 2 * overlaps(parsed[index].spoken, (start, end)) > end - start


def _is_quoted(paragraph: str) -> bool:
    """Whether most of a speech is in marks of its own: somebody tells or reads aloud what another said, and says so."""
    text = paragraph.lstrip()
    within = _WITHIN.get(text[:1])
    return within is not None and 2 * sum(len(each.group()) for each in within.finditer(text)) > len(text)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two paragraphs that share their wording, in the order of the book."""

    likeness: float
    one: _Place
    other: _Place


def _by_chapters(pairs: Sequence[_Pair]) -> list[list[_Pair]]:
    """Pairs that belong together: paragraphs told again and again, in the same few chapters. The likest pair comes first."""
    above: dict[_Place, _Place] = {}

    def top(place: _Place) -> _Place:
        while place in above:
            place = above[place]
        return place

    for pair in pairs:
        one, other = top(pair.one), top(pair.other)
        if one != other:
            above[other] = one
    chapters: dict[_Place, set[int]] = defaultdict(set)
    for pair in pairs:
        chapters[top(pair.one)] |= {pair.one[0], pair.other[0]}
    widest = sorted({frozenset(some) for some in chapters.values()}, key=lambda some: (-len(some), min(some)))
    groups: dict[frozenset[int], list[_Pair]] = defaultdict(list)
    for pair in pairs:
        own = chapters[top(pair.one)]
        fits = own if len(own) == 1 else next(some for some in widest if own <= some)
        groups[frozenset(fits)].append(pair)
    return list(groups.values())


def _retold(group: Sequence[_Pair], parsed: Sequence[Parsed]) -> Finding:
    likest = group[0]
    later = {pair.other for pair in group}
    chapters = sorted({place[0] for pair in group for place in (pair.one, pair.other)})
    fields = {"share": likest.likeness, "chapter": parsed[likest.one[0]].chapter.number}
    said = Notice.of("findings.retold-passage", **fields)
    if len(later) > 1:
        some = tuple(str(parsed[n].chapter.number) for n in chapters[:NAMED])
        said = Notice.of("findings.retold-passage-several", n=len(later), chapters=some, **fields)
    first, again = _shared(parsed, likest.one, likest.other)
    more = [quoted_at(parsed[index], *_head(start, end)) for index, start, end in sorted(later - {likest.other, likest.one})]  # fmt: skip
    return finding(
        "retold-passage",
        "high",
        said,
        parsed[likest.other[0]],
        *again,
        [quoted_at(parsed[likest.one[0]], *first), *more[: NAMED - 1]],
    )


def _shared(
    parsed: Sequence[Parsed], first: _Place, again: _Place
) -> tuple[tuple[int, Span], tuple[int, Span]]:
    """Where both paragraphs begin to say the same, for a quotation of each. A long one may say something else first."""
    (index, start, end), (there, begin, stop) = first, again
    one, other = parsed[index].chapter.text[start:end], parsed[there].chapter.text[begin:stop]
    for size in SAME:
        known = {one[n : n + size]: n for n in range(len(one) - size, -1, -1)}
        words = (
            n for n in range(len(other) - size + 1) if not (other[n].isspace() or other[n - 1 : n].isalnum())
        )
        at = next((n for n in words if other[n : n + size] in known), None)
        if at is not None:
            return _head(start + known[other[at : at + size]], end), _head(begin + at, stop)
    return _head(start, end), _head(begin, stop)


def _head(start: int, end: int) -> tuple[int, Span]:
    return start, (start, min(end, start + QUOTED))


def _paragraphs(parsed: Sequence[Parsed], tokens: Sequence[Tokens]) -> Iterator[tuple[_Place, int, int]]:
    """Each long paragraph, with the numbers of its first word and of the one behind its last in the whole book."""
    before = 0
    for index, (chapter, cut) in enumerate(zip(parsed, tokens, strict=True)):
        for start, end in chapter.paragraphs:
            first, last = bisect_left(cut.offsets, start), bisect_left(cut.offsets, end)
            if last - first >= WORDS:
                yield (index, start, end), before + first, before + last
        before += len(cut.words)
