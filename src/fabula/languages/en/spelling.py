"""English words that no list holds and that are right: `undusted`, `chairbacks`, `outsideness`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from fabula.languages.lexicons import packed, word_set
from fabula.languages.topics.spelling import Spelling

_PREFIX = re.compile(
    r"(?:anti|be|counter|de|dis|down|en|half|in|inter|mid|mis|non|out|over|pre|re|self|semi|sub|super|un|under|up)(?=[a-z]{3})"
)
_SUFFIX = re.compile(
    r"(?<=[a-z]{3})(?:(?<!s)s|es|ed|ing|ings|er|ers|est|ly|(?<!y)y|ily|less|lessly|lessness|ness|like|ish|ishly|ishness|ful|fully|fulness|able|ably|ible|ibly|ment|ism|ist|wards?|wise|"
    r"some|ship|hood|dom|eth|(?<=[cfhklnpsx])t|ling|lings|let|lets|ette|ess|age|ery|ation|ations|ize|ized|ise|ised)\Z"
)
_SHORTEST = 3
"""Letters of a common word before an ending."""
_LISTED = 5
"""And of any other."""
_PART = 4
"""Letters of each of two words that are written together, and of what stands behind a prefix."""
_PARTS = word_set("en", "spelled_parts")
"""Shorter ones that are written together with others."""
_DOUBLE = re.compile(r"([b-df-hj-np-tv-z])\1\Z")
_ONCE = re.compile(r"(?<=[aeiou])[b-df-hj-np-tv-z]\Z")

_OLD = tuple(
    (re.compile(old), new)
    for old, new in (
        (r"our(?=\Z|s\Z|e|i|l|a)", "or"),
        (r"\Aw", "v"),
        (r"ick(?=\Z|s\Z|ly\Z)", "ic"),
        (r"(?<=fu)ll(?=\Z|y\Z)", "l"),
        (r"z(?=[aei])", "s"),
        (r"(?<=[aeiouy])s(?=[aei])", "z"),
        (r"s(?=y\Z|ies\Z)", "c"),
        (r"\A[ei](?=[mn])", "i"),
        (r"\Ai(?=[mn])", "e"),
        (r"x(?=ion)", "ct"),
        (r"ae|oe", "e"),
        (r"oul(?=ed|ing|er)", "oll"),
    )
)
_Knows = Callable[[str], bool]


def is_formed(word: str, is_listed: _Knows, is_common: _Knows) -> bool:
    """Whether a word is two common words written together, another with something before or behind it, or an old spelling."""
    if any(is_common(word[:n]) and is_common(word[n:]) for n in range(_PART, len(word) - _PART + 1)):
        return True
    if (word[:3] in _PARTS and is_common(word[3:])) or (word[-3:] in _PARTS and is_common(word[:-3])):
        return True
    if any(is_listed(newer) for newer in _newer(word)):
        return True

    def is_base(base: str) -> bool:
        return is_common(base) or (len(base) >= _LISTED and is_listed(base))

    prefix = _PREFIX.match(word)
    rest = word[prefix.end() :] if prefix else ""
    return _ends_as(word, is_base, is_listed) or (
        len(rest) >= _PART and (is_base(rest) or _ends_as(rest, is_base, is_listed))
    )


def _newer(word: str) -> Iterator[str]:
    """An old word as it is spelled now: `publick`, `tenour`, `surprize`, `secresy`, `encrease`."""
    for old, new in _OLD:
        if old.search(word):
            yield old.sub(new, word)


def _ends_as(word: str, is_base: _Knows, is_listed: _Knows) -> bool:
    """Whether a word is another with an ending, and is not better known with a letter doubled before it."""
    return any(
        any(map(is_base, _bases(word[:n])))
        and not any(is_listed(other + word[n:]) for other in _other_stems(word[:n], word[n:]))
        for n in range(_SHORTEST, len(word))
        if _SUFFIX.fullmatch(word, n)
    )


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


@cache
def _common() -> frozenset[str]:
    return frozenset(packed("en", "spelled_common"))


SPELLING = Spelling(
    read_common=_common,
    read_seldom=lambda: packed("en", "spelled_seldom"),
    also=word_set("en", "spelled_also"),
    introduces=re.compile(
        r"\b(?:call(?:s|ed|ing)?(?: (?:it|them|him|her))?|nam(?:e|ed)|termed|styled|dubbed|known as|the (?:word|term|name)) (?:an? |the )?\W?\Z"
        r"|[—–(] ?or \W?\Z"
    ),
    counts=re.compile(
        r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|few|several|\d+)\s+\Z"
    ),
    old=word_set("en", "spelled_old"),
    is_formed=is_formed,
)
