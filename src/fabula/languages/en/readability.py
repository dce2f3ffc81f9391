"""Reading ease by Flesch (1948)."""

from __future__ import annotations

import re
from functools import lru_cache

from fabula.languages.topics.readability import ReadabilityRules

_VOWELS = re.compile(r"[aeiouy]+")


def _flesch(words_to_a_sentence: float, syllables_to_a_word: float) -> float:
    return 206.835 - 1.015 * words_to_a_sentence - 84.6 * syllables_to_a_word


@lru_cache(maxsize=1 << 17)
def _syllables(word: str) -> int:
    """Count vowel groups without a silent e. Accurate enough over a chapter."""
    count = len(_VOWELS.findall(word))
    if word.endswith("e") and not word.endswith("le") and count > 1:
        count -= 1
    if word.endswith("ed") and not word.endswith(("ted", "ded")) and count > 1:
        count -= 1
    return max(1, count)


RULES = ReadabilityRules("Flesch", _flesch, _syllables)
