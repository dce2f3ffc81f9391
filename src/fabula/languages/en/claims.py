"""Claims in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabula.languages.en.numerals import english
from fabula.languages.topics.claims import (
    ClaimRules,
    Counted,
    Known,
    spaced_numbers,
    spaced_words,
    unseen_capitalised,
)

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|unable|fails? to|failed to"
    r"|refus(?:e|es|ed) to)\b|n['’]t\b",
    re.I,
)
_VAGUE = frozenset(["one", "first", "second"])
"""Words that do not count anything in most sentences."""
_OPENS_LIKE_A_VERB = re.compile(r"(?:ed|ing|ly|ous|ful|less|ive)$")


def stem(word: str) -> str:
    """Strip the most common endings of verbs and plurals."""
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    word = word[:-1] if len(word) > 4 and word[-1] == word[-2] else word
    return word.rstrip("ey") if len(word) > 4 else word


def _numbers(text: str) -> Iterator[Counted]:
    return spaced_numbers(text, english, _VAGUE, stem)


def _unseen_names(text: str, known: Known) -> list[str]:
    return unseen_capitalised(text, known, english, _OPENS_LIKE_A_VERB)


RULES = ClaimRules(
    numbers=_numbers, denial=_DENIAL, words=spaced_words, plain=stem, unseen_names=_unseen_names
)
