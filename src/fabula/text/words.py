"""Words, and how long a text is."""

from __future__ import annotations

import re

from fabula.languages import Language


def word_pattern(language: str) -> re.Pattern[str]:
    """What counts as one word: a word, or in Chinese and Japanese a character.

    A Latin word among them counts as one.
    """
    return Language(language).words.pattern


def words(text: str, language: str) -> list[str]:
    """The words of a text unchanged, without punctuation."""
    return Language(language).words.cut(text)


def count_words(text: str, language: str) -> int:
    """Length as readers count it: words in English, characters in Chinese; punctuation is not counted."""
    return Language(language).words.count(text)
