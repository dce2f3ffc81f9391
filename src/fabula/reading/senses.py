"""Words of the five senses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fabula.languages import Language


def by_sense(words: Sequence[str], language: Language) -> Counter[str]:
    """How many of these words, in lower case, appeal to each sense."""
    known = language.style.senses
    return Counter(known[word] for word in words if word in known)


def sensory_count(text: str, language: Language) -> int:
    """How many words of a passage appeal to a sense."""
    return by_sense(language.style.sense_words(text), language).total()
