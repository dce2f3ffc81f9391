"""How the words of a language are spelled, for a check of spelling."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word list in two parts. Each is read when a word must first be looked up in it: few books have many odd words."""

    read_common: Callable[[], frozenset[str]]
    """Words that anybody may mean."""
    read_seldom: Callable[[], Sequence[str]]
    """All others, sorted. To search a sorted list takes longer than to search a set, and making the set takes longer still."""
    also: frozenset[str]
    """Words that both lack."""
    introduces: re.Pattern[str]
    """What stands before a word that the book tells its readers: `knives, which are called `."""
    counts: re.Pattern[str]
    """What stands before what is counted: `forty `."""
    old: frozenset[str]
    """Spellings of another age. A book that has several of them has others, which are right in it."""
    is_formed: Callable[[str, Callable[[str], bool], Callable[[str], bool]], bool]
    """Whether a word is formed from others, by what says whether one is listed, and whether it is common."""

    def is_common(self, word: str) -> bool:
        """Whether a word is one that anybody may mean."""
        return word in self.read_common()

    def is_listed(self, word: str) -> bool:
        """Whether a word is in the list."""
        if self.is_common(word) or word in self.also:
            return True
        seldom = self.read_seldom()
        at = bisect_left(seldom, word)
        return at < len(seldom) and seldom[at] == word

    def is_right(self, word: str) -> bool:
        """Whether a word is in the list, or formed from words that are."""
        return self.is_listed(word) or self.is_formed(word, self.is_listed, self.is_common)
