"""Claims in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabula.languages.es.numerals import spanish
from fabula.languages.topics.claims import (
    ClaimRules,
    Counted,
    Known,
    spaced_numbers,
    spaced_words,
    unseen_capitalised,
)

_GROUPED = re.compile(r"(?<=\d)\.(?=\d{3})")
"""Spanish groups digits with points: 1.200."""
_VAGUE = frozenset(
    ["un", "una", "uno", "primer", "primero", "primera", "segundo", "segunda", "el", "la", "los", "las", "y"]
)
"""Articles, and words that do not count anything in most sentences."""
_OPENS_LIKE_A_VERB = re.compile(r"(?:ó|aron|ieron|ando|iendo|mente|aba|aban|ía|ían|ar|er|ir|ado|ido)$")
_ENDINGS = (
    "mente", "ándose", "iéndose", "aciones", "ación", "ieron", "iendo", "ando", "aron", "aban", "aba", "ían", "ía",
    "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida", "ar", "er", "ir", "es", "os", "as", "ó", "é", "s",
)  # fmt: skip


def stem(word: str) -> str:
    """Strip the most common endings of verbs, genders and plurals."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word.rstrip("aeo") if len(word) > 3 else word


def _numbers(text: str) -> Iterator[Counted]:
    return spaced_numbers(_GROUPED.sub(",", text), _number, _VAGUE, stem)


def _number(text: str) -> int | None:
    """A number in words must start and end with a number word. `y` and articles only join numbers."""
    words = text.lower().split()
    if words[0] in _ARTICLES or (words[-1] in _ARTICLES and words[-1] != "y"):
        return None
    return spanish(text)


_ARTICLES = ("el", "la", "los", "las", "y")


def _unseen_names(text: str, known: Known) -> list[str]:
    return unseen_capitalised(text, known, spanish, _OPENS_LIKE_A_VERB)


RULES = ClaimRules(numbers=_numbers, words=spaced_words, plain=stem, unseen_names=_unseen_names)
