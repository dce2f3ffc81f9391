"""What stands outside of speech: the words and sentences that are the narrator's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabula.languages.spans import last_begun
from fabula.reading.parsed import Parsed, Span
from fabula.reading.tokens import Tokens


def is_spoken(spoken: Sequence[Span], offset: int) -> bool:
    """Whether an offset lies within a speech."""
    before = last_begun(spoken, offset)
    return before >= 0 and spoken[before][1] > offset


def narrated_words(parsed: Parsed, tokens: Tokens) -> Iterator[tuple[str, int]]:
    """The narrator's words with their offsets, in order."""
    spoken, at = parsed.spoken, 0
    for word, offset in zip(tokens.words, tokens.offsets, strict=True):
        while at < len(spoken) and spoken[at][1] <= offset:
            at += 1
        if at == len(spoken) or offset < spoken[at][0]:
            yield word, offset


def touches(spoken: Sequence[Span], span: Span) -> bool:
    """Whether any speech stands within a span."""
    before = last_begun(spoken, span[1] - 1)
    return before >= 0 and spoken[before][1] > span[0]
