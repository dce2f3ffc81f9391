"""Words of the five senses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fabula.languages import Language


def by_sense(words: Mapping[str, int], language: Language) -> Counter[str]:
    """How many of these words, in lower case and each with its number, appeal to each sense."""
    known = language.style.senses
    found: Counter[str] = Counter()
    for word in words.keys() & known.keys():
        found[known[word]] += words[word]
    return found


def sensory_count(text: str, language: Language) -> int:
    """How many words of a passage appeal to a sense."""
    known = language.style.senses
    return sum(word in known for word in language.style.sense_words(text))
