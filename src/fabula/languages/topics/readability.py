"""How easy a text is to read, by the formula that fits its language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from operator import mul


@dataclass(frozen=True, slots=True)
class ReadabilityRules:
    """A formula of words, sentences and syllables; higher is easier, 100 is very easy."""

    name: str
    """The author of the formula. Empty if the language has none."""
    of_means: Callable[[float, float], float]
    """The score from words per sentence and syllables per word."""
    syllables: Callable[[str], int]
    """Syllables of a word in lower case."""

    def score(self, words: Counter[str], sentences: int) -> float | None:
        """The score of a text by how often it has each word. None if there is no formula or no text."""
        if not self.name or not words or not sentences:
            return None
        syllables = sum(map(mul, map(self.syllables, words), words.values()))
        return self.of_means(words.total() / sentences, syllables / words.total())
