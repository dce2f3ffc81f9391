"""Phrases that name one thing or place of a story, as a name would: `the jar of mushrooms`, `at the foot of the stairs`.

A story needs them again and again. What wears out is a deed or a manner: `his eye fell on`, `with a low chuckle`.
"""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set

_DEFINITE = frozenset(("the", "this", "that", "these", "those"))
_PLACING = frozenset(("about", "above", "across", "after", "against", "along", "among", "around", "at", "before", "behind", "below", "beneath", "beside", "between", "beyond", "by", "down", "for", "from", "in", "inside", "into", "near", "of", "off", "on", "onto", "out", "outside", "over", "past", "round", "through", "to", "toward", "towards", "under", "until", "up", "upon"))  # fmt: skip
_VERBS = word_set("en", "verb_forms")
_NOT_OF_A_DEED = _DEFINITE | {
    "a",
    "an",
    "his",
    "her",
    "its",
    "my",
    "our",
    "their",
    "your",
    "being",
    "been",
    "of",
    "old",
}
"""Before one of these, a word in -ed says what a thing is like: `the locked door`."""
_BEFORE_NOUNS = frozenset(("the", "a", "an", "his", "its", "my", "our", "their", "your"))
"""Right after one of these, a word that is also a verb is none: `under the ground`, `his saw`."""
_WORDS = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_PAST = 5
"""The fewest letters of a word in -ed that is taken for a verb: not `red` or `shed`."""


def names_a_thing(before: str, phrase: str) -> bool:
    """Whether a phrase without a verb is told of one known thing. `before` is what stands before it in the sentence."""
    words, ahead = _WORDS.findall(phrase.lower()), _WORDS.findall(before.lower())
    beside = zip([*(ahead[-1:] or [""]), *words], words, strict=False)
    if any(_is_verb(word, previous) for previous, word in beside):
        return False
    while words and words[0] in _PLACING:
        ahead, words = [*ahead, words[0]], words[1:]
    return bool(words) and (words[0] in _DEFINITE or (bool(ahead) and ahead[-1] in _DEFINITE))


def _is_verb(word: str, previous: str) -> bool:
    if word in _VERBS:
        return previous not in _BEFORE_NOUNS
    if word.endswith(("n't", "n’t")):
        return True
    return word.endswith("ed") and len(word) >= _PAST and previous not in _NOT_OF_A_DEED
