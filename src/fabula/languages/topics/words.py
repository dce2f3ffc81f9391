"""Words: what counts as one, and how a text is cut into them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordRules:
    """What a word is."""

    pattern: re.Pattern[str]
    """What counts as one when the length of a text is told: a word, or in Chinese a character."""
    cut: Callable[[str], list[str]]
    """The words of a text as they stand, without punctuation."""
    by_character: bool = False
    """Length is counted in characters. A Latin word among them counts as one."""
    function_words: frozenset[str] = frozenset()
    """The most frequent words, which tell nothing of what a text is about. Empty where they are not known."""

    def count(self, text: str) -> int:
        """Length as readers count it; punctuation is not counted."""
        return sum(1 for _ in self.pattern.finditer(text))
