"""The reasons that readers gave for a choice, grouped by the words that several of them use. No model is asked.

The rule is simple on purpose: reasons belong together if they share a telling word that the question itself does not
use. It finds no synonyms, so two groups may mean the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabula.personas.nearest import telling_words

MOST_GROUPS = 4
FEWEST = 2
_MOST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Shared:
    """Reasons that share words: the words, the readers who use them all, and the shortest of their reasons."""

    words: tuple[str, ...]
    readers: tuple[str, ...]
    example: str


def grouped(reasons: Mapping[str, str], others: Iterable[str], question: str) -> tuple[Shared, ...]:
    """Each reader's reason for one side, in groups that do not overlap, the largest first.

    Words of the question are no reasons. Where two words gather as many readers, the one that those who chose the
    other side use less comes first.
    """
    asked = set(telling_words(question))
    told = {reader: set(telling_words(text)) - asked for reader, text in reasons.items()}
    elsewhere = Counter(word for text in others for word in set(telling_words(text)))
    found: list[Shared] = []
    left = dict(told)
    while left and len(found) < MOST_GROUPS:
        used = Counter(word for own in left.values() for word in own)
        word = min(used, key=lambda each: (-used[each], elsewhere[each], each), default="")
        if used[word] < FEWEST:
            break
        readers = tuple(reader for reader, own in left.items() if word in own)
        common = set.intersection(*(left[reader] for reader in readers)) - {word}
        more = sorted(common, key=lambda each: (elsewhere[each], each))[: _MOST_WORDS - 1]
        example = min((reasons[reader] for reader in readers), key=len)
        found.append(Shared((word, *more), readers, example))
        left = {reader: own for reader, own in left.items() if word not in own}
    return tuple(found)
