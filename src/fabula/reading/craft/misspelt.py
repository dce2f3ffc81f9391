"""Words that no list holds and that are one slip of the hand away from a single word that anybody may mean.

An odd word is seldom a misprint: it is foreign, dialect, old, made up, or a child's. So it must stand alone, and the slip must
be one that a hand makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.languages.topics.spelling import Spelling
from fabula.reading.craft.own_spelling import OwnSpelling
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

SELDOM = 2
"""So often one slip may be made. More often, it is how the book writes the word."""
SHORTEST = 6
"""Shorter words are too like each other."""
SPOKEN = 7
"""In speech a word must be longer: people are made to talk in their own way."""
LONG = 8
"""Letters of a word that may have two slips, if both are letters doubled or not."""
OFTEN = 3
"""A word that stands so often in the book may be meant, even if few others use it."""
BESIDE = 3
"""Words around it among which no other may be odd. Otherwise they are a foreign phrase."""
FRAGMENT = 2
"""Letters of what is left of a word that has lost one: `chauss es`."""
ODD = 3
"""Shorter words are not looked up."""
LIKELIER = 3.0
"""How much likelier a letter is doubled or two are turned than another letter is typed."""
CLEARLY = 10.0
"""How much likelier one word must be than all others."""
NOVELS = 10
"""Published novels among which words are counted, about."""
ALLOWED = 0.006
"""The share of odd words in a book from which it has a spelling of its own: a dialect, or a world with its own words."""
PLAIN = 1.5e-4
"""The share of such signs in a book where people talk as it tells."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = frozenset("aeiou")
_THRICE = re.compile(r"(.)\1\1")
"""That is drawn out, or a misprint that needs no list."""
_JOINED = frozenset("-_*~`–­“”\"‘’'")
"""What stands before a word that is a part, foreign, or quoted."""
_NOT_WHOLE = re.compile(r"[-_*~`’'‘–­]|[?\ufffd]\w| [.,;:!?]")
"""What stands behind such a word, or one that has lost a letter: `brassi?re`, `exquisite nebul , shadings`."""

Misspelt = dict[str, tuple[str, list[tuple[Parsed, int]]]]


def misspelt(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    counts: Mapping[str, int],
    own: OwnSpelling,
    language: Language,
) -> Misspelt:
    """Each such word, with the right one and its places."""
    spelling = language.style.spelling
    if spelling is None:
        return {}
    odd = set(_odd(counts, spelling))
    meant = _Meant(counts, language, spelling)
    right = {word: other for word in odd if counts[word] <= SELDOM and (other := meant.by(word))}
    if not right:
        return {}
    places = [_places(cut, odd, language) for cut in tokens]
    if sum(map(len, places)) > ALLOWED * sum(counts.values()):
        return {}
    plainly = _is_talk_plain(parsed, tokens, places, sum(counts.values()), language)
    found: Misspelt = {}
    for chapter, cut, here in zip(parsed, tokens, places, strict=True):
        for n in here:
            word = cut.words[n]
            if word in right and _stands_alone(chapter, cut, n, odd, language) and not own.holds(chapter, cut.offsets[n]):
                if not plainly and is_within(chapter.spoken, cut.offsets[n]) and not _may_be_said(word, right[word]):
                    continue
                found.setdefault(word, (right[word], []))[1].append((chapter, cut.offsets[n]))
    return {word: (other, where) for word, (other, where) in found.items() if len(where) == counts[word]}


def _odd(counts: Mapping[str, int], spelling: Spelling) -> Iterator[str]:
    """Words of the book that nobody spells so."""
    for word in counts.keys() - spelling.read_common():
        if len(word) >= ODD and word.isalpha() and not (word.isascii() and spelling.is_right(word)):
            yield word


def _places(cut: Tokens, odd: set[str], language: Language) -> list[int]:
    """Where odd words stand that are no names. What is left of a word is none: `didn t`."""
    found = (n for n, word in enumerate(cut.words) if word in odd and not cut.capital[n])
    return [n for n in found if not _is_fragment(cut, n + 1, language)]


def _is_fragment(cut: Tokens, n: int, language: Language) -> bool:
    return (
        0 <= n < len(cut.words) and len(cut.words[n]) <= FRAGMENT and cut.words[n] not in language.style.function_words
    )


def _is_talk_plain(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], places: Sequence[Sequence[int]], words: int, language: Language
) -> bool:
    """Whether nobody in the book talks in a way of their own: hardly a letter is dropped, and hardly a word is odd."""
    dropped = language.style.own_spelling
    signs = sum(
        is_within(chapter.spoken, cut.offsets[n])
        for chapter, cut, here in zip(parsed, tokens, places, strict=True)
        for n in here
    )
    if dropped is not None:
        signs += sum(1 for chapter in parsed for _ in dropped.finditer(chapter.chapter.text))
    return signs <= 1 + PLAIN * words


def _may_be_said(word: str, right: str) -> bool:
    """Whether a slip is one of the hand and not of the tongue: letters doubled or not, and two of them turned."""
    twice = _doublings_twice(word) if len(word) >= LONG else ()
    return len(word) >= SPOKEN and right in {*_doublings(word), *_turned(word), *twice}


def _stands_alone(chapter: Parsed, cut: Tokens, n: int, odd: set[str], language: Language) -> bool:
    """Whether a word is whole, no quotation, and no part of a phrase that is odd altogether."""
    text, start = chapter.chapter.text, cut.offsets[n]
    end = start + len(cut.words[n])
    if _NOT_WHOLE.match(text, end) or text[max(start - 1, 0) : start] in _JOINED:
        return False
    near = range(max(n - BESIDE, 0), min(n + BESIDE + 1, len(cut.words)))
    if any(cut.words[m] in odd and not cut.capital[m] for m in near if m != n):
        return False
    return not any(_is_fragment(cut, m, language) for m in (n - 1, n + 1))


class _Meant:
    """Words that may be meant."""

    def __init__(self, counts: Mapping[str, int], language: Language, spelling: Spelling) -> None:
        published = language.style.published()
        self._counts, self._spelling, self._common = counts, spelling, spelling.read_common()
        self._published = published.words if published else {}

    def by(self, word: str) -> str:
        """The word that somebody must have meant, or nothing if it is not clear."""
        if not word.isascii() or len(word) < SHORTEST or _THRICE.search(word):
            return ""
        likely = self._weighed(chain(_doublings(word), _turned(word)), LIKELIER)
        weights = self._weighed(_changed(word), 1.0) | likely
        if not weights and len(word) >= LONG:
            weights = self._weighed(_doublings_twice(word), 1.0)
        best, *others = sorted(weights, key=lambda other: -weights[other]) or [""]
        return best if not others or weights[best] >= CLEARLY * weights[others[0]] else ""

    def _weighed(self, words: Iterator[str], factor: float) -> dict[str, float]:
        return {word: factor * self._weight(word) for word in words if self._may_be(word)}

    def _may_be(self, word: str) -> bool:
        return word in self._common or (self._counts.get(word, 0) >= OFTEN and self._spelling.is_listed(word))

    def _weight(self, word: str) -> float:
        """How often it stands in the book, and about how often in published fiction. Words that few use are much alike."""
        return 1 + self._counts.get(word, 0) + sum(self._published.get(word, ())) / NOVELS


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
    """The word with two neighbouring letters in the other order."""
    for n in range(len(word) - 1):
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
