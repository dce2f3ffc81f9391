"""What somebody meant who wrote a word that does not exist: one that anybody may mean, a slip of the hand away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from fabula.languages import Language
from fabula.languages.topics.spelling import Spelling

SHORTEST = 6
"""Shorter words are too like each other."""
LONG = 8
"""Letters of a word that may have two slips, if both are letters doubled or not."""
OFTEN = 3
"""A word that stands so often in the book may be meant, even if few others use it."""
LIKELIER = 3.0
"""How much likelier a letter is doubled or two are turned than another letter is typed."""
CLEARLY = 10.0
"""How much likelier one word must be than all others."""
NOVELS = 10
"""Published novels among which words are counted, about."""
UNKNOWN = 1.0
"""The weight of a word that is neither in the book nor in most published fiction."""
_THRICE = re.compile(r"(.)\1\1")
"""That is drawn out, or a misprint that needs no list."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = frozenset("aeiou")


class Meant:
    """Words that may be meant in a book."""

    def __init__(self, counts: Mapping[str, int], language: Language, spelling: Spelling) -> None:
        published = language.style.published()
        self._counts, self._spelling, self._common = counts, spelling, spelling.read_common()
        self._often = {word for word, count in counts.items() if count >= OFTEN}
        self._published = published.words if published else {}

    def by(self, word: str) -> str:
        """The word that somebody must have meant, or nothing if it is not clear."""
        if not word.isascii() or len(word) < SHORTEST or _THRICE.search(word):
            return ""
        weights = self._weighed(_changed(word), 1.0) | self._weighed(
            chain(_doublings(word), _turned(word)), LIKELIER
        )
        if not weights and len(word) >= LONG:
            weights = self._weighed(_doublings_twice(word), 1.0)
        best, *others = sorted(weights, key=lambda other: -weights[other]) or [""]
        if not best or (others and weights[best] < CLEARLY * weights[others[0]]):
            return ""
        return "" if weights[best] == UNKNOWN and _is_other_word(word, best) else best

    def _weighed(self, words: Iterable[str], factor: float) -> dict[str, float]:
        near = frozenset(words)
        of_book = {word for word in near & self._often if self._spelling.is_listed(word)}
        return {word: factor * self._weight(word) for word in (near & self._common) | of_book}

    def _weight(self, word: str) -> float:
        """How often it stands in the book, and about how often in published fiction. Words that few use are much alike."""
        return UNKNOWN + self._counts.get(word, 0) + sum(self._published.get(word, ())) / NOVELS


def _is_other_word(word: str, right: str) -> bool:
    """Whether a letter is replaced, or one too few or too many at the end. A new word often differs so from one that has nothing to do with it."""
    ends = right.startswith(word) or word.startswith(right)
    return (len(right) == len(word) or ends) and not is_of_the_hand(word, right)


def is_of_the_hand(word: str, right: str) -> bool:
    """Whether a slip is not one of the tongue: letters doubled or not, or two of them turned."""
    twice = _doublings_twice(word) if len(word) >= LONG else ()
    return right in {*_doublings(word), *_turned(word), *twice}


def _doublings(word: str) -> Iterator[str]:
    """The word with one letter doubled, or single instead of double."""
    for n in range(1, len(word)):
        if word[n] == word[n - 1]:
            yield word[:n] + word[n + 1 :]
        else:
            yield word[:n] + word[n - 1 :]
    yield word + word[-1]


def _doublings_twice(word: str) -> Iterator[str]:
    for once in _doublings(word):
        yield from _doublings(once)


def _turned(word: str) -> Iterator[str]:
    """The word with two neighbouring letters in the other order. The first is seldom wrong: who says `eddicating` means no dedicating."""
    for n in range(1, len(word) - 1):
        if word[n] != word[n + 1]:
            yield word[:n] + word[n + 1] + word[n] + word[n + 2 :]


def _changed(word: str) -> Iterator[str]:
    """The word with one letter more, less or changed. The first letter is seldom wrong, and a vowel at the end may be another language's."""
    for n in range(1, len(word)):
        if n < len(word) - 1 or word[n] not in _VOWELS:
            yield word[:n] + word[n + 1 :]
        for letter in _LETTERS:
            if letter != word[n]:
                yield word[:n] + letter + word[n + 1 :]
            yield word[:n] + letter + word[n:]
    for letter in _LETTERS:
        yield word + letter
