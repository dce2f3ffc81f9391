"""Stretches of a text: its paragraphs, and which of some an offset lies in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from sys import maxsize

Span = tuple[int, int]
"""Start and end."""
PARAGRAPH = re.compile(r"[^\n]+(?:\n(?![^\S\n]*\n)[^\n]+)*")
"""A paragraph of a chapter: lines without a blank one between them."""


def trimmed(text: str, start: int, end: int) -> Span:
    """A stretch without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def last_begun(spans: Sequence[Span], at: int) -> int:
    """The last of some stretches in order that begins at an offset or before it. -1 if none does."""
    return bisect_right(spans, (at, maxsize)) - 1


def span_at(spans: Sequence[Span], at: int) -> Span | None:
    """The one of some stretches in order that an offset lies in, such as a speech."""
    index = last_begun(spans, at)
    return spans[index] if index >= 0 and at < spans[index][1] else None


def overlapping(spans: Sequence[Span], start: int, end: int) -> Sequence[Span]:
    """Those of some stretches in order, none of which overlap, that have letters of another stretch."""
    first = last_begun(spans, start)
    if first < 0 or spans[first][1] <= start:
        first += 1
    return spans[first : last_begun(spans, end - 1) + 1]


def is_within(spans: Sequence[Span], at: int) -> bool:
    """Whether an offset lies in one of some stretches in order."""
    return span_at(spans, at) is not None
