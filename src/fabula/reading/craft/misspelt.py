"""Words that no list holds and that are one slip of the hand away from a word that anybody may mean.

An odd word is seldom a misprint: it is foreign, dialect, old, made up, or a child's. So it must stand alone, and what was meant
must be clear.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import chain, islice

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.languages.topics.spelling import Spelling
from fabula.reading.craft.meant import SHORTEST, Meant, is_of_the_hand
from fabula.reading.craft.own_spelling import OwnSpelling
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

SELDOM = 2
"""So often one slip may be made. More often, it is how the book writes the word."""
SPOKEN = 7
"""Letters of such a word in speech, where people are made to talk in their own way."""
BESIDE = 3
"""Words around it among which no other may be odd. Otherwise they are a foreign phrase."""
INTRODUCED = 40
"""Characters before a word that may say that something is called so."""
FRAGMENT = 2
"""Letters of what is left of a word that has lost one: `chauss es`."""
ODD = 3
"""Shorter words are not looked up."""
ALLOWED = 0.006
"""The share of odd words in a book from which it has a spelling of its own: a dialect, or a world with its own words."""
PLAIN = 1.5e-4
"""The share of odd words and dropped letters in speech up to which people talk as the book tells."""
OLD = 1
"""Words in an old spelling that any book may have."""
KIN = 4
"""Letters with which words begin that are forms of one."""
_JOINED = frozenset("-_*~`–\xad“”\"‘’'")
"""What stands before a word that is a part, foreign, or quoted."""
_NOT_WHOLE = re.compile(r"[-_*~`’'‘–\xad]|[?\ufffd]\w| [.,;:!?]|(?:—|…|\.\.)[*_]?[”\"’']")
"""What stands behind such a word, or one that is broken off or has lost a letter: `brassi?re`, `exquisite nebul , shadings`."""

Place = tuple[Parsed, int]
Misspelt = dict[str, tuple[str, list[Place]]]


def misspelt(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    counts: Mapping[str, int],
    own: OwnSpelling,
    language: Language,
) -> Misspelt:
    """Each such word, with the right one and its places."""
    spelling = language.style.spelling
    if spelling is None or len(spelling.old & counts.keys()) > OLD:
        return {}
    odd = set(_odd(counts, spelling))
    seldom = {word for word in odd if counts[word] <= SELDOM and len(word) >= SHORTEST}
    places = [_places(cut, odd, language) for cut in tokens] if seldom else []
    if sum(map(len, places)) > ALLOWED * sum(counts.values()):
        return {}
    alone: dict[str, list[Place]] = {}
    for chapter, cut, here in zip(parsed, tokens, places, strict=bool(seldom)):
        for n in here:
            if cut.words[n] not in seldom or _is_introduced(chapter, cut, n, spelling):
                continue
            if _stands_alone(chapter, cut, n, odd, language):
                alone.setdefault(cut.words[n], []).append((chapter, cut.offsets[n]))
    meant = Meant(counts, language, spelling)
    found = {
        word: (right, where)
        for word, where in alone.items()
        if len(where) == counts[word]
        and (right := meant.by(word))
        and not any(own.holds(*place) for place in where)
        and not (len(where) > 1 and all(_is_counted(*place, spelling) for place in where))
    }
    made_up = {word for word in found if _has_kin(word, odd - found.keys())}
    found = {word: one for word, one in found.items() if word not in made_up}
    theirs = {word for word, (right, where) in found.items() if _may_be_theirs(word, right, where)}
    if theirs and not _is_talk_plain(parsed, tokens, places, found, sum(counts.values()), language):
        return {word: one for word, one in found.items() if word not in theirs}
    return found


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
        0 <= n < len(cut.words)
        and len(cut.words[n]) <= FRAGMENT
        and cut.words[n] not in language.style.function_words
    )


def _has_kin(word: str, others: Set[str]) -> bool:
    """Whether the book has the word in another form: nobody makes a slip in each."""
    return any(other[:KIN] == word[:KIN] for other in others)


def _may_be_theirs(word: str, right: str, where: Sequence[Place]) -> bool:
    """Whether a word may be what somebody says."""
    said = any(is_within(chapter.spoken, offset) for chapter, offset in where)
    return said and (len(word) < SPOKEN or not is_of_the_hand(word, right))


def _is_talk_plain(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    places: Sequence[Sequence[int]],
    found: Collection[str],
    words: int,
    language: Language,
) -> bool:
    """Whether nobody in the book talks in a way of their own: hardly a letter is dropped, and hardly a word is odd but for slips."""
    dropped = language.style.dropped
    letters = (one for chapter in parsed if dropped for one in dropped.finditer(chapter.chapter.text))
    odd = (
        n
        for chapter, cut, here in zip(parsed, tokens, places, strict=True)
        for n in here
        if cut.words[n] not in found and is_within(chapter.spoken, cut.offsets[n])
    )
    allowed = 1 + int(PLAIN * words)
    return len([*islice(chain(odd, letters), allowed + 1)]) <= allowed


def _is_introduced(chapter: Parsed, cut: Tokens, n: int, spelling: Spelling) -> bool:
    """Whether the book says that something is called so."""
    start = cut.offsets[n]
    return spelling.introduces.search(chapter.chapter.text, max(0, start - INTRODUCED), start) is not None


def _is_counted(chapter: Parsed, offset: int, spelling: Spelling) -> bool:
    """Whether a number stands before a word: `forty sofads` are a measure of Mars."""
    return spelling.counts.search(chapter.chapter.text, max(0, offset - INTRODUCED), offset) is not None


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
