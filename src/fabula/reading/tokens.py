"""Words with their places, for what counts and compares words: lower case in English, rjieba's cut in Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

import rjieba

from fabula.reading.parsed import Parsed

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of one chapter and the offset of each."""

    words: list[str]
    offsets: list[int]
    capital: list[bool]
    """Written with a capital: perhaps a name."""


def tokens(parsed: Parsed, language: str) -> Tokens:
    """Cut one chapter into words."""
    text = parsed.chapter.text
    if not language.startswith("zh"):
        found = [(match.group(), match.start()) for match in WORD.finditer(text)]
        return Tokens(
            [word.lower().replace("’", "'") for word, _ in found],
            [start for _, start in found],
            [word[0].isupper() for word, _ in found],
        )
    words: list[str] = []
    offsets: list[int] = []
    at = 0
    for word in rjieba.cut(text):
        if "\u4e00" <= word[0] <= "\u9fff":
            words.append(word)
            offsets.append(at)
        at += len(word)
    return Tokens(words, offsets, [False] * len(words))
