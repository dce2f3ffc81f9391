"""What stands outside of speech: the words and sentences that are the narrator's own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from fabula.languages.spans import last_begun
from fabula.reading.parsed import Parsed, Span
from fabula.reading.tokens import Tokens


class Narrated(NamedTuple):
    """Words of the narrator, in lower case and in order, and the offset of each."""

    words: list[str]
    offsets: list[int]


def narrated_words(parsed: Parsed, tokens: Tokens, besides: Sequence[Span] = ()) -> Narrated:
    """The narrator's words, without those in some other stretches."""
    words: list[str] = []
    offsets: list[int] = []
    first = 0
    for start, end in [*sorted([*parsed.spoken, *besides]), (len(parsed.chapter.text), 0)]:
        last = bisect_left(tokens.offsets, start, first)
        words += tokens.words[first:last]
        offsets += tokens.offsets[first:last]
        first = bisect_left(tokens.offsets, end, last)
    return Narrated(words, offsets)


def touches(spoken: Sequence[Span], span: Span) -> bool:
    """Whether any speech stands within a span."""
    before = last_begun(spoken, span[1] - 1)
    return before >= 0 and spoken[before][1] > span[0]
