"""Words, and how long a text is."""

from __future__ import annotations

import re

_CHARACTER = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(r"[^\W_]+(?:['’‑-][^\W_]+)*")
_CHARACTER_OR_WORD = re.compile(rf"[{_CHARACTER}]|(?:(?![{_CHARACTER}])[^\W_])+")
_BY_CHARACTER = ("zh", "ja")


def word_pattern(language: str) -> re.Pattern[str]:
    """What counts as one word: a word, or in Chinese and Japanese a character (a Latin word among them is one)."""
    return _CHARACTER_OR_WORD if language in _BY_CHARACTER else _WORD


def words(text: str, language: str) -> list[str]:
    """The words of a text as they stand, without punctuation; Chinese is cut by rjieba."""
    if language != "zh":
        return _WORD.findall(text)
    import rjieba

    return [word for word in rjieba.cut(text) if any(letter.isalnum() for letter in word)]


def count_words(text: str, language: str) -> int:
    """Length as readers count it: words in English, characters in Chinese; punctuation is not counted."""
    return sum(1 for _ in word_pattern(language).finditer(text))
