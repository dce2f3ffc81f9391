"""Words of the five senses."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from fabula.reading.wordlists import table
from fabula.text.words import words

_ENGLISH_WORD = re.compile(r"[a-z]+")


@cache
def _sense_of(language: str) -> dict[str, str]:
    return {word: row[0] for row in table(f"{language}.senses") for word in row[1:]}


def by_sense(spoken_words: list[str], language: str) -> Counter[str]:
    """How many of these (lower-case) words appeal to each sense."""
    known = _sense_of("zh" if language.startswith("zh") else "en")
    return Counter(known[word] for word in spoken_words if word in known)


def sensory_count(text: str, language: str) -> int:
    """How many words of a passage appeal to a sense."""
    found = words(text, language) if language.startswith("zh") else _ENGLISH_WORD.findall(text.lower())
    return by_sense(found, language).total()
