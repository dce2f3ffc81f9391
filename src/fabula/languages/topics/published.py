"""Word counts of published novels, to compare a book with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_COMMON = 5e-4
"""The share of all words from which a word is one of the commonest that are not function words."""
_SAME = 0.1
"""Counts of one novel in two editions differ by less than this share. Those of two novels differ by far more."""


@dataclass(frozen=True, slots=True)
class Published:
    """How often common words and phrases occur in each of a few novels."""

    totals: tuple[int, ...]
    """Words of each novel."""
    words: Mapping[str, tuple[int, ...]]
    """Words that most of them use, with their count in each."""
    phrases: Mapping[str, int]
    """Phrases of four words that at least three of them share, and how many do."""
    senses: Mapping[str, tuple[int, ...]]
    """Words of each sense in each novel."""

    def is_common(self, word: str) -> bool:
        """Whether novels can hardly do without it: *always*, *thought*. A phrase of such words is nobody's habit."""
        return sum(self.words.get(word, ())) > _COMMON * sum(self.totals)

    def without(self, counts: Mapping[str, int], total: int) -> tuple[int, ...]:
        """The novels to compare a book with: all but the book itself."""
        mine = {word: counts.get(word, 0) for word in self.words}
        whole = max(1, sum(mine.values()))
        return tuple(
            novel
            for novel in range(len(self.totals))
            if abs(self.totals[novel] - total) > _SAME * total
            or sum(abs(mine[word] - by_novel[novel]) for word, by_novel in self.words.items()) > _SAME * whole
        )
