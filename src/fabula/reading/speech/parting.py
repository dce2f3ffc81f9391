"""Paragraphs in which more than one person speaks: `“No!” said Charles, and “No, no!” cried Louisa.`

A paragraph is one turn unless the tags of its pieces contradict each other: two names, a man and a woman, or whoever tells the
story and somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.languages.topics.names import Gender
from fabula.reading.parsed import Span
from fabula.reading.speech.tags import Subject, Tag, TagFinder, better

_STOP = re.compile(r"[.!?;…]\s")


@dataclass(frozen=True, slots=True)
class Part:
    """What one person says in a paragraph."""

    spans: list[Span]
    tags: Span
    """Where the tags of these pieces stand."""
    told: Span
    """The part of the paragraph whose narration is about this person."""


class Parting:
    """Parts the paragraphs of one chapter."""

    def __init__(
        self, text: str, tags: TagFinder, gender: Callable[[int], Gender], narrator: int | None
    ) -> None:
        self._text = text
        self._tags = tags
        self._gender = gender
        self._narrator = narrator

    def parts(self, paragraph: Span, spans: list[Span], subjects: Sequence[Subject]) -> Iterator[Part]:
        """The paragraph's pieces by speaker, in order."""
        starts = self._starts(paragraph, spans, subjects) if len(spans) > 1 else []
        bounds = [0, *starts, len(spans)]
        begin = told = paragraph[0]
        for first, last in pairwise(bounds):
            stop = spans[last][0] if last < len(spans) else paragraph[1]
            until = self._told_until(spans[last - 1][1], stop) if last < len(spans) else stop
            yield Part(spans[first:last], (begin, stop), (told, until))
            begin, told = spans[last - 1][1], until

    def _starts(self, paragraph: Span, spans: list[Span], subjects: Sequence[Subject]) -> list[int]:
        """The pieces with which another begins to speak."""
        found: list[int] = []
        now: Tag | None = None
        for n, (start, end) in enumerate(spans):
            floor = spans[n - 1][1] if n else paragraph[0]
            stop = spans[n + 1][0] if n + 1 < len(spans) else paragraph[1]
            tag = self._tags.of_piece(floor, (start, end), stop, subjects)
            if n and not self._text[floor:start].strip():
                found.append(n)
                now = tag
                continue
            if tag is None:
                continue
            if now is not None and self._differ(now, tag):
                found.append(n)
                now = tag
            else:
                now = better(now, tag)
        return found

    def _differ(self, one: Tag, other: Tag) -> bool:
        if one.who is not None and other.who is not None:
            return one.who != other.who
        if self._narrator is not None and self._narrator in (one.who, other.who):
            return True
        shown, then = self._shown(one), self._shown(other)
        return bool(shown and then and shown != then)

    def _shown(self, tag: Tag) -> Gender:
        return tag.gender if tag.who is None else self._gender(tag.who)

    def _told_until(self, end: int, start: int) -> int:
        """Where narration between two speakers turns from one to the other: at its last full stop."""
        stops = [stop.end() for stop in _STOP.finditer(self._text, end, start)]
        return stops[-1] if stops else start
