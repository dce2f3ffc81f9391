"""Words: what counts as one, and how a text is cut into them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_LARGE = 1 << 17
"""In a longer text, words are counted one by one: a list of them would take many times the memory of the text."""


@dataclass(frozen=True, slots=True)
class WordRules:
    """What a word is."""

    pattern: re.Pattern[str]
    """The unit of length of a text: a word, or a character in Chinese."""
    cut: Callable[[str], list[str]]
    """The words of a text unchanged, without punctuation."""
    by_character: bool = False
    """Length is counted in characters. A Latin word among them counts as one."""
    function_words: frozenset[str] = frozenset()
    """The most frequent words, which say nothing about the topic of a text. Empty if not known."""

    def count(self, text: str) -> int:
        """Length as readers count it, without punctuation."""
        if len(text) < _LARGE:
            return len(self.pattern.findall(text))
        return sum(1 for _ in self.pattern.finditer(text))
