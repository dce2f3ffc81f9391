"""Slow patterns, searched only where they can match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol


class Searchable(Protocol):
    """A pattern, or what finds the same faster."""

    def finditer(self, text: str, /) -> Iterator[re.Match[str]]:
        """All that it finds in a text, in order."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A slow pattern that stays within a line, and a fast one of which every line with a match has one, too."""

    pattern: re.Pattern[str]
    sign: re.Pattern[str]

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the pattern itself."""
        return found_in_lines(self.pattern, self.sign, text)


@dataclass(frozen=True, slots=True)
class Headed:
    """A slow pattern, and a fast one that matches wherever a match of it begins, and holds no other such place."""

    pattern: re.Pattern[str]
    heads: re.Pattern[str]

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the pattern itself."""
        return beginning_with(self.heads, self.pattern, text)


@dataclass(frozen=True, slots=True)
class SignedAfterBlank:
    """A slow pattern that begins at the start of a text, or with the break, blank line and break before a line, and stays within
    that line; and a fast one of which every such line has a match."""

    pattern: re.Pattern[str]
    sign: re.Pattern[str]

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the pattern itself."""
        for start, end in lines_with(self.sign, text):
            above = text.rfind("\n", 0, start - 1) if start else 0
            if above >= 0:
                yield from self.pattern.finditer(text, above, end)


def lines_with(sign: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """The lines of a text that hold a sign: enough for a pattern that stays within a line and always has the sign."""
    end = -1
    for found in sign.finditer(text):
        if found.start() > end:
            start = text.rfind("\n", 0, found.start()) + 1
            end = text.find("\n", found.end())
            end = len(text) if end < 0 else end
            yield start, end


def found_in_lines(pattern: re.Pattern[str], sign: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text)` finds, for a pattern that stays within a line and always has the sign."""
    for line in lines_with(sign, text):
        yield from pattern.finditer(text, *line)


def beginning_with(heads: re.Pattern[str], pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text)` finds, for a pattern whose matches all begin where one of some heads does."""
    return beginning_at((head.start() for head in heads.finditer(text)), pattern, text)


def beginning_at(starts: Iterable[int], pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text)` finds, for a pattern whose matches all begin at one of some places in order."""
    end = 0
    for start in starts:
        if start >= end and (found := pattern.match(text, start)):
            end = found.end()
            yield found


def beside(word: str, pattern: re.Pattern[str], text: str, reach: int) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text)` finds, for a pattern whose matches all hold a word, with fewer than `reach` letters on either side of it."""
    start = end = 0
    at = text.find(word)
    while at >= 0:
        if at - reach > end:
            yield from pattern.finditer(text, start, end)
            start = at - reach
        end = at + len(word) + reach
        at = text.find(word, at + 1)
    yield from pattern.finditer(text, start, end)
