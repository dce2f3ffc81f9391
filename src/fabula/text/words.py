"""Words, and how long a text is."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left

from fabula.languages import Language


def word_pattern(language: str) -> re.Pattern[str]:
    """What counts as one word: a word, or in Chinese and Japanese a character.

    A Latin word among them counts as one.
    """
    return Language(language).words.pattern


def words(text: str, language: str) -> list[str]:
    """The words of a text unchanged, without punctuation."""
    return Language(language).words.cut(text)


class WordPlaces:
    """Where the words of a text stand, so that the words of all its parts are counted in one pass."""

    def __init__(self, text: str, language: str) -> None:
        self._starts = array("I")
        self._ends = array("I")
        for match in word_pattern(language).finditer(text):
            self._starts.append(match.start())
            self._ends.append(match.end())

    def __len__(self) -> int:
        return len(self._starts)

    def between(self, start: int, end: int) -> int:
        """What `count_words` says of `text[start:end]`: the rest of a word that began before counts as a word."""
        if end <= start:
            return 0
        first = bisect_left(self._starts, start)
        is_within = first > 0 and self._ends[first - 1] > start
        return bisect_left(self._starts, end, first) - first + is_within


def count_words(text: str, language: str) -> int:
    """Length as readers count it: words in English, characters in Chinese; punctuation is not counted."""
    return Language(language).words.count(text)
