"""Words, lengths, and how many tokens a text will cost."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_CHARACTER = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(r"[^\W_]+(?:['’‑-][^\W_]+)*")
_CHARACTER_OR_WORD = re.compile(rf"[{_CHARACTER}]|(?:(?![{_CHARACTER}])[^\W_])+")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+")
_LETTERS_A_TOKEN = 4.2
_TOKENS_A_CHARACTER = 0.75
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


def token_weight(text: str) -> float:
    """`estimate_tokens` before rounding: the weights of two texts add up to the weight of both."""
    wide = 0 if text.isascii() else sum(match.end() - match.start() for match in _WIDE.finditer(text))
    return (len(text) - wide) / _LETTERS_A_TOKEN + wide * _TOKENS_A_CHARACTER


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model makes of a text, without its tokenizer."""
    return math.ceil(token_weight(text))


@dataclass(slots=True)
class TokenScale:
    """What one model's tokenizer makes of this text against our estimate, learned from the usage its server reports."""

    estimated: int = 0
    reported: int = 0

    def saw(self, estimated: int, reported: int) -> None:
        """A call was estimated at so many tokens and the server counted so many."""
        self.estimated += estimated
        self.reported += reported

    @property
    def ratio(self) -> float:
        """Reported over estimated; 1 until something was seen."""
        return self.reported / self.estimated if self.estimated and self.reported else 1.0

    def tokens(self, text: str) -> int:
        """The estimate for a text, corrected by what was seen."""
        return math.ceil(token_weight(text) * self.ratio)

    def size(self, tokens: int) -> int:
        """How many estimated tokens fill so many real ones: the size to ask of `segments`."""
        return max(1, math.floor(tokens / self.ratio))
