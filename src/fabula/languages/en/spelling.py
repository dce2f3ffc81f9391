"""English words that no list holds and that are right: `undusted`, `chairbacks`, `outsideness`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fabula.languages.lexicons import packed, packed_set
from fabula.languages.topics.spelling import Spelling

_PREFIX = re.compile(
    r"(?:anti|be|counter|de|dis|down|en|half|in|inter|mid|mis|non|out|over|pre|re|self|semi|sub|super|un|under|up)(?=[a-z]{3})"
)
_SUFFIX = re.compile(
    r"(?<=[a-z]{3})(?:s|es|d|ed|ing|ings|r|er|ers|st|est|ly|y|ily|less|lessly|lessness|ness|like|ish|ishly|ishness|ful|fully|fulness|able|ably|ment|ism|ist|wards?|wise|"
    r"some|ship|hood|dom|eth|th|ted|ling|lings|let|lets|ette|ess|age|ery|ation|ations|ize|ized|ise|ised)\Z"
)
_SHORTEST = 3
"""Letters of a word that is part of another."""
_PART = 4
"""Letters of each of two words that are written together, and of what stands behind a prefix."""
_DOUBLE = re.compile(r"([b-df-hj-np-tv-z])\1\Z")
_ONCE = re.compile(r"(?<=[aeiou])[b-df-hj-np-tv-z]\Z")

_Knows = Callable[[str], bool]


def is_formed(word: str, is_listed: _Knows, is_common: _Knows) -> bool:
    """Whether a word is two common words written together, or another with something before or behind it."""
    if any(is_common(word[:n]) and is_common(word[n:]) for n in range(_PART, len(word) - _PART + 1)):
        return True
    prefix = _PREFIX.match(word)
    if prefix and len(word) - prefix.end() >= _PART and _is_base(word[prefix.end() :], is_listed):
        return True
    return _is_base(word, is_listed)


def _is_base(word: str, is_listed: _Knows) -> bool:
    """Whether a word is listed, or is a listed one with an ending, and is not better known with a letter doubled before it."""
    if is_listed(word):
        return True
    for n in range(_SHORTEST, len(word)):
        if _SUFFIX.fullmatch(word, n):
            stem, ending = word[:n], word[n:]
            if any(map(is_listed, _bases(stem))) and not any(
                is_listed(other + ending) for other in _other_stems(stem, ending)
            ):
                return True
    return False


def _bases(stem: str) -> Iterator[str]:
    """What a word may be without its ending: `happi` for `happy`, `smil` for `smile`, `runn` for `run`."""
    yield stem
    yield stem + "e"
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if _DOUBLE.search(stem):
        yield stem[:-1]


def _other_stems(stem: str, ending: str) -> Iterator[str]:
    """The stem with its last letter doubled or not. An l is doubled by taste, unless a verb has it: `awfulest`, but `controlled`."""
    if stem.endswith("l") and ending not in ("ed", "ing"):
        return
    if _DOUBLE.search(stem):
        yield stem[:-1]
    elif _ONCE.search(stem):
        yield stem + stem[-1]


SPELLING = Spelling(
    read_common=lambda: packed_set("en", "spelled_common"),
    read_seldom=lambda: packed("en", "spelled_seldom"),
    is_formed=is_formed,
)
